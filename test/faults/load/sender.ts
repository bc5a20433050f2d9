import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Connection, type RawAnswer } from './connection.js'
import { Times, type TimeSummary } from '../../support/figures.js'

/** What the sender's process is told. Everything ends by itself: by `seconds`, and by the bounds. */
export interface Order {
  readonly port: number
  /** The whole request, headers and body. */
  readonly request: string
  readonly seconds: number
  /** Requests per second whatever the answers, or so many clients that each wait for theirs. */
  readonly pace: { readonly rate: number } | { readonly clients: number }
}

/** What it saw. Times count from the moment at which a request was due. */
export interface Sent {
  readonly sent: number
  readonly seconds: number
  readonly byStatus: Readonly<Record<string, TimeSummary>>
  /** Connections that ended with a request on its way. */
  readonly resets: number
  readonly unanswered: number
  /** 429 and 503 that do not say when to come again. */
  readonly withoutRetryAfter: number
  readonly connections: number
  /** How long this process itself was held up, 99th percentile, in milliseconds. */
  readonly ownDelay: number
}

const MAX_CONNECTIONS = 3_000
const MAX_REQUESTS = 1_000_000
/** How long answers are waited for at the end: TCP sends again what a full queue of connections has dropped, the sixth time after 12 s. */
const GRACE_MS = 15_000

class Sender {
  readonly #order: Order
  readonly #idle: Connection[] = []
  readonly #open = new Set<Connection>()
  /** When the requests were due that wait for a connection. */
  readonly #late: number[] = []
  readonly #times = new Map<string, Times>()
  readonly #limit: number
  #sent = 0
  #answered = 0
  #resets = 0
  #withoutRetryAfter = 0
  #connections = 0
  #ended = false

  constructor(order: Order) {
    this.#order = order
    this.#limit = 'clients' in order.pace ? order.pace.clients : MAX_CONNECTIONS
  }

  async run(): Promise<Sent> {
    const { pace, seconds } = this.#order
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const began = performance.now()
    const end = began + seconds * 1000
    if ('clients' in pace) {
      for (let client = 0; client < pace.clients; client += 1) this.#due(performance.now())
      await pause(seconds * 1000)
    } else {
      let due = 0
      for (let now = began; now < end && due < MAX_REQUESTS; now = performance.now()) {
        for (; due < ((now - began) / 1000) * pace.rate; due += 1) {
          this.#due(began + (due / pace.rate) * 1000)
        }
        await pause(1)
      }
    }
    const took = (performance.now() - began) / 1000
    delay.disable()
    this.#ended = true
    const grace = performance.now() + GRACE_MS
    while (this.#answered + this.#resets < this.#sent && performance.now() < grace) await pause(10)
    for (const connection of this.#open) connection.close()
    return {
      sent: this.#sent,
      seconds: took,
      byStatus: Object.fromEntries([...this.#times].map(([name, t]) => [name, t.summary()])),
      resets: this.#resets,
      unanswered: this.#sent - this.#answered - this.#resets,
      withoutRetryAfter: this.#withoutRetryAfter,
      connections: this.#connections,
      ownDelay: delay.percentile(99) / 1e6,
    }
  }

  #due(at: number): void {
    const connection = this.#take()
    if (connection) {
      this.#sent += 1
      connection.send(this.#order.request, at)
    } else this.#late.push(at)
  }

  #take(): Connection | undefined {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) if (idle.usable) return idle
    if (this.#open.size >= this.#limit) return undefined
    const connection = new Connection(this.#order.port, {
      onAnswer: (from, answer) => {
        this.#answer(from, answer)
      },
      onClose: (from, midway) => {
        this.#open.delete(from)
        // What is cut off after the end has not been waited for.
        if (midway && !this.#ended) this.#resets += 1
        this.#next()
      },
    })
    this.#open.add(connection)
    this.#connections += 1
    return connection
  }

  #answer(from: Connection, { status, head }: RawAnswer): void {
    this.#answered += 1
    const name = String(status)
    const times = this.#times.get(name) ?? new Times()
    this.#times.set(name, times)
    times.add(performance.now() - from.due)
    if ((status === 429 || status === 503) && !/^retry-after: *\d+/im.test(head)) {
      this.#withoutRetryAfter += 1
    }
    if (from.usable) this.#idle.push(from)
    if ('clients' in this.#order.pace) this.#late.push(performance.now())
    this.#next()
  }

  #next(): void {
    if (this.#ended) return
    const at = this.#late.shift()
    if (at !== undefined) this.#due(at)
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

process.on('message', (order: Order) => {
  void new Sender(order).run().then((sent) => process.send?.(sent))
})
// The parent is gone: nobody asks any more.
process.on('disconnect', () => process.exit())
