import type pg from 'pg'
import { WebhookError } from '../../model/errors.js'
import { createSqlStores, type SqlQuery, type SqlTablesOptions } from '../sql/index.js'
import type { Stores } from '../stores.js'
import type { BatchResult, PostBatch } from '../types.js'
import { surviveLostConnections } from './connections.js'
import { runStatement, runTransaction } from './transactions.js'

export interface PostgresStoresOptions extends Pick<SqlTablesOptions, 'prefix'> {
  readonly pool: pg.Pool
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
}

/**
 * The stores of `createSqlStores` on a pool. While no server takes writes, calls throw
 * `storage_unavailable`. The tables are those of `migrate`.
 */
export function createPostgresStores({
  pool,
  ...options
}: PostgresStoresOptions): Stores<SqlQuery, pg.PoolClient> {
  surviveLostConnections(pool)
  const stores = createSqlStores<pg.PoolClient>({
    ...options,
    dialect: 'postgres',
    query: (text, values) => runStatement(pool, text, values),
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
