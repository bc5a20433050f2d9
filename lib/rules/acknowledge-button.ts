import { ACKNOWLEDGE } from '../model/action-ids.js'
import { attachmentsOf, isJsonList, isJsonObject } from '../model/json.js'
import type { HookProps, JsonValue } from '../model/records.js'

/** What finds an incident: its name, and its channel. */
export interface Acknowledged {
  readonly incident: string
  /** The id of the one where it would be without rules. */
  readonly channel: string
}

/** Props with the button that takes care of an open incident, behind what its post shows. */
export function withAcknowledge(props: HookProps, { incident, channel }: Acknowledged): HookProps {
  const button = {
    id: ACKNOWLEDGE,
    type: 'button',
    name: 'Acknowledge',
    // What finds the incident; like all that is here, it does not reach browsers.
    integration: { url: '', context: {}, own: 'acknowledge', incident, channel },
  }
  const shown = attachmentsOf(props)
  const last = shown.at(-1)
  if (!isJsonObject(last)) return { ...props, attachments: [{ actions: [button] }] }
  const whole = { ...last, actions: [...actionsOf(last), button] }
  return { ...props, attachments: [...shown.slice(0, -1), whole] }
}

/** The same props without it. */
export function withoutAcknowledge(props: HookProps): HookProps {
  const { attachments: _, ...others } = props
  const shown = attachmentsOf(props)
  if (!shown.some((each) => actionsOf(each).some(isAcknowledge))) return props
  const left = shown.map(withoutButton).filter((each) => each !== null)
  return left.length > 0 ? { ...others, attachments: left } : others
}

function actionsOf(attachment: JsonValue) {
  const actions = isJsonObject(attachment) ? attachment['actions'] : undefined
  return isJsonList(actions) ? actions : []
}

function isAcknowledge(action: JsonValue) {
  return isJsonObject(action) && action['id'] === ACKNOWLEDGE
}

/** Null if it was all there is. */
function withoutButton(attachment: JsonValue) {
  if (!isJsonObject(attachment) || !isJsonList(attachment['actions'])) return attachment
  const { actions: _, ...others } = attachment
  const left = attachment['actions'].filter((action) => !isAcknowledge(action))
  if (left.length > 0) return { ...others, actions: left }
  return Object.keys(others).length > 0 ? others : null
}
