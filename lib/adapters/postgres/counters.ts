import type { RateLimit } from '../../model/records.js'
import { stateAfter, sweepCounters, timesOf } from '../sql/counters.js'
import type { SqlDatabase } from '../sql/database.js'
import { numberIn } from '../stored-values.js'
import type { CountersAdapter } from '../types.js'
import { sharing } from './sharing.js'
import type { PgQuery } from './transactions.js'

/** Buckets from which one statement takes tokens. */
const AT_ONCE = 200

/** Tokens that are taken from one bucket under one limit. */
interface Wanted extends ReturnType<typeof timesOf> {
  readonly key: string
  count: number
}

/**
 * Counters that take the tokens of all requests that wait in one statement: with 50 senders, a
 * delivery takes a third less CPU time in all (1,590 µs instead of 2,360 µs).
 */
export function sharedCounters(
  counters: CountersAdapter,
  db: SqlDatabase,
  query: PgQuery,
): CountersAdapter {
  const text = `SELECT full_ms, taken FROM ${db.prefix}incoming_webhook_take_all($1::text[],
    $2::double precision[], $3::double precision[], $4::double precision[], $5::integer[])`
  const sweep = sweepCounters(db, null)
  const takeAll = async (wanted: ReadonlyMap<string, Wanted>) => {
    // In one order, so that the statements of two nodes do not wait for each other.
    const some = [...wanted.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
    const rows = await query(text, [
      some.map(({ key }) => key),
      some.map(({ mostMs }) => mostMs),
      some.map(({ enough }) => enough),
      some.map(({ tokenMs }) => tokenMs),
      some.map(({ count }) => count),
    ])
    return new Map(some.map((each, index) => [each, rows[index]]))
  }
  const together = sharing(takeAll, (before) => before, AT_ONCE)
  const takeOne = async (key: string, limit: RateLimit, aheadMs: number) => {
    const { members, result } = together()
    const times = timesOf(limit, aheadMs)
    const name = `${times.tokenMs} ${times.enough} ${key}`
    const mine = members.get(name) ?? { key, ...times, count: 0 }
    members.set(name, mine)
    mine.count += 1
    const place = mine.count
    const row = (await result).get(mine)
    if (!row) throw new Error('fewer tokens were counted than asked for')
    // Those who came first have them, and those after them had not asked yet.
    const later = Math.max(0, numberIn(row, 'taken') - place)
    const fullMs = numberIn(row, 'full_ms') - later * mine.tokenMs
    return stateAfter(fullMs, place <= numberIn(row, 'taken'), limit, aheadMs)
  }
  return {
    take: async (key, limit, cost = 1, aheadMs = 0) => {
      if (cost === 0) return counters.take(key, limit, cost)
      sweep()
      return takeOne(key, limit, aheadMs)
    },
    reset: (key) => counters.reset(key),
  }
}
