import type { Card, Color, Draft } from '../../drafts/draft.js'
import { code, joined, prose, quote } from '../../drafts/pieces.js'
import { between } from '../../drafts/times.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { fieldsOf, type Meaning, titleOf, worded } from '../event.js'
import { colorOfLevel, type Hook, pageOf } from './hook.js'

type IssueMeaning = Omit<Meaning, 'color'> & { readonly color?: Color }

/** What happened to an issue; where no colour is given, that of its level. */
const ACTIONS: Readonly<Record<string, IssueMeaning>> = {
  created: { word: 'New issue', state: 'open' },
  unresolved: { word: 'Unresolved again', state: 'open' },
  resolved: { word: 'Resolved', state: 'closed', color: 'good' },
  archived: { word: 'Archived', state: 'closed', color: 'neutral' },
  ignored: { word: 'Archived', state: 'closed', color: 'neutral' },
  assigned: { word: 'Assigned', state: 'update', color: 'warning' },
}

const SUBSTATUS: Readonly<Record<string, string>> = {
  regressed: 'Regressed',
  escalating: 'Escalating',
}

/** A rule tells of an issue: its title begins like that of an error that a rule tells of. */
function alertOf(level: string): IssueMeaning {
  return { word: worded(level), state: 'open' }
}

export function readIssue(hook: Hook): FormatReading | null {
  const { action, data, actor, event, deliveryId, at: when } = hook
  const issue = at(data, 'issue')
  const name = textAt(issue, 'title')
  if (name === '') return null
  const level = textAt(issue, 'level') || 'error'
  const known = action === 'triggered' ? alertOf(level) : entryOf(ACTIONS, action)
  const { word, state, color } = known ?? { word: worded(action), state: 'update' as const }
  const place = textAt(issue, 'culprit')
  const card: Card = {
    color: color ?? (known ? colorOfLevel(level) : 'neutral'),
    text: joined([place === '' ? '' : code(place), by(actor, issue)], '\n'),
    fields: fieldsOf(
      ['Rule', textAt(data, 'triggered_rule')],
      ['Project', textAt(issue, 'project', 'name') || textAt(issue, 'project', 'slug')],
      ['Issue', textAt(issue, 'shortId')],
      ['Assigned to', textAt(issue, 'assignedTo', 'name')],
      ['Priority', textAt(issue, 'priority')],
    ),
  }
  const lasted = state === 'closed' ? between(timeAt(issue, 'firstSeen'), when) : null
  const shown = state === 'open' && action !== 'created' ? textAt(issue, 'substatus') : ''
  const title = titleOf(pageOf(issue), entryOf(SUBSTATUS, shown) ?? word, name, lasted)
  return {
    kind: 'message',
    draft: { title, cards: [card] },
    event: factsOf(event, { incident: textAt(issue, 'id'), state, deliveryId, at: when }),
    ...(known ? {} : { isSkipped: true }),
  }
}

function by(actor: string, issue: unknown): string {
  const release = textAt(issue, 'statusDetails', 'inRelease')
  const parts = [actor === '' ? '' : `by ${actor}`, release === '' ? '' : `in ${release}`]
  return worded(parts.filter((part) => part !== '').join(' '))
}

export function readComment(hook: Hook): FormatReading | null {
  const { action, data, actor, event, deliveryId, at: when } = hook
  const incident = textAt(data, 'issue_id')
  const text = textAt(data, 'comment')
  if (text === '') return null
  const who = actor || 'Somebody'
  const verb = action === 'created' ? 'commented on' : `${action} a comment on`
  const project = textAt(data, 'project_slug')
  const where = project === '' ? 'an issue' : `an issue of ${project}`
  const draft: Draft = {
    title: `${who} ${verb} ${where}`,
    cards: [{ color: 'neutral', text: quote(prose(text)) }],
  }
  return {
    kind: 'message',
    draft,
    event: factsOf(event, { incident, state: 'update', deliveryId, at: when }),
    ...(action === 'created' ? {} : { isSkipped: true }),
  }
}
