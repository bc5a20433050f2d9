import type { IncidentChange } from '../model/incidents.js'
import { changesLine } from '../rules/incident-line.js'
import type { ComposedPost, Show } from './compose.js'

/** The reply that tells several changes of an incident, by the author of the last one. */
export function toldChanges(
  changes: readonly IncidentChange[],
  { props, ...last }: ComposedPost,
  show: Show,
): ComposedPost {
  const { attachments: _, ...author } = props
  return {
    ...last,
    type: '',
    message: changesLine(changes, show === 'text' ? 'text' : 'markdown'),
    props: { ...author, webhook_changes: [...changes] },
  }
}
