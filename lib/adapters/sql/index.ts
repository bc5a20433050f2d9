import { checkFunctions } from '../check-functions.js'
import type { Stores } from '../stores.js'
import { sqlCounters } from './counters.js'
import { SqlDatabase, type SqlQuery, type SqlResult } from './database.js'
import { firstQuery, triedTransaction } from './first-use.js'
import { sqlStores, type SqlStoresOptions } from './stores.js'
import { checkTables } from './tables.js'

export type { SqlQuery, SqlResult, SqlValue } from './database.js'
export { oneConnection } from './one-connection.js'
export { sqlTables } from './tables.js'

/**
 * Webhooks, settings, sessions, rate limits, idempotency keys, incidents and posts in the tables of
 * `sqlTables`. In PostgreSQL, transactions need the isolation level READ COMMITTED, which is the
 * default. The first calls outside and inside of transactions write a row, read it and delete it, and
 * the first transaction is preceded by one that is rolled back. If `query` does not return the rows, or
 * `transaction` not what `work` returned, or if it writes something although `work` throws, they throw
 * a `TypeError` before anything else is written. Throws a `TypeError` for an unknown dialect and for a
 * prefix that is not a name.
 *
 * @example
 * ```ts
 * const queryOf = (on: Pool | PoolClient): SqlQuery<SqlResult> => {
 *   return (text, values) => on.query<object>(text, values)
 * }
 * const stores = createSqlStores<PoolClient>({
 *   dialect: 'postgres',
 *   query: queryOf(pool),
 *   // `inTransaction` calls a function between BEGIN and COMMIT.
 *   transaction: (work) => inTransaction(pool, (client) => work(queryOf(client), client)),
 * })
 * ```
 */
export function createSqlStores<Handle>(
  options: SqlStoresOptions<Handle>,
): Stores<SqlQuery<SqlResult>, Handle> {
  const prefix = checkTables(options)
  checkFunctions('createSqlStores', options, ['query', 'transaction'])
  const { dialect, clock = Date.now } = options
  const host = new SqlDatabase(options.query, dialect, prefix)
  const outside = firstQuery(host, clock)
  const inside = firstQuery(host, clock)
  const db = host.within(outside.guard(host.query))
  const stores = sqlStores<Handle>({
    db,
    counters: sqlCounters(db, dialect === 'postgres' ? (options.clock ?? null) : clock),
    clock,
    transaction: triedTransaction(options, db, inside),
  })
  return { ...stores, once: (query, ...batch) => stores.once(inside.guard(query), ...batch) }
}
