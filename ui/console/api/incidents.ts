import { numberOf, textOf, type Wire, wireOf, wiresOf } from 'express-incoming-webhooks-ui/wire'
import { call, totalOf } from './call.js'

/** Something that a program reports about more than once, such as an alert. */
export interface Incident {
  readonly key: string
  readonly channelId: string
  readonly title: string
  readonly state: 'open' | 'update' | 'acknowledged' | 'closed'
  readonly count: number
  readonly since: number
  /** 0 while it is not closed. */
  readonly until: number
  readonly lastEventAt: number
  /** The address of its post; `''` if that was deleted. */
  readonly permalink: string
}

export interface IncidentPage {
  readonly items: readonly Incident[]
  readonly total: number
}

const STATES = ['open', 'acknowledged', 'closed'] as const

/** The latest first, at most 50. */
export async function listIncidents(webhookId: string): Promise<IncidentPage> {
  const { body } = await call('GET', `hooks/incoming/${encodeURIComponent(webhookId)}/incidents`)
  return { items: wiresOf(wireOf(body)['incidents']).map(incidentOf), total: totalOf(body) }
}

function incidentOf(wire: Wire): Incident {
  const state = textOf(wire, 'state')
  return {
    key: textOf(wire, 'key'),
    channelId: textOf(wire, 'channel_id'),
    title: textOf(wire, 'title'),
    state: STATES.find((each) => each === state) ?? 'update',
    count: numberOf(wire, 'count'),
    since: numberOf(wire, 'since'),
    until: numberOf(wire, 'until'),
    lastEventAt: numberOf(wire, 'last_event_at'),
    permalink: textOf(wire, 'permalink'),
  }
}
