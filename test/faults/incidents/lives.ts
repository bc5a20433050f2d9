import { randomUUID } from 'node:crypto'
import type { IncidentState } from '../../../lib/model/incidents.js'
import { shuffled } from '../../support/random.js'

/** What happens to an incident, in this order, with its minute. */
type Life = readonly (readonly [event: string, minute: number])[]

const LIVES: readonly Life[] = [
  [
    ['triggered', 0],
    ['acknowledged', 4],
    ['resolved', 9],
  ],
  [
    ['triggered', 0],
    ['resolved', 7],
    ['reopened', 12],
  ],
  [
    ['triggered', 0],
    ['resolved', 7],
    ['reopened', 12],
    ['acknowledged', 15],
    ['resolved', 21],
  ],
  [
    ['triggered', 0],
    ['acknowledged', 3],
  ],
]

const STATES: Readonly<Record<string, IncidentState>> = {
  triggered: 'open',
  reopened: 'open',
  acknowledged: 'acknowledged',
  resolved: 'closed',
}

const START = Date.parse('2026-01-01T00:00:00Z')
const MINUTE = 60_000
/** How often each event is sent. */
const TIMES = 2

/** An incident, and how its post must look after all of its events, in whatever order. */
export interface Incident {
  readonly id: string
  readonly state: IncidentState
  readonly since: number
  readonly until: number | null
  readonly events: number
}

/** A request that reports an event of an incident. */
export interface Delivery {
  readonly incident: Incident
  readonly idempotencyKey: string
  readonly body: string
}

export function makeIncidents(count: number): readonly Incident[] {
  return Array.from({ length: count }, (_, number) => {
    const life = lifeOf(number)
    const [last, minute] = life.at(-1) ?? ['triggered', 0]
    const state = stateOf(last)
    return {
      id: `INCIDENT${number}`,
      state,
      since: START,
      until: state === 'closed' ? START + minute * MINUTE : null,
      events: life.length,
    }
  })
}

/** All events of these incidents, each several times, in a random order. */
export function makeDeliveries(
  incidents: readonly Incident[],
  random: () => number,
): readonly Delivery[] {
  const all = incidents.flatMap((incident, number) =>
    lifeOf(number).flatMap(([event, minute]) =>
      Array.from({ length: TIMES }, () => ({
        incident,
        idempotencyKey: randomUUID(),
        body: bodyOf(incident, event, minute),
      })),
    ),
  )
  return shuffled(all, random)
}

function lifeOf(number: number): Life {
  return LIVES[number % LIVES.length] ?? []
}

function stateOf(event: string): IncidentState {
  const state = STATES[event]
  if (!state) throw new Error(`${event} has no state`)
  return state
}

/** As PagerDuty's webhooks of version 3. */
function bodyOf({ id }: Incident, event: string, minute: number): string {
  const occurredAt = new Date(START + minute * MINUTE).toISOString()
  const data = {
    id,
    type: 'incident',
    html_url: `https://example.pagerduty.com/incidents/${id}`,
    title: `Disk of ${id} is full`,
    service: { summary: 'Storage' },
    urgency: 'high',
    created_at: new Date(START).toISOString(),
  }
  return JSON.stringify({
    event: {
      id: randomUUID(),
      event_type: `incident.${event}`,
      resource_type: 'incident',
      occurred_at: occurredAt,
      data,
    },
  })
}
