import { WebhookError } from '../model/errors.js'

/** Runs jobs with the same key one at a time, in order. Other keys do not wait for them. */
export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** At most `limit` running and waiting jobs per key; more throw `storage_unavailable`. */
export function createTurns(limit: number): InTurn {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>()
  return async (key, work) => {
    const line = lines.get(key) ?? { length: 0, last: Promise.resolve() }
    if (line.length >= limit) throw busy()
    lines.set(key, line)
    line.length += 1
    const turn = line.last.then(work)
    line.last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(key)
    }
  }
}

/** The error for a job that nobody has time for. */
export function busy(): WebhookError {
  return new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}
