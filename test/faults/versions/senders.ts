import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { evenly } from '../../support/even-sender.js'
import { Times } from '../../support/figures.js'
import { type Exchange, exchange } from './exchange.js'
import type { Nodes } from './nodes.js'

/** Of those that may be repeated, every fifth is so long that it is stored in several posts. */
const LONG_EVERY = 20
const LONG_WORDS = 1500
/** How many incidents are reported about at a time. */
const INCIDENTS = 10
/** The states of an incident, of which every second one is reported to the other node. */
const LIFE = ['open', 'acknowledged', 'closed', 'open', 'closed'] as const

/** A message that was answered with 200. */
export interface Message {
  readonly id: string
  /** How often the id is in the message. */
  readonly words: number
  readonly sentAt: number
  readonly answeredAt: number
}

export interface Incident {
  readonly name: string
  /** The texts of the reports that were answered with 200. */
  readonly reports: string[]
  /** Whether all of its reports were. Otherwise some may be stored or not. */
  isWhole: boolean
}

/** What was sent, and what was answered. */
export interface Sent {
  readonly messages: Message[]
  readonly incidents: ReadonlyMap<string, Incident>
  readonly refused: readonly string[]
  /** The names of texts that were refused with 503, which says that nothing was stored. */
  readonly denied: ReadonlySet<string>
  /** The names of texts of which the answer says nothing, or that were not answered. */
  readonly unknown: ReadonlySet<string>
  /** Repeated requests whose answer is not that of the first. */
  readonly differing: readonly string[]
  readonly times: Times
}

/** What tells a text from all others: its first word, or all of a report of an incident. */
export function nameOf(text: string): string {
  return text.startsWith('incident-') ? text : (text.split(' ')[0] ?? '')
}

const RECEIPT = z.object({ posts: z.array(z.object({ id: z.string(), action: z.string() })) })

export class Senders implements Sent {
  readonly messages: Message[] = []
  readonly incidents = new Map<string, Incident>()
  readonly refused: string[] = []
  readonly denied = new Set<string>()
  readonly unknown = new Set<string>()
  readonly differing: string[] = []
  readonly times = new Times()
  readonly #nodes: Nodes
  readonly #hookPaths: readonly string[]
  /** The report before, by the name of the incident. */
  readonly #reported = new Map<string, Promise<unknown>>()

  constructor(nodes: Nodes, hookPaths: readonly string[]) {
    this.#nodes = nodes
    this.#hookPaths = hookPaths
  }

  /** 40 messages per second to both nodes in turns, until it is over. */
  sendUntil(isOver: () => boolean): Promise<void> {
    const kinds = [
      (n: number, url: string) => this.#once(n, url),
      (n: number, url: string) => this.#twice(n, url),
      (n: number) => this.#report(n),
      (n: number, url: string) => this.#atOnce(n, url),
    ]
    return evenly(async (n) => {
      const [kind, round] = [n % kinds.length, Math.floor(n / kinds.length)]
      await kinds[kind]?.(n, this.#nodes.url(round + kind))
    }, isOver)
  }

  /** A receipt, or null for what was refused. */
  async post(
    url: string,
    body: { readonly text: string },
    headers: Readonly<Record<string, string>>,
  ): Promise<(Exchange & z.infer<typeof RECEIPT>) | null> {
    const answer = await exchange(this.#nodes, url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    this.times.add(answer.answeredAt - answer.sentAt)
    if (answer.status === 200) return { ...answer, ...RECEIPT.parse(JSON.parse(answer.text)) }
    this.refused.push(`${String(answer.status)} ${answer.text}`)
    const names = answer.status === 503 ? this.denied : this.unknown
    names.add(nameOf(body.text))
    return null
  }

  async #once(n: number, node: string): Promise<void> {
    const id = randomUUID()
    const answer = await this.#message(n, node, id, this.#nodes.hasGaps ? id : null)
    if (answer) this.messages.push({ ...answer, id, words: 1 })
  }

  /** Again, to the other node, after the answer of the first. */
  async #twice(n: number, node: string): Promise<void> {
    const id = randomUUID()
    const words = n % LONG_EVERY === 1 ? LONG_WORDS : 1
    const text = `${id} `.repeat(words)
    const first = await this.#message(n, node, text, id)
    if (!first) return
    this.messages.push({ ...first, id, words })
    const second = await this.#message(n, await this.#nodes.other(node), text, id)
    if (!second) return
    this.#compare(id, first, second)
    if (second.headers['idempotent-replayed'] !== 'true') this.differing.push(`${id}: no replay`)
  }

  /** To both nodes at the same time. */
  async #atOnce(n: number, node: string): Promise<void> {
    const id = randomUUID()
    const other = this.#nodes.hasGaps ? node : await this.#nodes.other(node)
    const both = [node, other].map((each) => this.#message(n, each, id, id))
    const accepted = (await Promise.all(both)).filter((answer) => answer !== null)
    const [first] = accepted
    // What one of them has refused, the other one may have stored.
    if (!first) return
    const answeredAt = Math.min(...accepted.map((answer) => answer.answeredAt))
    this.messages.push({ id, words: 1, sentAt: first.sentAt, answeredAt })
    this.#compare(id, ...accepted)
  }

  #compare(id: string, ...receipts: readonly z.infer<typeof RECEIPT>[]): void {
    const ids = receipts.map(({ posts }) => posts.map((post) => post.id).join())
    if (new Set(ids).size > 1) this.differing.push(`${id}: other posts`)
  }

  #message(n: number, node: string, text: string, key: string | null) {
    const headers = key === null ? {} : { 'Idempotency-Key': key }
    return this.post(`${node}${this.#hookPath(n)}?wait=true`, { text }, headers)
  }

  /** What happens to an incident, one after the other. The first is reported to both nodes at once. */
  async #report(n: number): Promise<void> {
    const number = Math.floor(n / 4)
    const wave = Math.floor(number / (INCIDENTS * LIFE.length))
    const step = Math.floor(number / INCIDENTS) % LIFE.length
    const name = `incident-${wave * INCIDENTS + (number % INCIDENTS)}`
    const state = LIFE[step] ?? 'update'
    const hookPath = this.#hookPath(wave + (number % INCIDENTS))
    const text = `${name} is ${state} ${randomUUID()}`
    const send = async (turn: number): Promise<void> => {
      const url = `${this.#nodes.url(turn)}${hookPath}?wait=true&thing=${name}`
      const headers = { 'Correlation-State': state, 'Idempotency-Key': randomUUID() }
      const answer = await this.post(url, { text }, headers)
      const incident = this.incidents.get(name) ?? { name, reports: [], isWhole: true }
      this.incidents.set(name, incident)
      if (!answer) incident.isWhole = false
      else if (incident.reports.at(-1) !== text) incident.reports.push(text)
    }
    const turns = step === 0 ? [0, 1] : [wave + number + step]
    const before = this.#reported.get(name)
    const reported = (async () => {
      await before
      await Promise.all(turns.map(send))
    })()
    this.#reported.set(name, reported)
    await reported
  }

  #hookPath(n: number): string {
    return this.#hookPaths[n % this.#hookPaths.length] ?? ''
  }
}
