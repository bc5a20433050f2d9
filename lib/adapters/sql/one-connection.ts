import type { MaybePromise } from '../types.js'
import type { SqlQuery } from './database.js'

/** A database with a single connection. */
export interface OneConnection {
  /** Waits while a transaction is open. */
  readonly query: SqlQuery
  /** Commits when `work` is over, or rolls back if it throws. Transactions run one after the other. */
  readonly transaction: <Result>(
    work: (query: SqlQuery, handle: SqlQuery) => MaybePromise<Result>,
  ) => Promise<Result>
}

/**
 * For drivers that work on one connection, such as those of SQLite: without it, statements of other
 * requests would become part of an open transaction. `query` runs one statement.
 */
export function oneConnection(query: SqlQuery): OneConnection {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => MaybePromise<Result>): Promise<Result> => {
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    query: (text, values) => inTurn(() => query(text, values)),
    transaction: (work) =>
      inTurn(async () => {
        await query('BEGIN', [])
        try {
          const result = await work(query, query)
          await query('COMMIT', [])
          return result
        } catch (error) {
          await query('ROLLBACK', [])
          throw error
        }
      }),
  }
}
