import { keptPosts, keptPostsOf } from '../kept-posts.js'
import type { Stores } from '../stores.js'
import { sqlBatches } from './batches.js'
import { sqlCounters } from './counters.js'
import { SqlDatabase, type SqlQuery } from './database.js'
import { sqlPosts } from './posts.js'
import { sqlSessions } from './sessions.js'
import { sqlSettings } from './settings.js'
import { checkTables, type SqlTablesOptions } from './tables.js'
import { sqlThings } from './things.js'
import { sqlWebhooks } from './webhooks.js'

export type { SqlDialect, SqlQuery, SqlValue } from './database.js'
export { oneConnection, type OneConnection, type OneConnectionOptions } from './one-connection.js'
export { sqlTables, type SqlTablesOptions } from './tables.js'
export type { MessagePlace, OwnMessages, StoredMessage, Stores, WrittenPosts } from '../stores.js'

/** Options of `createSqlStores`. `Handle` is the type of your transactions. */
export interface SqlStoresOptions<Handle> extends SqlTablesOptions {
  /** Runs a statement outside transactions. */
  readonly query: SqlQuery
  /**
   * Runs `work` in a new transaction, which is committed when `work` is over and rolled back if it
   * throws. `handle` is whatever the host's own statements need.
   */
  transaction<Result>(work: (query: SqlQuery, handle: Handle) => Promise<Result>): Promise<Result>
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
}

/**
 * Webhooks, settings, sessions, rate limits, idempotency keys, things and posts in the tables of
 * `sqlTables`. In PostgreSQL, transactions need the isolation level READ COMMITTED, which is the
 * default. Throws a `TypeError` for an unknown dialect and for a prefix that is not a name.
 *
 * @example
 * ```ts
 * const queryOf = (on: Pool | PoolClient): SqlQuery => {
 *   return async (text, values) => (await on.query(text, values)).rows
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
): Stores<SqlQuery, Handle> {
  const { query, dialect, clock = Date.now } = options
  const db = new SqlDatabase(query, dialect, checkTables(options))
  const things = sqlThings(db, clock)
  const batches = sqlBatches(db, things, clock)
  const kept = sqlPosts(db)
  return {
    webhooks: sqlWebhooks(db),
    settings: sqlSettings(db),
    sessions: sqlSessions(db, clock),
    counters: sqlCounters(db, clock),
    posts: (messages) =>
      keptPosts({
        kept,
        batches,
        things,
        messages,
        clock,
        transaction: (work) => options.transaction(work),
      }),
    postsOf: (ids) => keptPostsOf(kept, ids),
    deletePosts: (ids) => kept.delete(query, ids),
    findBatch: batches.findBatch,
    findThing: things.findThing,
    listThings: things.listThings,
    once: batches.once,
  }
}
