import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { generator, shuffled } from './random.js'

/** What a sender sends. */
export interface Sent {
  readonly url: string
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends all at once, each on a connection of its own, so that all have begun before the first answer. */
export function sendAtOnce(all: readonly Sent[]): Promise<readonly Answered[]> {
  return Promise.all(all.map((sent) => sendOne(sent, new Agent({ keepAlive: false }))))
}

export async function sendOne({ url, body, headers }: Sent, agent: Agent): Promise<Answered> {
  const req = request(url, {
    method: 'POST',
    agent,
    headers: { 'content-type': 'application/json', ...headers },
  })
  req.end(JSON.stringify(body))
  const res = await new Promise<IncomingMessage>((resolve, reject) => {
    req.once('response', resolve).once('error', reject)
  })
  return { status: res.statusCode ?? 0, headers: res.headers, body: await text(res) }
}

export const INCIDENTS = 20
const REPORTS = 25
const STATES = ['open', 'acknowledged', 'closed'] as const

export interface IncidentReport {
  readonly incident: string
  readonly state: (typeof STATES)[number]
  readonly text: string
  /** When it happened, in milliseconds since 1970. */
  readonly at: number
}

/** 500 reports of 20 incidents in random order, each with a text of its own; the last one closes. */
export function fiveHundredReports(seed: number, at: number): readonly IncidentReport[] {
  const random = generator(seed)
  const reports = Array.from({ length: INCIDENTS }, (_, incident) =>
    Array.from({ length: REPORTS }, (_, number): IncidentReport => {
      const isLast = number === REPORTS - 1
      const state = isLast ? 'closed' : (STATES[number % 2] ?? 'open')
      const says = `incident ${incident} says ${number}`
      return { incident: `i${incident}`, state, text: says, at: at + number * 1_000 }
    }),
  )
  return shuffled(reports.flat(), random)
}

/** A report as PagerDuty sends it, which says when it happened. */
export function pagerdutyReport({ incident, state, text, at }: IncidentReport): unknown {
  const type = { open: 'triggered', acknowledged: 'acknowledged', closed: 'resolved' }[state]
  return {
    event: {
      id: `${incident}-${at}`,
      event_type: `incident.${type}`,
      resource_type: 'incident',
      occurred_at: new Date(at).toISOString(),
      data: { id: incident, type: 'incident', title: text, html_url: 'https://pd.example.test/1' },
    },
  }
}
