import type pg from 'pg'
import { WebhookError } from '../../model/errors.js'
import { createSqlStores, type SqlQuery, type SqlTablesOptions } from '../sql/index.js'
import { checkTables } from '../sql/tables.js'
import type { Stores } from '../stores.js'
import type { BatchResult, DeliveriesAdapter, LogsAdapter, PostBatch } from '../types.js'
import { surviveLostConnections } from './connections.js'
import { postgresDeliveries, postgresLogs } from './diagnostics.js'
import { runStatement, runTransaction } from './transactions.js'

export interface PostgresStoresOptions extends Pick<SqlTablesOptions, 'prefix'> {
  readonly pool: pg.Pool
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
}

/** The stores of `createSqlStores`, and those that only PostgreSQL has. */
export interface PostgresStores extends Stores<SqlQuery, pg.PoolClient> {
  /**
   * The last 50 requests of each webhook in `webhooks` of these stores; those of other webhooks are
   * deleted.
   */
  readonly deliveries: DeliveriesAdapter
  readonly logs: LogsAdapter
}

/**
 * The stores of `createSqlStores` on a pool, with the recent requests and the debug log of all nodes. While no server takes writes, calls throw
 * `storage_unavailable`. The tables are those of `migrate`.
 */
export function createPostgresStores({ pool, ...options }: PostgresStoresOptions): PostgresStores {
  surviveLostConnections(pool)
  const query: SqlQuery = (text, values) => runStatement(pool, text, values)
  const { clock = Date.now } = options
  const prefix = checkTables({ ...options, dialect: 'postgres' })
  const stores = createSqlStores<pg.PoolClient>({
    ...options,
    dialect: 'postgres',
    query,
    transaction: (work) => runTransaction(pool, work),
  })
  return {
    ...stores,
    posts: (messages) => {
      const posts = stores.posts(messages)
      return {
        ...posts,
        createBatch: (batch) => certainly(batch, (again) => posts.createBatch(again)),
      }
    },
    deliveries: postgresDeliveries(query, prefix, clock),
    logs: postgresLogs(query, prefix, clock),
  }
}

/**
 * Where the connection broke before the server confirmed, the idempotency key tells: the second try
 * waits for the end of the first and finds its posts, or stores them.
 */
async function certainly(
  batch: PostBatch,
  createBatch: (batch: PostBatch) => BatchResult | Promise<BatchResult>,
): Promise<BatchResult> {
  try {
    return await createBatch(batch)
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'storage_timeout') throw error
    if (!batch.once) throw error
    // While nobody answers, it is still unknown.
    return Promise.resolve(createBatch(batch)).catch(() => {
      throw error
    })
  }
}
