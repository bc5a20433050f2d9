import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import type { HookPost } from 'express-incoming-webhooks'
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

/** A host under a burst, at the usual limits unless a test says otherwise. */
export interface BurstHost {
  /** Of its webhook. */
  readonly url: string
  /** Its posts in order. */
  readonly posts: () => Promise<readonly HookPost[]>
  /** How often it has stored something. */
  readonly commits: () => number
}

export const BURSTS: Readonly<Record<string, (host: BurstHost) => Promise<void>>> = {
  'of 500 reports of 20 incidents is 20 posts, at most 60 commits, and the last state of each':
    reportIncidents,
  'of 500 different messages is 500 posts, in order per connection': postOnLanes,
}

async function reportIncidents({ url, posts, commits }: BurstHost): Promise<void> {
  const reports = fiveHundredReports(1, Date.now() - 60_000)
  const started = performance.now()
  const answers = await sendAtOnce(
    reports.map((report) => ({ url: `${url}/pagerduty`, body: pagerdutyReport(report) })),
  )
  const seconds = Math.max(1, Math.floor((performance.now() - started) / 1_000))
  expect(answers.filter(({ status }) => status !== 200)).to.deep.equal([])
  const roots = (await posts()).filter(({ rootId }) => rootId === '')
  expect(roots).to.have.length(INCIDENTS)
  expect(commits()).to.be.at.most(3 * INCIDENTS * seconds)
  for (const { props } of roots) expect(props['webhook_incident']).to.include({ state: 'closed' })
}

async function postOnLanes({ url, posts }: BurstHost): Promise<void> {
  const lanes = Array.from({ length: 20 }, (_, lane) => lane)
  const answers = await Promise.all(
    lanes.map(async (lane) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      const mine = Array.from({ length: 25 }, (_, n) => ({ url, body: { text: `${lane} ${n}` } }))
      const statuses = await Promise.all(mine.map((sent) => sendOne(sent, agent)))
      agent.destroy()
      return statuses.map(({ status }) => status)
    }),
  )
  expect(answers.flat().filter((status) => status !== 200)).to.deep.equal([])
  const texts = (await posts()).map(({ message }) => message.split(' ').map(Number))
  expect(texts).to.have.length(500)
  for (const lane of lanes) {
    const numbers = texts.filter(([of]) => of === lane).map(([, n]) => n)
    expect(numbers).to.deep.equal(Array.from({ length: 25 }, (_, n) => n))
  }
}
