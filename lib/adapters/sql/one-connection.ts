import { settled } from '../one-at-a-time.js'
import type { MaybePromise } from '../types.js'
import type { SqlQuery, SqlResult } from './database.js'

/** Options of `oneConnection`. */
export interface OneConnectionOptions {
  /** How long a transaction may be open, in milliseconds. Default: 10,000. */
  readonly transactionTimeout?: number
}

/**
 * For drivers with a single connection, such as those of SQLite: without it, statements of other
 * requests would become part of an open transaction. `query` runs one statement, also BEGIN, COMMIT
 * and ROLLBACK. A transaction that stays open too long is rolled back and rejected, and so is
 * everything that waited for its end.
 *
 * @example
 * ```ts
 * const { query, transaction } = oneConnection((text, values) => database.all(text, values))
 * const stores = createSqlStores<SqlQuery>({ dialect: 'sqlite', query, transaction })
 * ```
 */
export function oneConnection<Result extends SqlResult>(
  query: SqlQuery<Result>,
  { transactionTimeout = 10_000 }: OneConnectionOptions = {},
): {
  /** Waits while a transaction is open, so do not call it in one. */
  readonly query: SqlQuery<Result>
  /** Commits when `work` is over, or rolls back if it throws. Transactions run one after the other. */
  readonly transaction: <Done>(
    work: (query: SqlQuery<Result>, handle: SqlQuery<Result>) => Done | Promise<Done>,
  ) => Promise<Done>
} {
  let last: Promise<unknown> = Promise.resolve()
  let ended = 0
  const inTurn = <Done>(work: () => MaybePromise<Done>) => {
    const endedBefore = ended
    const turn = last.then(() => {
      // It may have been meant for the transaction, and must not be done without it.
      if (ended !== endedBefore) throw new Error(TOO_LATE)
      return work()
    })
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    query: (text, values) => inTurn(() => query(text, values)),
    transaction: (work) =>
      inTurn(async () => {
        let isOpen = true
        const within: SqlQuery<Result> = (text, values) => {
          if (isOpen) return query(text, values)
          throw new Error('the transaction is over')
        }
        await query('BEGIN', [])
        try {
          const working = begun(() => work(within, within))
          if (!(await settled(working, transactionTimeout))) {
            ended += 1
            throw new Error(`a transaction was open for ${transactionTimeout} ms: ${CAUSE}`)
          }
          const result = await working
          await query('COMMIT', [])
          return result
        } catch (error) {
          // The database may have rolled back by itself, and the first error says why.
          await begun(() => query('ROLLBACK', [])).catch(() => undefined)
          throw error
        } finally {
          isOpen = false
        }
      }),
  }
}

const TOO_LATE =
  'a transaction that was open too long has ended this statement, which waited for it'
const CAUSE = 'use the query that it passes, because others wait for its end'

/** What fails at once fails as what fails later. */
async function begun<Result>(work: () => MaybePromise<Result>) {
  return work()
}
