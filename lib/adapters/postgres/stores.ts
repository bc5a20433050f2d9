import type pg from 'pg'
import type { HookLog } from '../../model/log.js'
import { sqlCounters } from '../sql/counters.js'
import { SqlDatabase } from '../sql/database.js'
import { sqlStores } from '../sql/stores.js'
import { checkTables, type SqlTablesOptions } from '../sql/tables.js'
import type { Stores } from '../stores.js'
import type { DeliveriesAdapter, LogsAdapter } from '../types.js'
import { cachedSettings, cachedWebhooks } from './cached-stores.js'
import { certainly } from './certainly.js'
import { Changes } from './changes.js'
import { surviveLostConnections } from './connections.js'
import { sharedCounters } from './counters.js'
import { postgresDeliveries } from './deliveries.js'
import { postgresLogs } from './logs.js'
import { COMPUTED } from './migrations/0019-lists.js'
import { FILLING, Health, type PostgresHealth } from './health.js'
import { type PgQuery, queryOf, queryOn, runTransaction } from './transactions.js'
import { sweepFailed } from './unavailable.js'

/** Options of `createPostgresStores`. */
export interface PostgresStoresOptions extends Pick<SqlTablesOptions, 'prefix'> {
  /** One of its connections is kept to receive the changes of other nodes. */
  readonly pool: pg.Pool
  /** Milliseconds since 1970. Default: the clock of the database. */
  readonly clock?: () => number
  /** Called with operational messages, such as lost connections. Default: none. */
  readonly log?: HookLog
}

/**
 * The stores of `createSqlStores`, and those that only PostgreSQL has. `once` takes a connection with
 * an open transaction.
 */
export interface SharedStores extends Stores<pg.ClientBase, pg.PoolClient> {
  /** The log of requests; those of webhooks that are not in `webhooks` of these stores are deleted. */
  readonly deliveries: DeliveriesAdapter
  /** The last lines of the debug log of all nodes. */
  readonly logs: LogsAdapter
}

/** The stores of `createPostgresStores`. */
export interface PostgresStores extends SharedStores {
  /**
   * The clock of the database, which all nodes share: milliseconds since 1970. Pass it to
   * `createIncomingWebhooks` too.
   */
  readonly clock: () => number
  /** Whether what is written now would be stored. Answers within 2 s. */
  readonly health: () => Promise<PostgresHealth>
  /** Counts a request that was answered with 503, for the line in the log that ends an outage. */
  readonly noteRefusal: () => void
  /** Resolves when all changes that other nodes have committed before are known here. */
  readonly caughtUp: () => Promise<void>
  /** Stops the work in the background, and releases its connection. Call it before `pool.end()`. */
  readonly close: () => Promise<void>
}

/**
 * The stores of `createSqlStores` on a pool, with the tables of `migrate`, and the log of requests
 * and the debug log of all nodes. Webhooks and settings are cached until they change on any node.
 * While no server accepts writes, calls throw `storage_unavailable`. Throws a `TypeError` for a
 * prefix that is not a name.
 *
 * @example
 * ```ts
 * const pool = createPostgresPool({ url: 'postgres://chat:password@db1,db2/chat' })
 * await migrate(pool)
 * const stores = createPostgresStores({ pool })
 * ```
 */
export function createPostgresStores(options: PostgresStoresOptions): PostgresStores {
  const { tables, known } = watchDatabase(
    options,
    `INSERT INTO {table}incoming_webhook_batches (webhook_id, name, expires_at, batch)
     SELECT '', 'trial', 0, to_jsonb(${FILLING})`,
  )
  return { ...sharedStores(options, tables), ...known }
}

/** The tables in the database of a pool, and the connection for their changes. */
export interface WatchedTables {
  readonly query: PgQuery
  readonly db: SqlDatabase
  readonly changes: Changes
}

/** Begins to watch a database. `trial` is that of `Health`. */
export function watchDatabase(
  { pool, prefix, clock, log = () => undefined }: PostgresStoresOptions,
  trial: string,
): {
  readonly tables: WatchedTables
  /** What the host learns of it. */
  readonly known: Pick<PostgresStores, 'clock' | 'health' | 'noteRefusal' | 'caughtUp' | 'close'>
} {
  const query = queryOn(pool)
  const own = checkTables({ dialect: 'postgres', prefix: prefix ?? '' })
  const db = new SqlDatabase(query, 'postgres', own, sweepFailed(log))
  surviveLostConnections(pool, log)
  const health = new Health(pool, log, trial.replaceAll('{table}', own))
  const changes = new Changes({ pool, prefix: db.prefix, log, health })
  const known = {
    clock: clock ?? changes.clock,
    health: () => health.check(changes),
    noteRefusal: health.refused,
    caughtUp: () => changes.caughtUp(),
    close: async () => {
      health.close()
      await changes.close()
    },
  }
  return { tables: { query, db, changes }, known }
}

/** The stores on tables that others use too. */
export function sharedStores(options: PostgresStoresOptions, watched: WatchedTables): SharedStores {
  const { query, db, changes } = watched
  const { pool, clock = changes.clock } = options
  const counters = sqlCounters(db, options.clock ?? null)
  const stores = sqlStores<pg.PoolClient>({
    db,
    counters: options.clock ? counters : sharedCounters(counters, db, query),
    clock,
    computed: COMPUTED,
    transaction: (work) => runTransaction(pool, work),
  })
  return {
    ...stores,
    webhooks: cachedWebhooks(stores.webhooks, watched),
    settings: cachedSettings(stores.settings, changes),
    once: (client, batch, store) => stores.once(queryOf(client), batch, store),
    posts: (messages) => {
      const posts = stores.posts(messages)
      return {
        ...posts,
        createBatch: (batch) =>
          certainly(batch, {
            createBatch: (again) => posts.createBatch(again),
            findIncident: (...of) => posts.findIncident(...of),
            find: async (ids) => {
              const found = await stores.postsOf(ids)
              return ids.flatMap((id) => found.get(id) ?? [])
            },
          }),
      }
    },
    deliveries: postgresDeliveries(db),
    logs: postgresLogs(db, clock),
  }
}
