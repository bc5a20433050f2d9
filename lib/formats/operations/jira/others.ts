import type { Color } from '../../drafts/draft.js'
import { prose } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, textAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { eventName, titleOf, worded } from '../event.js'
import type { JiraEvent } from './issues.js'

/** Events that tell a team something, by name. Others that name an incident are skipped. */
const SHOWN: Readonly<Record<string, readonly [string, Color]>> = {
  'sprint.started': ['Sprint started', 'neutral'],
  'sprint.closed': ['Sprint closed', 'good'],
  'version.released': ['Version released', 'good'],
  'version.unreleased': ['Version no longer released', 'warning'],
  'project.created': ['Project created', 'neutral'],
  'project.deleted': ['Project deleted', 'warning'],
}

/** What is not about an issue or a comment. */
export function readOther(event: JiraEvent): FormatReading {
  const name = eventName(event.name)
  const [kind = ''] = name.split('.')
  const found = at(event.body, kind)
  const incident = textAt(found, 'id')
  const facts = factsOf(name, {
    incident: incident === '' ? '' : `${kind} ${incident}`,
    deliveryId: event.deliveryId,
    at: event.at,
  })
  const label =
    textAt(found, 'name') ||
    textAt(found, 'displayName') ||
    textAt(found, 'filename') ||
    textAt(event.issue, 'key')
  if (label === '') return { kind: 'skip', event: facts }
  const shown = entryOf(SHOWN, name)
  const [word, color] = shown ?? [worded(name.replaceAll('.', ' ')), 'neutral' as const]
  const text = prose(textAt(found, 'goal') || textAt(found, 'description'))
  const draft = { title: titleOf('', word, label), cards: [{ color, text }] }
  return { kind: 'message', draft, event: facts, ...(shown ? {} : { isSkipped: true }) }
}
