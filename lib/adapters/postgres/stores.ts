import type pg from 'pg'
import type { HookLog } from '../../model/log.js'
import { sqlCounters, sweepCounters } from '../sql/counters.js'
import { SqlDatabase } from '../sql/database.js'
import type { SqlQuery } from '../sql/index.js'
import type { SqlTablesOptions } from '../sql/tables.js'
import { sqlStores } from '../sql/stores.js'
import { checkTables } from '../sql/tables.js'
import type { Stores } from '../stores.js'
import type { DeliveriesAdapter, LogsAdapter } from '../types.js'
import { cachedSettings, cachedWebhooks } from './cached-stores.js'
import { certainly } from './certainly.js'
import { Changes } from './changes.js'
import { surviveLostConnections } from './connections.js'
import { sharedCounters } from './counters.js'
import { postgresDeliveries, postgresLogs } from './diagnostics.js'
import { FILLING, Health, type PostgresHealth } from './health.js'
import { queryOn } from './query.js'
import { queryOf, runStatement, runTransaction } from './transactions.js'

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
  /**
   * The last 50 requests of each `share` of each webhook in `webhooks` of these stores; those of other
   * webhooks are deleted.
   */
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
  /** Releases the connection that receives changes. Call it before `pool.end()`. */
  readonly close: () => Promise<void>
}

/**
 * The stores of `createSqlStores` on a pool, with the tables of `migrate`, and the recent requests
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
  const { pool, log = () => undefined } = options
  surviveLostConnections(pool, log)
  const health = new Health(pool, log, trialOf(options))
  const changes = new Changes({ ...options, health })
  return {
    ...sharedStores(options, changes),
    ...watched(health, changes, options.clock),
    close: async () => {
      health.close()
      await changes.close()
    },
  }
}

/** What a host learns of the database. */
export function watched(
  health: Health,
  changes: Changes,
  clock: (() => number) | undefined,
): Pick<PostgresStores, 'clock' | 'health' | 'noteRefusal' | 'caughtUp'> {
  const caughtUp = (): Promise<void> => changes.caughtUp()
  return {
    clock: clock ?? changes.clock,
    health: () => health.check({ isCurrent: changes.isCurrent, caughtUp }),
    noteRefusal: health.refused,
    caughtUp,
  }
}

function trialOf({ prefix = '' }: PostgresStoresOptions): string {
  return `INSERT INTO ${prefix}incoming_webhook_batches (webhook_id, name, expires_at, batch)
    SELECT '', 'trial', 0, to_jsonb(${FILLING})`
}

/** The stores on a connection for changes that others use too. */
export function sharedStores(options: PostgresStoresOptions, changes: Changes): SharedStores {
  const { pool, clock = changes.clock } = options
  const query: SqlQuery = (text, values) => runStatement(pool, text, values)
  const prefix = checkTables({
    dialect: 'postgres',
    ...(options.prefix !== undefined && { prefix: options.prefix }),
  })
  const db = new SqlDatabase(query, 'postgres', prefix)
  const counters = sqlCounters(db, options.clock ?? null)
  const stores = sqlStores<pg.PoolClient>({
    dialect: 'postgres',
    prefix,
    clock,
    query,
    transaction: (work) => runTransaction(pool, work),
  })
  return {
    ...stores,
    webhooks: cachedWebhooks(stores.webhooks, changes),
    settings: cachedSettings(stores.settings, changes),
    counters: options.clock
      ? counters
      : sharedCounters({
          counters,
          take: `${prefix}incoming_webhook_take`,
          query: queryOn(pool),
          sweep: sweepCounters(db, null),
        }),
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
    deliveries: postgresDeliveries(query, prefix, clock),
    logs: postgresLogs(query, prefix, clock),
  }
}
