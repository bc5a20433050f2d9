import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { call } from '../../support/http-client.js'
import { until } from '../../support/until.js'

/** Every fifth message is so long that it is stored in several posts. */
const LONG_EVERY = 5
const LONG_WORDS = 1500
const PAUSE_MS = 20

export interface TrafficOptions {
  /** The nodes, which each client takes in turns. */
  readonly urls: readonly string[]
  readonly hookPaths: readonly string[]
  readonly clients: number
}

/** Clients that send each message, with its key, until it is acknowledged. */
export interface Traffic {
  /** How many messages have been acknowledged. */
  readonly acknowledged: number
  /** Resolves at the next acknowledgement of a message. */
  next(): Promise<void>
  /** Lets what is under way come to its end. Returns how often the id of each message is in it. */
  finish(): Promise<ReadonlyMap<string, number>>
}

export function startTraffic({ urls, hookPaths, clients }: TrafficOptions): Traffic {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const done = new Map<string, number>()
  let isOver = false
  let sent = 0
  const client = async (number: number): Promise<void> => {
    while (!isOver) {
      const id = randomUUID()
      sent += 1
      const words = sent % LONG_EVERY === 0 ? LONG_WORDS : 1
      const text = `${id} `.repeat(words)
      const path = hookPaths[number % hookPaths.length] ?? ''
      for (let attempt = number; ; attempt += 1) {
        const url = `${urls[attempt % urls.length] ?? ''}${path}`
        if (await isAcknowledged(url, id, text, agent)) break
        await pause()
      }
      done.set(id, words)
    }
  }
  const all = Promise.all(Array.from({ length: clients }, async (_, number) => client(number)))
  return {
    get acknowledged() {
      return done.size
    },
    next: async () => {
      const before = done.size
      await until('a message is acknowledged', () => done.size > before)
    },
    finish: async () => {
      isOver = true
      await all
      agent.destroy()
      return done
    },
  }
}

async function isAcknowledged(
  url: string,
  id: string,
  text: string,
  agent: Agent,
): Promise<boolean> {
  try {
    const { status } = await call(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': id },
      body: JSON.stringify({ text }),
      agent,
    })
    if (status !== 200 && status < 500 && status !== 409 && status !== 429) {
      throw new TypeError(`a message was refused with ${status}`)
    }
    return status === 200
  } catch (error) {
    if (error instanceof TypeError) throw error
    return false
  }
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
}
