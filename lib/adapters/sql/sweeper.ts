import type { SqlDatabase } from './database.js'

const EVERY_MS = 60_000

/** Deletes rows whose time is over, at most once a minute. */
export function createSweeper(
  db: SqlDatabase,
  table: string,
  timeColumn: string,
): (now: number) => Promise<void> {
  let next = 0
  return async (now) => {
    if (now < next) return
    next = now + EVERY_MS
    await db.rows(`DELETE FROM ${table} WHERE ${timeColumn} <= ? RETURNING 1`, now)
  }
}
