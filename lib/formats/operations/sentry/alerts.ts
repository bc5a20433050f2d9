import type { Card, Draft } from '../../drafts/draft.js'
import { code, joined, prose } from '../../drafts/pieces.js'
import { between } from '../../drafts/times.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, listAt, textAt, textOf, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { fieldsOf, type Meaning, titleOf, worded } from '../event.js'
import { type Hook, pageOf } from './hook.js'

const ACTIONS: Readonly<Record<string, Meaning>> = {
  critical: { word: 'Critical', state: 'open', color: 'bad' },
  open: { word: 'Alert', state: 'open', color: 'bad' },
  warning: { word: 'Warning', state: 'open', color: 'warning' },
  resolved: { word: 'Resolved', state: 'closed', color: 'good' },
}

/** A number of errors or a duration that crossed a limit. */
export function readMetricAlert(hook: Hook): FormatReading | null {
  const { action, data, event, deliveryId } = hook
  const alert = at(data, 'metric_alert')
  const name = textAt(alert, 'title') || textAt(alert, 'alert_rule', 'name')
  const { word, state, color } = entryOf(ACTIONS, action) ?? {
    word: worded(action),
    state: 'update' as const,
    color: 'neutral' as const,
  }
  const shown = name || textAt(data, 'description_title')
  if (shown === '') return null
  const end = timeAt(alert, 'date_closed') ?? hook.at
  const lasted = state === 'closed' ? between(timeAt(alert, 'date_started'), end) : null
  const query = textAt(alert, 'alert_rule', 'query')
  const projects = listAt(alert, 'projects').map(textOf).slice(0, 5)
  const card: Card = {
    color,
    text: prose(textAt(data, 'description_text')),
    fields: fieldsOf(
      ['Projects', joined(projects, ', ')],
      ['Environment', textAt(alert, 'alert_rule', 'environment')],
      ['Query', query === '' ? '' : code(query)],
    ),
  }
  const incident = textAt(alert, 'id') || textAt(alert, 'identifier')
  return {
    kind: 'message',
    draft: { title: titleOf(pageOf(data), word, shown, lasted), cards: [card] },
    event: factsOf(event, {
      incident: incident === '' ? '' : `metric_alert ${incident}`,
      state,
      deliveryId,
      at: hook.at ?? timeAt(alert, 'date_detected'),
    }),
  }
}

/** The integration was set up, or removed. */
export function readInstallation({ action, data, event, deliveryId }: Hook): FormatReading {
  const organization = textAt(data, 'installation', 'organization', 'slug')
  const whose = organization === '' ? '' : ` of ${organization}`
  const isGone = action === 'deleted'
  const draft: Draft = { title: `Sentry${whose} is ${isGone ? 'disconnected' : 'connected'}` }
  return { kind: 'message', draft, event: factsOf(event, { deliveryId }) }
}
