import { AsyncLocalStorage } from 'node:async_hooks'
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
 * requests would become part of an open transaction. `query` runs one statement, and also `BEGIN`,
 * `COMMIT` and `ROLLBACK`, which return no rows.
 */
export function oneConnection(query: SqlQuery): OneConnection {
  let last: Promise<unknown> = Promise.resolve()
  const inside = new AsyncLocalStorage<{ isOpen: boolean }>()
  const inTurn = <Result>(work: () => MaybePromise<Result>): Promise<Result> => {
    if (inside.getStore()?.isOpen) return Promise.reject(new Error(IN_TRANSACTION))
    const turn = last.then(work)
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    query: (text, values) => inTurn(() => query(text, values)),
    transaction: (work) =>
      inTurn(async () => {
        const state = { isOpen: true }
        await query('BEGIN', [])
        try {
          const result = await inside.run(state, async () => work(query, query))
          await query('COMMIT', [])
          return result
        } catch (error) {
          await rollBack(query)
          throw error
        } finally {
          state.isOpen = false
        }
      }),
  }
}

const IN_TRANSACTION =
  'a transaction is open here: use the query that it passes, because this one would wait for its end'

/** The database may have rolled back by itself, and the first error says why. */
async function rollBack(query: SqlQuery): Promise<void> {
  try {
    await query('ROLLBACK', [])
  } catch {
    return
  }
}
