import { atMostEvery } from '../at-most-every.js'
import { type SqlDatabase, type SqlDialect, SWEEP_MS, type TableName } from './database.js'

/** What of a table is kept, besides rows that have not expired. */
export interface Kept {
  /** Deletes the oldest rows of webhooks: its values are a JSON list of their ids, and `most`. */
  readonly deleteOldest: Readonly<Record<SqlDialect, (table: string) => string>>
  /** How much of each webhook is kept. */
  readonly most: number
}

/**
 * Deletes rows that have expired, and the oldest of webhooks that have too many. Called for each
 * webhook whose rows this process uses, so that no sweep reads those of all.
 */
export function webhookSweep(
  db: SqlDatabase,
  name: TableName,
  { deleteOldest, most }: Kept,
): (now: number, webhookId: string) => Promise<void> {
  const table = db.table(name)
  let used = new Set<string>()
  const sweep = atMostEvery(SWEEP_MS, async (now) => {
    const webhookIds = JSON.stringify([...used])
    used = new Set()
    await db.delete(name, 'expires_at <= ?', now)
    await db.rows(deleteOldest[db.dialect](table), webhookIds, most)
  })
  return async (now, webhookId) => {
    used.add(webhookId)
    await sweep(now)
  }
}
