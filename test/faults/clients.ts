import { randomInt } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, call } from '../support/http-client.js'
import { type Sent, textOf } from './messages.js'

const CLIENTS = 50
/** On average half of it; keeps a round to about a thousand messages. */
const MAX_PAUSE_MS = 100

export interface Round {
  readonly hookUrl: string
  readonly round: number
  /** Filled by the clients; outlives the server. */
  readonly sent: Map<string, Sent>
}

/** Starts 50 clients that post one message after another. `end` stops them and waits for the last answers. */
export function startClients(round: Round): { end(): Promise<void> } {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS })
  const state = { running: true }
  const loops = Array.from({ length: CLIENTS }, (_, client) => loop(round, client, agent, state))
  return {
    end: async () => {
      state.running = false
      await Promise.all(loops)
      agent.destroy()
    },
  }
}

async function loop(
  { hookUrl, round, sent }: Round,
  client: number,
  agent: Agent,
  state: { readonly running: boolean },
): Promise<void> {
  for (let number = 0; state.running; number++) {
    const id = `r${round}c${client}n${number}`
    const message: Sent = {
      id,
      parts: chooseParts(),
      idempotencyKey: randomInt(10) < 3 ? `key-${id}` : null,
      state: 'unknown',
    }
    sent.set(id, message)
    try {
      const answer = await post(hookUrl, message, agent)
      message.state = stateAfter(answer)
    } catch {
      return
    }
    await sleep(randomInt(MAX_PAUSE_MS))
  }
}

function chooseParts(): 1 | 2 | 3 {
  const dice = randomInt(20)
  if (dice === 0) return 3
  return dice < 4 ? 2 : 1
}

function stateAfter({ status, text }: Answer): Sent['state'] {
  if (status === 200 && text === 'ok') return 'acknowledged'
  return status === 503 || (status >= 400 && status < 500) ? 'refused' : 'unknown'
}

function post(hookUrl: string, message: Sent, agent?: Agent): Promise<Answer> {
  const key = message.idempotencyKey
  return call(hookUrl, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(key === null ? {} : { 'Idempotency-Key': key }),
    },
    body: JSON.stringify({ text: textOf(message) }),
    ...(agent ? { agent } : {}),
  })
}

/**
 * Sends again, with their keys, what got no answer and some of what was acknowledged. Answers what
 * went wrong, one line each, and how many were sent.
 */
export async function repeat({
  hookUrl,
  sent,
}: Round): Promise<{ repeated: number; faults: string[] }> {
  const keyed = [...sent.values()].filter(({ idempotencyKey }) => idempotencyKey !== null)
  const unanswered = keyed.filter(({ state }) => state === 'unknown')
  const acknowledged = keyed.filter(({ state }) => state === 'acknowledged').slice(-10)
  const faults: string[] = []
  for (const message of [...acknowledged, ...unanswered]) {
    const known = message.state === 'acknowledged'
    const answer = await post(hookUrl, message)
    if (answer.status !== 200 || answer.text !== 'ok') {
      faults.push(`${message.id}, repeated, was answered ${answer.status} ${answer.text}`)
      continue
    }
    message.state = 'acknowledged'
    if (known && answer.headers['idempotent-replayed'] !== 'true') {
      faults.push(`${message.id}, acknowledged and repeated, was not called a replay`)
    }
  }
  return { repeated: acknowledged.length + unanswered.length, faults }
}
