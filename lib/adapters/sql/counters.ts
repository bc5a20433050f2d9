import { ROUNDING_MS, takeFrom } from '../../rules/bucket.js'
import type { CountersAdapter } from '../types.js'
import { numberIn, type SqlDatabase } from './database.js'
import { createSweeper } from './sweeper.js'

/** Buckets whose token is taken in one statement, so that no two calls take the same one. */
export function sqlCounters(db: SqlDatabase, clock: () => number): CountersAdapter {
  const table = db.table('webhook_counters')
  const { greatest, least } = db.words
  // The arithmetic of `takeFrom`.
  const missing = `${least}(${greatest}(counter.full_at - ?, 0), ?)`
  const take = `
    INSERT INTO ${table} AS counter (name, full_at) VALUES (?, CAST(? AS double precision))
    ON CONFLICT (name) DO UPDATE SET full_at = ${missing} + CAST(? AS double precision)
    WHERE ${missing} <= CAST(? AS double precision) RETURNING full_at`
  // A full bucket is as good as none.
  const sweep = createSweeper(db, table, 'full_at')
  const fullAt = async (key: string) => {
    const row = await db.row(`SELECT full_at FROM ${table} WHERE name = ?`, key)
    return row && { fullAt: numberIn(row, 'full_at') }
  }
  return {
    take: async (key, limit, cost = 1) => {
      const now = clock()
      if (cost === 0) return takeFrom(await fullAt(key), limit, now, 0).taken
      const tokenMs = 1000 / limit.perSecond
      const emptyMs = limit.burst * tokenMs
      const row = await db.row(
        take,
        key,
        now + tokenMs,
        now,
        emptyMs,
        now + tokenMs,
        now,
        emptyMs,
        emptyMs - tokenMs + ROUNDING_MS,
      )
      await sweep(now)
      if (row) return takeFrom({ fullAt: numberIn(row, 'full_at') - tokenMs }, limit, now).taken
      return { ...takeFrom(await fullAt(key), limit, now).taken, allowed: false }
    },
    reset: async (key) => {
      await db.rows(`DELETE FROM ${table} WHERE name = ? RETURNING name`, key)
    },
  }
}
