import type { IncidentChange } from '../model/incidents.js'
import { historyLine } from '../rules/incident-history.js'
import type { ComposedPost } from './compose.js'
import { moment, quoteFor } from './incident-line.js'
import type { Show } from './compose.js'

/** The reply that tells several changes of an incident, as the author of the last one. */
export function toldChanges(
  changes: readonly IncidentChange[],
  { props, ...last }: ComposedPost,
  show: Show,
): ComposedPost {
  const { attachments: _, ...author } = props
  const line = historyLine(changes, { moment, quote: quoteFor(show) }, false)
  return {
    ...last,
    type: '',
    message: `${line} (UTC)`,
    props: { ...author, webhook_changes: [...changes] },
  }
}
