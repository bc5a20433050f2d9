import type pg from 'pg'
import type { Log } from '../../model/log.js'
import { createSqlStores, type SqlTablesOptions } from '../sql/index.js'
import type { Stores } from '../stores.js'
import { cachedSettings, cachedWebhooks } from './cached-stores.js'
import { certainly } from './certainly.js'
import { Changes } from './changes.js'
import { surviveLostConnections } from './connections.js'
import { queryOf, runStatement, runTransaction } from './transactions.js'

export interface PostgresStoresOptions extends Pick<SqlTablesOptions, 'prefix'> {
  /** One of its connections is kept to hear of the changes of other nodes. */
  readonly pool: pg.Pool
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
  readonly log?: Log
}

/** `once` takes a connection with an open transaction. */
export interface PostgresStores extends Stores<pg.ClientBase, pg.PoolClient> {
  /** Resolves when all changes that other nodes have committed before are known here. */
  readonly caughtUp: () => Promise<void>
  /** Gives the connection back on which changes are heard. Call it before `pool.end()`. */
  readonly close: () => Promise<void>
}

/**
 * The stores of `createSqlStores` on a pool, with the tables of `migrate`. Webhooks and settings are
 * remembered until they change, on whatever node. While no server takes writes, calls throw
 * `storage_unavailable`.
 */
export function createPostgresStores(options: PostgresStoresOptions): PostgresStores {
  const { pool, log } = options
  surviveLostConnections(pool, log)
  const changes = new Changes(options)
  return {
    ...postgresStores(options, changes),
    caughtUp: () => changes.caughtUp(),
    close: () => changes.close(),
  }
}

/** The same, on a connection for changes that others use too. */
export function postgresStores(
  { pool, prefix, clock }: PostgresStoresOptions,
  changes: Changes,
): Stores<pg.ClientBase, pg.PoolClient> {
  const stores = createSqlStores<pg.PoolClient>({
    dialect: 'postgres',
    ...(prefix !== undefined && { prefix }),
    ...(clock && { clock }),
    query: (text, values) => runStatement(pool, text, values),
    transaction: (work) => runTransaction(pool, work),
  })
  return {
    ...stores,
    webhooks: cachedWebhooks(stores.webhooks, changes),
    settings: cachedSettings(stores.settings, changes),
    once: (client, batch, store) => stores.once(queryOf(client), batch, store),
    posts: (messages) => {
      const posts = stores.posts(messages)
      return {
        ...posts,
        createBatch: (batch) => certainly(batch, (again) => posts.createBatch(again)),
      }
    },
  }
}
