import type { RateLimit, Taken } from '../../model/records.js'
import { MOST_AHEAD, MOST_TAKEN_AHEAD, ROUNDING_MS, takeFrom } from '../../rules/bucket.js'
import type { CountersAdapter } from '../types.js'
import { flagIn, numberIn } from '../stored-values.js'
import type { SqlDatabase } from './database.js'

/** Milliseconds since 1970. Null: the clock of the server, which its clients share. */
export type SharedClock = (() => number) | null

const TABLE = '{table}incoming_webhook_counters'
const NUMBER = 'CAST(? AS double precision)'
/** When the statement began, by the clock of PostgreSQL. */
const SERVER_NOW = 'CAST(extract(epoch FROM statement_timestamp()) * 1000 AS double precision)'

/** Deletes full buckets, which are as good as none. */
export function sweepCounters(db: SqlDatabase, clock: SharedClock): () => void {
  const sweep = db.sweeper(
    db.dialect === 'sqlite'
      ? (now) => db.sweepExpired(TABLE, now, 'full_at')
      : fullBucketSweep(db, clock),
  )
  return () => {
    sweep(clock ? clock() : performance.now())
  }
}

/** Pages of a table that one statement reads. */
const PAGES = 64
/** A table is read once in so many sweeps. */
const PARTS = 10

/**
 * Deletes those in a tenth of the table of PostgreSQL each time. An index of when buckets are full would be written
 * with each token, which takes PostgreSQL twice the time.
 */
export function fullBucketSweep(db: SqlDatabase, clock: SharedClock): () => Promise<void> {
  const size = `SELECT pg_relation_size('{table}incoming_webhook_counters') / current_setting('block_size')::bigint AS pages`
  const full = `SELECT ctid FROM {table}incoming_webhook_counters WHERE ctid >= ?::text::tid AND ctid < ?::text::tid
    AND full_at <= ${clock ? NUMBER : SERVER_NOW}`
  let from = 0
  return async () => {
    const row = await db.row(size)
    const pages = row ? numberIn(row, 'pages') : 0
    if (from >= pages) from = 0
    const until = Math.min(pages, from + Math.ceil(pages / PARTS / PAGES) * PAGES)
    for (; from < until; from += PAGES) {
      await db.sweep(TABLE, full, [
        `(${from},0)`,
        `(${from + PAGES},0)`,
        ...(clock ? [clock()] : []),
      ])
    }
  }
}

/** Buckets whose token is taken in one statement, so that no two calls take the same one. */
export function sqlCounters(db: SqlDatabase, clock: SharedClock): CountersAdapter {
  const { greatest, least } = db.words
  const now = clock ? NUMBER : SERVER_NOW
  const nows = (): readonly number[] => (clock ? [clock()] : [])
  // The arithmetic of `takeFrom`. What was to be inserted is the time of the statement and a token.
  const ahead = `(counter.full_at - (excluded.full_at - ${NUMBER}))`
  const before = `CASE WHEN ${ahead} > ${NUMBER} THEN 0
    ELSE ${least}(${greatest}(${ahead}, 0), ${NUMBER}) END`
  const taken = `${before} <= ${NUMBER}`
  const take = `
    INSERT INTO {table}incoming_webhook_counters AS counter (name, full_at, taken) VALUES (?, ${now} + ${NUMBER}, '1')
    ON CONFLICT (name) DO UPDATE SET
      full_at = excluded.full_at - ${NUMBER} + ${before} + CASE WHEN ${taken} THEN ${NUMBER} ELSE 0 END,
      taken = ${taken}
    RETURNING full_at - ${now} AS full_ms, taken`
  const sweep = sweepCounters(db, clock)
  const look = async (key: string, limit: RateLimit) => {
    const find = `SELECT full_at - ${now} AS full_ms FROM {table}incoming_webhook_counters WHERE name = ?`
    const row = await db.row(find, ...nows(), key)
    const known = row && { fullAt: numberIn(row, 'full_ms') }
    const { bucket, taken: state } = takeFrom(known, limit, 0, 0)
    if (known && bucket.fullAt < known.fullAt) {
      // The limit was raised, or the clock set back: from now on the bucket fills at its pace.
      const lower = `UPDATE {table}incoming_webhook_counters SET full_at = ${now} + ${NUMBER}
        WHERE name = ? AND full_at > ${now} + ${NUMBER} RETURNING name`
      await db.rows(lower, ...nows(), bucket.fullAt, key, ...nows(), bucket.fullAt)
    }
    return state
  }
  return {
    take: async (key, limit, cost = 1, aheadMs = 0) => {
      sweep()
      if (cost === 0) return look(key, limit)
      const { tokenMs, mostMs, enough } = timesOf(limit, aheadMs)
      const lacks = [tokenMs, MOST_AHEAD * mostMs, tokenMs, mostMs]
      const isTaken = [...lacks, enough]
      const insert = [key, ...nows(), tokenMs]
      const update = [tokenMs, ...lacks, ...isTaken, tokenMs, ...isTaken]
      const row = await db.row(take, ...insert, ...update, ...nows())
      const fullMs = row ? numberIn(row, 'full_ms') : 0
      return stateAfter(fullMs, row !== null && flagIn(row, 'taken'), limit, aheadMs)
    },
    reset: async (key) => {
      await db.delete(TABLE, 'name = ?', key)
    },
  }
}

/**
 * Milliseconds until a bucket has a token more, one is full of which all tokens are taken that may be, and
 * one that has a token.
 */
export function timesOf({ perSecond, burst }: RateLimit, aheadMs: number) {
  const tokenMs = 1000 / perSecond
  const emptyMs = burst * tokenMs
  const enough = emptyMs - tokenMs + aheadMs + ROUNDING_MS
  return { tokenMs, mostMs: emptyMs + MOST_TAKEN_AHEAD, enough }
}

/** The answer for who has taken a token, or was refused one, of a bucket that is full in so many ms. */
export function stateAfter(
  fullMs: number,
  allowed: boolean,
  limit: RateLimit,
  aheadMs: number,
): Taken {
  const known = { fullAt: allowed ? fullMs - 1000 / limit.perSecond : fullMs }
  return { ...takeFrom(known, limit, 0, 1, aheadMs).taken, allowed }
}
