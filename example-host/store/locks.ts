import { WebhookError } from 'express-incoming-webhooks'

/**
 * Runs work after all earlier work that has a name in common with it, in the order of the calls. Work
 * that shares no name runs at the same time, so that its commits share a write.
 */
export type Locks = <T>(names: readonly string[], work: () => Promise<T>) => Promise<T>

/** Beyond `limit` waiting callers: `storage_unavailable`. */
export function createLocks(limit: number): Locks {
  /** The last work of each name, until it has ended. Resolves also if the work fails. */
  const last = new Map<string, Promise<void>>()
  let waiting = 0

  return async (names, work) => {
    const before = names.flatMap((name) => last.get(name) ?? [])
    // Before it is noted: later work must not take its refusal for the end of earlier work.
    if (before.length > 0 && waiting >= limit) {
      throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
    }
    // Without anything to wait for, it begins at once: posts keep the order in which they were sent.
    const running = before.length === 0 ? work() : whenEnded(before).then(work)
    const forget = (): void => {
      for (const name of names) if (last.get(name) === ended) last.delete(name)
    }
    const ended: Promise<void> = running.then(forget, forget)
    for (const name of names) last.set(name, ended)
    return running
  }

  async function whenEnded(before: readonly Promise<void>[]): Promise<void> {
    waiting++
    await Promise.all(before)
    waiting--
  }
}
