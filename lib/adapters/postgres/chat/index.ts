import type pg from 'pg'
import type { Log } from '../../../model/log.js'
import type { Channel } from '../../../model/records.js'
import { batchSweep } from '../../sql/batches.js'
import { SqlDatabase, type SqlQuery } from '../../sql/database.js'
import { sqlThings } from '../../sql/things.js'
import type { Adapters } from '../../types.js'
import { Changes } from '../changes.js'
import { surviveLostConnections } from '../connections.js'
import { queryOn } from '../query.js'
import { sharedStores } from '../stores.js'
import { type PgQuery, runStatement, runTransaction } from '../transactions.js'
import { chatChannels } from './channels.js'
import type { ChatChange } from './chat-change.js'
import { startClearing } from './clear.js'
import { chatTables } from './database.js'
import { Feed } from './feed.js'
import { chatPosts, type ChatPostsAdapter } from './posts.js'
import { chatUsers } from './users.js'

export interface PostgresChatOptions {
  /** One of its connections is kept to hear of the changes of other nodes. */
  readonly pool: pg.Pool
  /** Comes before the names of the tables; at most 24 characters after a schema: `chat.`. */
  readonly prefix?: string
  /** Milliseconds that posts are kept. Default: for ever. */
  readonly postRetention?: number
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
  readonly log?: Log
}

/** A chat in the tables of `migrate(pool, { chat: true })`, for any number of nodes. */
export interface PostgresChat {
  readonly adapters: Adapters<'once' | 'consecutive' | 'threads' | 'things' | 'direct'> & {
    readonly posts: ChatPostsAdapter
  }
  /**
   * Calls `listener` with each change from now on, by this and all other nodes, the posts of each
   * channel in their order. Returns a function that ends it.
   */
  onChange(listener: (change: ChatChange) => void): () => void
  /** Runs one statement. Throws `storage_unavailable` while no server takes writes. */
  readonly query: PgQuery
  /** Commits what `work` does, or nothing; `work` may run twice. */
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
  /** Whether the server was heard within the last second, so that all changes until then are known. */
  readonly isCurrent: () => boolean
  /** Resolves when all changes that other nodes have committed before are known here. */
  readonly caughtUp: () => Promise<void>
  /** Ends what runs in the background. Call it before `pool.end()`. */
  readonly close: () => Promise<void>
}

/**
 * Adapters for hosts without tables of their own, and the changes of all nodes. Throws a `TypeError`
 * for a prefix that is not a name.
 */
export function createPostgresChat(options: PostgresChatOptions): PostgresChat {
  const { pool, prefix, postRetention = null } = options
  const { clock = Date.now, log = () => undefined } = options
  surviveLostConnections(pool, log)
  const tables = chatTables(prefix)
  const query = queryOn(pool)
  const changes = new Changes(options)
  const stores = sharedStores(options, changes)
  const channels = chatChannels(query, tables, changes, clock)
  const findChannel = async (id: string): Promise<Channel | null> => channels.findById(id)
  const feed = new Feed({ query, tables, changes, log, findChannel })
  const endClearing = startClearing({ query, tables, clock, log, postRetention })
  const statement: SqlQuery = (text, values) => runStatement(pool, text, values)
  const db = new SqlDatabase(statement, 'postgres', prefix ?? '')
  const posts = chatPosts({
    query,
    transaction: (work) => runTransaction(pool, work),
    tables,
    db,
    things: sqlThings(db, clock),
    clock,
    tell: feed.tell,
    sweepBatches: batchSweep(db),
  })
  return {
    adapters: {
      guarantees: ['once', 'consecutive', 'threads', 'things', 'direct'],
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
    onChange: (listener) => feed.subscribe(listener),
    query: (text, values = []) => runStatement(pool, text, values),
    transaction: (work) => runTransaction(pool, work),
    isCurrent: changes.isCurrent,
    caughtUp: async () => {
      await changes.caughtUp()
      await feed.settled()
    },
    close: async () => {
      endClearing()
      feed.close()
      await changes.close()
      await feed.settled()
    },
  }
}
