import { atMostEvery } from '../at-most-every.js'
import type { RateLimit, Taken } from '../../model/records.js'
import { ROUNDING_MS, takeFrom } from '../../rules/bucket.js'
import type { CountersAdapter } from '../types.js'
import { flagIn, numberIn } from '../stored-values.js'
import { type SqlDatabase, SWEEP_MS } from './database.js'

/** Deletes full buckets, which are as good as none. */
export function sweepCounters(db: SqlDatabase): (now: number) => Promise<void> {
  const text = `DELETE FROM ${db.table('counters')} WHERE full_at <= ? RETURNING name`
  return atMostEvery(SWEEP_MS, (now) => db.rows(text, now))
}

/** Buckets whose token is taken in one statement, so that no two calls take the same one. */
export function sqlCounters(db: SqlDatabase, clock: () => number): CountersAdapter {
  const table = db.table('counters')
  const { greatest, least } = db.words
  const number = 'CAST(? AS double precision)'
  // The arithmetic of `takeFrom`.
  const before = `${least}(${greatest}(counter.full_at - ${number}, 0), ${number})`
  const taken = `${before} <= ${number}`
  const take = `
    INSERT INTO ${table} AS counter (name, full_at, taken) VALUES (?, ${number}, '1')
    ON CONFLICT (name) DO UPDATE SET
      full_at = ${number} + ${before} + CASE WHEN ${taken} THEN ${number} ELSE 0 END,
      taken = ${taken}
    RETURNING full_at, taken`
  const sweep = sweepCounters(db)
  const look = async (
    key: string,
    limit: RateLimit,
    now: number,
    emptyAt: number,
  ): Promise<Taken> => {
    const row = await db.row(`SELECT full_at FROM ${table} WHERE name = ?`, key)
    const known = row && { fullAt: numberIn(row, 'full_at') }
    if (known && known.fullAt > emptyAt) {
      // The limit was raised: an empty bucket fills at its pace from now on.
      const lower = `UPDATE ${table} SET full_at = ? WHERE name = ? AND full_at > ? RETURNING name`
      await db.rows(lower, emptyAt, key, emptyAt)
    }
    return takeFrom(known, limit, now, 0).taken
  }
  return {
    take: async (key, limit, cost = 1) => {
      const now = clock()
      const tokenMs = 1000 / limit.perSecond
      const emptyMs = limit.burst * tokenMs
      await sweep(now)
      if (cost === 0) return look(key, limit, now, now + emptyMs)
      const enough = emptyMs - tokenMs + ROUNDING_MS
      const test = [now, emptyMs, enough]
      const values = [now, now, emptyMs, ...test, tokenMs, ...test]
      const row = await db.row(take, key, now + tokenMs, ...values)
      const fullAt = row ? numberIn(row, 'full_at') : 0
      const allowed = row !== null && flagIn(row, 'taken')
      const known = { fullAt: allowed ? fullAt - tokenMs : fullAt }
      return { ...takeFrom(known, limit, now).taken, allowed }
    },
    reset: async (key) => {
      await db.rows(`DELETE FROM ${table} WHERE name = ? RETURNING name`, key)
    },
  }
}
