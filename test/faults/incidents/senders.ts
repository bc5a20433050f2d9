import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { call } from '../../support/http-client.js'
import type { Delivery, Incident } from './lives.js'

/** After each request, so that the senders are at work for as long as the nodes are disturbed. */
const PAUSE_MS = 50

export interface SendersOptions {
  /** The nodes, which each sender takes in turns. */
  readonly urls: readonly string[]
  /** Of the webhook of an incident. */
  readonly hookPathOf: (incident: Incident) => string
  readonly deliveries: readonly Delivery[]
  readonly count: number
}

export interface Senders {
  /** How often each status was answered; 0 is no answer. */
  readonly statuses: ReadonlyMap<number, number>
  readonly isDone: boolean
  /** Resolves when everything was acknowledged. Rejects if something was refused for good. */
  readonly done: Promise<void>
}

/** Senders that take the deliveries in their order and send each until it is acknowledged. */
export function startSenders({ deliveries, ...options }: SendersOptions): Senders {
  const agent = new Agent({ keepAlive: true, maxSockets: options.count })
  const statuses = new Map<number, number>()
  const waiting = deliveries.values()
  let isDone = false
  const send = async (delivery: Delivery, first: number): Promise<void> => {
    for (let attempt = first; ; attempt += 1) {
      const node = options.urls[attempt % options.urls.length] ?? ''
      const status = await statusOf(
        `${node}${options.hookPathOf(delivery.incident)}`,
        delivery,
        agent,
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 200) return
      if (status !== 0 && status < 500 && status !== 409 && status !== 429) {
        throw new Error(`an event was refused with ${status}`)
      }
      await sleep(PAUSE_MS)
    }
  }
  const sender = async (number: number): Promise<void> => {
    for (const delivery of waiting) {
      await send(delivery, number)
      await sleep(PAUSE_MS)
    }
  }
  const senders = Array.from({ length: options.count }, async (_, number) => sender(number))
  const done = Promise.all(senders)
    .then(() => undefined)
    .finally(() => {
      isDone = true
      agent.destroy()
    })
  done.catch(() => undefined)
  return {
    get isDone() {
      return isDone
    },
    statuses,
    done,
  }
}

async function statusOf(
  url: string,
  { idempotencyKey, body }: Delivery,
  agent: Agent,
): Promise<number> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'PagerDuty-Webhook/V3.0',
    'Idempotency-Key': idempotencyKey,
  }
  try {
    return (await call(url, { method: 'POST', headers, body, agent })).status
  } catch {
    return 0
  }
}
