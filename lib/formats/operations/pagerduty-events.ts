import { valueOf } from '../body-value.js'
import type { Card, Color } from '../drafts/draft.js'
import { prose } from '../drafts/pieces.js'
import { factsOf } from '../event-facts.js'
import { type Format, type FormatReading, type ReceiptPost, SKIPPED_ID } from '../format.js'
import { at, listAt, textAt, timeAt } from '../json-members.js'
import { entryOf } from '../own-entry.js'
import { isObject } from '../../model/json.js'
import { isWebUrl } from '../../text/links.js'
import { fieldsOf, memberFields, type Meaning, titleOf } from './event.js'

/** The Events API of PagerDuty, version 2, for programs whose address of it can be changed. */
export const pagerdutyEvents: Format = {
  name: 'pagerduty-events',
  title: 'PagerDuty Events API',
  isMonitoring: true,
  paths: ['/v2/enqueue', '/v2/change/enqueue'],
  detect: ({ body }) => {
    if (body.kind !== 'json' || textAt(body.value, 'routing_key') === '') return null
    return entryOf(ACTIONS, textAt(body.value, 'event_action')) || isChange(body.value)
      ? 'body'
      : null
  },
  read: ({ body }) => {
    const value = valueOf(body)
    const action = textAt(value, 'event_action')
    const meaning = entryOf(ACTIONS, action)
    if (meaning) return readAlert(value, action, meaning)
    if (isChange(value)) return readChange(value)
    const reason = action === '' ? 'is missing' : 'must be trigger, acknowledge or resolve'
    return { kind: 'refuse', path: 'event_action', reason }
  },
  answer: ({ request, posts }) => {
    const value = valueOf(request.body)
    if (isChange(value)) {
      return { status: 202, body: { status: 'success', message: 'Change event processed' } }
    }
    // Its clients keep it, to resolve what they have triggered.
    const key = textAt(value, 'dedup_key') || keyOf(posts[0])
    const body = { status: 'success', message: 'Event processed', dedup_key: key }
    return { status: 202, body }
  },
}

/** A key for an event that has none: the post, or the time of what was not shown. */
function keyOf(post: ReceiptPost | undefined): string {
  if (!post) return ''
  return post.id === SKIPPED_ID ? `${post.webhookId}-${post.createAt.toString(36)}` : post.id
}

const ACTIONS: Readonly<Record<string, Meaning>> = {
  trigger: { word: 'Triggered', state: 'open', color: 'bad' },
  acknowledge: { word: 'Acknowledged', state: 'acknowledged', color: 'warning' },
  resolve: { word: 'Resolved', state: 'closed', color: 'good' },
}

const SEVERITIES: Readonly<Record<string, readonly [string, Color]>> = {
  critical: ['Critical', 'bad'],
  error: ['Error', 'bad'],
  warning: ['Warning', 'warning'],
  info: ['Info', 'neutral'],
}

/** An event of the second address: something was deployed, say. */
function isChange(body: unknown): boolean {
  return at(body, 'event_action') === undefined && textAt(body, 'payload', 'summary') !== ''
}

function readAlert(body: unknown, action: string, meaning: Meaning): FormatReading {
  const key = textAt(body, 'dedup_key')
  const summary = textAt(body, 'payload', 'summary') || key || 'an alert'
  const severity = entryOf(SEVERITIES, textAt(body, 'payload', 'severity').toLowerCase())
  const isOpen = meaning.state === 'open'
  const [word, color] = (isOpen ? severity : undefined) ?? [meaning.word, meaning.color]
  const facts = factsOf(action, {
    incident: key,
    state: meaning.state,
    at: timeAt(body, 'payload', 'timestamp'),
    // Most programs name only the key when they resolve something.
    isBare: !isObject(at(body, 'payload')),
  })
  const title = titleOf(pageOf(body), word, summary)
  return { kind: 'message', draft: { title, cards: [cardOf(body, color)] }, event: facts }
}

function readChange(body: unknown): FormatReading {
  const title = titleOf(pageOf(body), 'Change', textAt(body, 'payload', 'summary'))
  const facts = factsOf('change', { at: timeAt(body, 'payload', 'timestamp') })
  return { kind: 'message', draft: { title, cards: [cardOf(body, 'neutral')] }, event: facts }
}

function cardOf(body: unknown, color: Color): Card {
  const details = at(body, 'payload', 'custom_details')
  const part = (name: string): string => textAt(body, 'payload', name)
  return {
    color,
    text: prose(textAt(details)),
    fields: fieldsOf(
      ['Source', part('source')],
      ['Component', part('component')],
      ['Group', part('group')],
      ...(isObject(details) ? memberFields(details) : []),
      ['Class', part('class')],
      ['Alert', isObject(at(body, 'payload')) ? '' : textAt(body, 'dedup_key')],
    ),
    links: linksOf(body).slice(0, 3),
    imageUrl: textAt(listAt(body, 'images')[0], 'src'),
  }
}

function linksOf(body: unknown): NonNullable<Card['links']> {
  const client = textAt(body, 'client')
  return [
    { text: labelOf(client), url: textAt(body, 'client_url') },
    ...listAt(body, 'links').map((each) => ({
      text: labelOf(textAt(each, 'text')),
      url: textAt(each, 'href'),
    })),
  ].filter(({ url }) => isWebUrl(url))
}

/** A button that shows an address and opens another one would lie. */
function labelOf(text: string): string {
  return text === '' || text.includes('://') ? 'Open' : text
}

/** Where the sender shows it. */
function pageOf(body: unknown): string {
  return linksOf(body)[0]?.url ?? ''
}
