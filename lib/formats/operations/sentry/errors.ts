import type { Card, Draft } from '../../drafts/draft.js'
import { code, type Text } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { fieldsOf, titleOf, worded } from '../event.js'
import { colorOfLevel, type Hook, pageOf, tagIn } from './hook.js'

/** An error that a rule tells of, or one of all. */
export function readSeenError(hook: Hook, member: 'event' | 'error'): FormatReading | null {
  const found = at(hook.data, member)
  const name = textAt(found, 'title') || textAt(found, 'message')
  if (name === '') return null
  return {
    kind: 'message',
    draft: draftOf(found, name, textAt(hook.data, 'triggered_rule')),
    event: factsOf(hook.event, {
      incident: textAt(found, 'issue_id'),
      state: 'open',
      deliveryId: hook.deliveryId,
      at: hook.at ?? timeAt(found, 'datetime'),
    }),
  }
}

/** What the older plugin sends. */
export function readLegacy(body: unknown): FormatReading {
  const found = at(body, 'event')
  const name = textAt(found, 'title') || textAt(body, 'message') || 'An error'
  const level = textAt(body, 'level') || 'error'
  const card: Card = {
    color: colorOfLevel(level),
    text: culprit(body),
    fields: fieldsOf(
      ['Project', textAt(body, 'project_name') || textAt(body, 'project_slug')],
      ['Environment', textAt(found, 'environment') || tagIn(found, 'environment')],
      ['Release', textAt(found, 'release')],
    ),
  }
  const draft: Draft = { title: titleOf(pageOf(body), worded(level), name), cards: [card] }
  const facts = factsOf('event_alert.triggered', { incident: textAt(body, 'id'), state: 'open' })
  return { kind: 'message', draft, event: facts }
}

function draftOf(found: unknown, name: string, rule: string): Draft {
  const level = textAt(found, 'level') || 'error'
  const card: Card = {
    color: colorOfLevel(level),
    text: culprit(found),
    fields: fieldsOf(
      ['Environment', textAt(found, 'environment') || tagIn(found, 'environment')],
      ['Release', textAt(found, 'release') || tagIn(found, 'release')],
      ['Rule', rule],
      ['Project', projectOf(found)],
      ['Platform', textAt(found, 'platform')],
    ),
  }
  return { title: titleOf(pageOf(found), worded(level), name), cards: [card] }
}

const PROJECT = /\/projects\/[^/]{1,100}\/([^/]{1,100})\//

/** Errors name their project only in addresses of the API. */
function projectOf(found: unknown): string {
  const urls = ['url', 'issue_url'].map((name) => textAt(found, name).slice(0, 1_000))
  return urls.map((url) => PROJECT.exec(url)?.[1] ?? '').find((slug) => slug !== '') ?? ''
}

/** Where it happened. */
function culprit(found: unknown): Text {
  const place = textAt(found, 'culprit')
  return place === '' ? '' : code(place)
}
