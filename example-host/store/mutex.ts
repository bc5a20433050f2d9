import { WebhookError } from 'express-incoming-webhooks'

/** Runs one piece of work after the other, in the order of the calls. */
export type Mutex = <T>(work: () => Promise<T>) => Promise<T>

/** Beyond `limit` waiting callers: `storage_unavailable`. */
export function createMutex(limit: number): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= limit) throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
    waiting++
    const turn = last.then(work).finally(() => waiting--)
    last = turn.catch(() => undefined)
    return turn
  }
}
