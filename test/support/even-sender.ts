import { randomUUID } from 'node:crypto'
import { call } from './http-client.js'

export const PER_SECOND = 40

export interface EvenSenderOptions {
  readonly url: string
  /** Taken in turns. */
  readonly hookPaths: readonly string[]
  /** Messages to send at least. */
  readonly atLeast?: number
}

export interface Sent {
  /** The ids of the messages that were answered with 200, each of which is in its message once. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** Statuses and failures of the others, with their ids. */
  readonly refused: readonly (readonly [id: string, answer: string])[]
}

/**
 * Sends 40 messages per second until `work` is done, as programs do that never try again: each on a
 * connection of its own, without an `Idempotency-Key`. `work` may ask how many it has sent.
 */
export async function sendEvenly(
  { url, hookPaths, atLeast = 0 }: EvenSenderOptions,
  work: (count: () => number) => Promise<void>,
): Promise<Sent> {
  const acknowledged = new Map<string, number>()
  const refused: (readonly [string, string])[] = []
  const send = async (path: string): Promise<void> => {
    const id = randomUUID()
    const answer = await answerTo(`${url}${path}`, id)
    if (answer === '200') acknowledged.set(id, 1)
    else refused.push([id, answer])
  }
  const state = { isOver: false, sent: 0 }
  const over = work(() => state.sent).finally(() => {
    state.isOver = true
  })
  await evenly(
    (n) => {
      state.sent = n + 1
      return send(hookPaths[n % hookPaths.length] ?? '')
    },
    () => state.isOver && state.sent >= atLeast,
  )
  await over
  return { acknowledged, refused }
}

/** Calls `send` with 0, 1, 2 … 40 times per second, until it is over and all calls have ended. */
export async function evenly(
  send: (n: number) => Promise<void>,
  isOver: () => boolean,
): Promise<void> {
  const sending: Promise<void>[] = []
  const began = performance.now()
  const isDue = (): boolean => performance.now() - began >= (sending.length * 1000) / PER_SECOND
  while (!isOver()) {
    if (isDue()) sending.push(send(sending.length))
    else await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(sending)
}

async function answerTo(url: string, text: string): Promise<string> {
  try {
    const { status } = await call(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text }),
    })
    return String(status)
  } catch (error) {
    return String(error)
  }
}
