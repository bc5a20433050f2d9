import { WebhookError } from '../model/errors.js'

/** What a message that waits for its turn holds, and for how long it can wait. */
export interface Waiter {
  /** Milliseconds. */
  readonly patience: number
  /** Counts the bytes. Called only if it has to wait. */
  readonly bytes: () => number
}

/** Waits for a turn. Throws if it does not come in time, or the sender has hung up. */
export type WaitForTurn = (waiter: Waiter) => Promise<void>

/**
 * The turn of a request to post: so that a channel is not flooded, a webhook posts so many messages in a
 * second, and the others wait in line. Once it has come, it stays.
 */
export interface Turn {
  /** Null if it has come, or comes now because nobody waits; else the wait for it. */
  ask(): Promise<WaitForTurn | null>
  /** Waits for others, which store what the request says too. Throws if too much waits so. */
  aside<T>(waiter: Pick<Waiter, 'bytes'>, wait: () => Promise<T>): Promise<T>
  /** Whether the request waits in line. */
  readonly isWaiting: boolean
  /** Whether the sender has hung up. */
  readonly isGone: boolean
}

/** What waits for its turn: a message that is ready to be stored. */
export function waiterOf({
  patience,
  composed,
}: Pick<Waiter, 'patience'> & { readonly composed: unknown }): Waiter {
  return { patience, bytes: () => JSON.stringify(composed).length }
}

/** The end of a request whose sender no longer waits for its answer. */
export function hungUp(): WebhookError {
  return new WebhookError('storage_unavailable', { detail: 'the sender has hung up' })
}
