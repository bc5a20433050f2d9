import type pg from 'pg'
import type { HookLog } from '../../../model/log.js'
import type { HookChannel } from '../../../model/records.js'
import { batchSweep } from '../../sql/batches.js'
import { SqlDatabase, type SqlQuery } from '../../sql/database.js'
import { sqlIncidents } from '../../sql/incidents.js'
import type { SignInAdapters } from '../../types.js'
import { Changes } from '../changes.js'
import { surviveLostConnections } from '../connections.js'
import { FILLING, Health } from '../health.js'
import { queryOn } from '../query.js'
import { type PostgresStores, sharedStores, watched } from '../stores.js'
import { type PgQuery, runStatement, runTransaction } from '../transactions.js'
import { chatChannels } from './channels.js'
import type { ChatChange } from './chat-change.js'
import { startClearing } from './clear.js'
import { type ChatTables, chatTables } from './database.js'
import { Feed } from './feed.js'
import { chatPosts, type ChatPostsAdapter } from './posts.js'
import { chatUsers } from './users.js'

/** Options of `createPostgresChat`. */
export interface PostgresChatOptions {
  /** One of its connections is kept to receive the changes of other nodes. */
  readonly pool: pg.Pool
  /**
   * Comes before the names of the tables, at most 24 characters. A schema may come first: `chat.`.
   * Default: `''`.
   */
  readonly prefix?: string
  /** How long posts are kept, in milliseconds. Default: forever. */
  readonly postRetention?: number
  /** Milliseconds since 1970. Default: the clock of the database. */
  readonly clock?: () => number
  /** Called with operational messages, such as lost connections. Default: none. */
  readonly log?: HookLog
}

/** A chat in the tables of `migrate(pool, { chat: true })`, for any number of nodes. */
export interface PostgresChat extends Pick<PostgresStores, 'clock' | 'health' | 'noteRefusal'> {
  /** All adapters, for `createIncomingWebhooks`. */
  readonly adapters: SignInAdapters<'once' | 'consecutive' | 'threads' | 'incidents' | 'direct'> & {
    /** Stores posts; also deletes them. */
    readonly posts: ChatPostsAdapter
  }
  /**
   * Calls `listener` with each change from now on, made by any node, the posts of each channel in
   * order. Returns a function that stops it.
   */
  onChange(listener: (change: ChatChange) => void): () => void
  /** Runs one statement. Throws `storage_unavailable` while no server accepts writes. */
  readonly query: PgQuery
  /**
   * Commits everything that `work` does, or nothing. `work` may run twice. Throws
   * `storage_unavailable` if nothing was done and a retry may succeed, and `storage_timeout` if the
   * connection broke before the server confirmed.
   */
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
  /** Whether the server responded within the last second, so that all changes until then are known. */
  readonly isCurrent: () => boolean
  /** Resolves when all changes that other nodes have committed before are known here. */
  readonly caughtUp: () => Promise<void>
  /** Stops the work in the background. Call it before `pool.end()`. */
  readonly close: () => Promise<void>
}

/**
 * Adapters for hosts without tables of their own, and the changes made by all nodes. Throws a
 * `TypeError` for a prefix that is not a name.
 *
 * @example
 * ```ts
 * const pool = createPostgresPool({ url: 'postgres://chat:password@db1,db2/chat' })
 * await migrate(pool, { chat: true })
 * const chat = createPostgresChat({ pool })
 * const webhooks = createIncomingWebhooks({ adapters: chat.adapters, secret, siteUrl })
 * chat.onChange((change) => {
 *   if (change.kind === 'posted') notify(change.channel, change.posts)
 * })
 * ```
 */
export function createPostgresChat(options: PostgresChatOptions): PostgresChat {
  const { pool, prefix, postRetention = null } = options
  const { log = () => undefined } = options
  surviveLostConnections(pool, log)
  const tables = chatTables(prefix)
  const query = queryOn(pool)
  const health = new Health(pool, log, trialOf(tables))
  const changes = new Changes({ ...options, health })
  const { caughtUp, ...known } = watched(health, changes, options.clock)
  const { clock } = known
  const stores = sharedStores(options, changes)
  const channels = chatChannels(query, tables, changes, clock)
  const findChannel = async (id: string): Promise<HookChannel | null> => channels.findById(id)
  const feed = new Feed({ query, tables, changes, log, findChannel })
  const endClearing = startClearing({ query, tables, clock, log, postRetention })
  const statement: SqlQuery = (text, values) => runStatement(pool, text, values)
  const db = new SqlDatabase(statement, 'postgres', prefix ?? '')
  const posts = chatPosts({
    query,
    transaction: (work) => runTransaction(pool, work),
    tables,
    db,
    incidents: sqlIncidents(db, clock),
    clock,
    tell: feed.tell,
    sweepBatches: batchSweep(db),
  })
  return {
    adapters: {
      guarantees: ['once', 'consecutive', 'threads', 'incidents', 'direct'],
      users: chatUsers(query, tables, changes),
      channels,
      posts,
      webhooks: stores.webhooks,
      settings: stores.settings,
      sessions: stores.sessions,
      counters: stores.counters,
      deliveries: stores.deliveries,
      logs: stores.logs,
    },
    ...known,
    onChange: (listener) => feed.subscribe(listener),
    query: (text, values = []) => runStatement(pool, text, values),
    transaction: (work) => runTransaction(pool, work),
    isCurrent: changes.isCurrent,
    caughtUp: async () => {
      await caughtUp()
      await feed.settled()
    },
    close: async () => {
      health.close()
      endClearing()
      feed.close()
      await changes.close()
      await feed.settled()
    },
  }
}

function trialOf({ posts, channels }: ChatTables): string {
  return `INSERT INTO ${posts} (id, channel_id, user_id, message, create_at, update_at)
    SELECT 'trial', id, '', ${FILLING}, 0, 0 FROM ${channels} LIMIT 1`
}
