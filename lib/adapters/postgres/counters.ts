import type { RateLimit } from '../../model/records.js'
import { stateAfter, sweepCounters, timesOf } from '../sql/counters.js'
import type { SqlDatabase } from '../sql/database.js'
import { flagIn, numberIn, type Row } from '../stored-values.js'
import type { CountersAdapter } from '../types.js'
import type { PgQuery } from './transactions.js'

/** Tokens that one statement takes. */
const AT_ONCE = 200

interface Waiting extends ReturnType<typeof timesOf> {
  readonly key: string
  readonly resolve: (row: Row) => void
  readonly reject: (error: unknown) => void
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
  const text = `SELECT full_ms, taken FROM ${db.prefix}incoming_webhook_take($1::text[],
    $2::double precision[], $3::double precision[], $4::double precision[])`
  const sweep = sweepCounters(db, null)
  let waiting: Waiting[] = []
  let isTaking = false
  const takeAll = async (some: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await query(text, [
        some.map(({ key }) => key),
        some.map(({ emptyMs }) => emptyMs),
        some.map(({ enough }) => enough),
        some.map(({ tokenMs }) => tokenMs),
      ])
      for (const [index, { resolve, reject }] of some.entries()) {
        const row = rows[index]
        if (row) resolve(row)
        else reject(new Error('fewer tokens were counted than asked for'))
      }
    } catch (error) {
      for (const { reject } of some) reject(error)
    }
  }
  const begin = async (): Promise<void> => {
    isTaking = true
    while (waiting.length > 0) {
      // In one order, so that the statements of two nodes do not wait for each other.
      const some = waiting.slice(0, AT_ONCE).sort(byKey)
      waiting = waiting.slice(AT_ONCE)
      await takeAll(some)
    }
    isTaking = false
  }
  const takeOne = (key: string, limit: RateLimit): Promise<Row> =>
    new Promise((resolve, reject) => {
      waiting.push({ key, ...timesOf(limit), resolve, reject })
      if (!isTaking) void begin()
    })
  return {
    take: async (key, limit, cost = 1) => {
      if (cost === 0) return counters.take(key, limit, cost)
      await sweep()
      const row = await takeOne(key, limit)
      return stateAfter(numberIn(row, 'full_ms'), flagIn(row, 'taken'), limit)
    },
    reset: (key) => counters.reset(key),
  }
}

function byKey(a: Waiting, b: Waiting): number {
  if (a.key === b.key) return 0
  return a.key < b.key ? -1 : 1
}
