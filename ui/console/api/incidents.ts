import { numberOf, textOf, wireOf, wiresOf } from 'express-incoming-webhooks-ui'
import {
  INCIDENT_STATES,
  type IncidentChange,
  type IncidentState,
} from '../../../lib/model/incidents.js'
import { get, totalOf } from './call.js'
import { listOf, readerOf } from './reader.js'

/** A state that only a newer server knows is an update. */
function stateOf(wire: unknown, name: string): IncidentState {
  return INCIDENT_STATES.find((each) => each === textOf(wire, name)) ?? 'update'
}

const changeOf = readerOf<IncidentChange>({
  state: stateOf,
  at: numberOf,
  by: textOf,
  level: textOf,
  title: textOf,
})

/** Something that a program reports about more than once, such as an alert. */
export type Incident = ReturnType<typeof incidentOf>

const incidentOf = readerOf({
  key: textOf,
  channelId: textOf,
  title: textOf,
  state: stateOf,
  count: numberOf,
  since: numberOf,
  /** Null while it is not closed. */
  until: (wire, name) => numberOf(wire, name) || null,
  /** The changes of its state, the first one first. */
  history: listOf(changeOf),
  /** The address of its post; `''` if that was deleted. */
  permalink: textOf,
})

/** The latest first, at most 50. */
export async function listIncidents(webhookId: string) {
  const body = await get(`hooks/incoming/${encodeURIComponent(webhookId)}/incidents`)
  return { items: wiresOf(wireOf(body)['incidents']).map(incidentOf), total: totalOf(body) }
}
