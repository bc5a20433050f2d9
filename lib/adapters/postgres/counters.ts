import type { RateLimit } from '../../model/records.js'
import { stateAfter, sweepCounters, timesOf } from '../sql/counters.js'
import type { SqlDatabase } from '../sql/database.js'
import { flagIn, numberIn, type Row } from '../stored-values.js'
import type { CountersAdapter } from '../types.js'
import type { PgQuery } from './transactions.js'

/** Tokens that one statement takes. */
const AT_ONCE = 200

interface Token extends ReturnType<typeof timesOf> {
  readonly key: string
}

/** Tokens that one statement takes, and the rows that it returns for them. */
interface Group {
  readonly tokens: Token[]
  readonly rows: Promise<ReadonlyMap<Token, Row | undefined>>
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
  let next: Group | null = null
  let last: Promise<unknown> = Promise.resolve()
  const takeAll = async (
    tokens: readonly Token[],
  ): Promise<ReadonlyMap<Token, Row | undefined>> => {
    // In one order, so that the statements of two nodes do not wait for each other.
    const some = tokens.toSorted(byKey)
    const rows = await query(text, [
      some.map(({ key }) => key),
      some.map(({ mostMs }) => mostMs),
      some.map(({ enough }) => enough),
      some.map(({ tokenMs }) => tokenMs),
    ])
    return new Map(some.map((token, index) => [token, rows[index]]))
  }
  const groupAfter = (before: Promise<unknown>): Group => {
    const tokens: Token[] = []
    const rows = before.then(() => {
      if (next?.tokens === tokens) next = null
      return takeAll(tokens)
    })
    last = rows.catch(() => undefined)
    return { tokens, rows }
  }
  const takeOne = async (key: string, limit: RateLimit, aheadMs: number): Promise<Row> => {
    if (!next || next.tokens.length >= AT_ONCE) next = groupAfter(last)
    const { tokens, rows } = next
    const token = { key, ...timesOf(limit, aheadMs) }
    tokens.push(token)
    const row = (await rows).get(token)
    if (row) return row
    throw new Error('fewer tokens were counted than asked for')
  }
  return {
    take: async (key, limit, cost = 1, aheadMs = 0) => {
      if (cost === 0) return counters.take(key, limit, cost)
      sweep()
      const row = await takeOne(key, limit, aheadMs)
      return stateAfter(numberIn(row, 'full_ms'), flagIn(row, 'taken'), limit, aheadMs)
    },
    reset: (key) => counters.reset(key),
  }
}

function byKey(a: Token, b: Token): number {
  if (a.key === b.key) return 0
  return a.key < b.key ? -1 : 1
}
