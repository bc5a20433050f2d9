import { numberOf, textOf, wireOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call, totalOf } from './call.js'
import { readerOf } from './reader.js'

const STATES = ['open', 'update', 'acknowledged', 'closed'] as const

/** Something that a program reports about more than once, such as an alert. */
export type Incident = ReturnType<typeof incidentOf>

const incidentOf = readerOf({
  key: textOf,
  channelId: textOf,
  title: textOf,
  state: (wire, name) => STATES.find((each) => each === textOf(wire, name)) ?? 'update',
  count: numberOf,
  since: numberOf,
  /** 0 while it is not closed. */
  until: numberOf,
  lastEventAt: numberOf,
  /** The address of its post; `''` if that was deleted. */
  permalink: textOf,
})

export interface IncidentPage {
  readonly items: readonly Incident[]
  readonly total: number
}

/** The latest first, at most 50. */
export async function listIncidents(webhookId: string): Promise<IncidentPage> {
  const { body } = await call('GET', `hooks/incoming/${encodeURIComponent(webhookId)}/incidents`)
  return { items: wiresOf(wireOf(body)['incidents']).map(incidentOf), total: totalOf(body) }
}
