import type { StoredPost } from '../../../model/records.js'
import type { SqlValue } from '../../sql/index.js'
import type { SignInAdapters } from '../../types.js'
import { FILLING } from '../health.js'
import {
  type PostgresStores,
  type PostgresStoresOptions,
  sharedStores,
  watchDatabase,
} from '../stores.js'
import { type PgQuery, runTransaction } from '../transactions.js'
import { chatChannels } from './channels.js'
import type { ChatChange } from './chat-change.js'
import { startClearing } from './clear.js'
import { type ChatParts, prefixedWith } from './database.js'
import { Feed } from './feed.js'
import { chatPosts, type ChatPostsAdapter } from './posts.js'
import type { Committed } from './statements.js'
import { chatUsers } from './users.js'

/** Options of `createPostgresChat`. */
export interface PostgresChatOptions extends PostgresStoresOptions {
  /** How long posts are kept, in milliseconds. Default: forever. */
  readonly postRetention?: number
}

/** Which changes a listener is told of. */
export interface Following {
  /**
   * Follows channels and users by their ids: posts, edits, deletions and members of a channel, and the
   * memberships and ended sessions of a user. Resolves when all that is committed from then on will be
   * told; of channels also posts whose `createAt` is after `since`, in milliseconds since 1970. Waits
   * while no database can be asked.
   */
  add(ids: readonly string[], since?: number): Promise<void>
  /** Follows them no longer. */
  delete(ids: readonly string[]): void
  /** Stops it. */
  end(): void
}

/** A chat in the tables of `migrate(pool, { chat: true })`, for any number of nodes. */
export interface PostgresChat extends Pick<
  PostgresStores,
  'clock' | 'health' | 'noteRefusal' | 'caughtUp' | 'close'
> {
  /** All adapters, for `createIncomingWebhooks`. */
  readonly adapters: SignInAdapters<'once' | 'consecutive' | 'threads' | 'incidents' | 'direct'> & {
    /** Stores posts; also deletes them. */
    readonly posts: ChatPostsAdapter
  }
  /**
   * Calls `listener` with each change from now on, at the latest from when `caughtUp` resolves, made by
   * any node, the posts of each channel in order. Returns a function that stops it. Each listener reads
   * the changes for itself.
   */
  onChange(listener: (change: ChatChange) => void): () => void
  /**
   * The same for the channels and users that it follows, at first none; and for channels that are
   * created, changed and archived, all of which are told. Other changes are neither sent to this node
   * nor read by it. Posts that this node has stored itself are told without being read, where nothing
   * else came before them.
   */
  follow(listener: (change: ChatChange) => void): Following
  /** Runs one statement. Throws `storage_unavailable` while no server accepts writes. */
  readonly query: PgQuery
  /**
   * Commits everything that `work` does, or nothing. `work` may run twice. Throws
   * `storage_unavailable` if nothing was done and a retry may succeed, and `storage_timeout` if the
   * connection broke before the server confirmed.
   */
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
  /**
   * Deletes rows of a table, 1,000 in a statement, so that nobody waits for its locks for long. `find` is a
   * SELECT of their `ctid` without LIMIT. Rows that others have locked are left for the next time, or, with
   * `all`, waited for. Throws `storage_unavailable` while no server accepts writes.
   */
  sweep(
    table: string,
    find: string,
    values?: readonly SqlValue[],
    which?: 'unlocked' | 'all',
  ): Promise<void>
  /** Whether the server responded within the last second, so that all changes until then are known. */
  readonly isCurrent: () => boolean
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
  const { pool, postRetention = null, log = () => undefined } = options
  const { tables, known } = watchDatabase(
    options,
    `INSERT INTO {table}chat_posts (id, channel_id, user_id, message, create_at, update_at)
     SELECT 'trial', id, '', ${FILLING}, 0, 0 FROM {table}chat_channels LIMIT 1`,
  )
  const { query, changes } = tables
  const transaction: PostgresChat['transaction'] = (work) => runTransaction(pool, work)
  const own = prefixedWith(tables.db.prefix)
  const parts: ChatParts = {
    ...tables,
    query: own(query),
    clock: known.clock,
    log,
    transaction: (work) => transaction((within) => work(own(within))),
  }
  const channels = chatChannels(parts)
  const feeds = new Set<Feed>()
  const feedTo = (listener: (change: ChatChange) => void, followed: Set<string> | null) => {
    const feed = new Feed(parts, (id) => channels.findById(id), listener, followed)
    feeds.add(feed)
    return feed
  }
  const endFeed = (feed: Feed) => {
    feed.end()
    feeds.delete(feed)
  }
  const settled = async () => {
    await Promise.all([...feeds].map((feed) => feed.settled()))
  }
  const tell = (posts: readonly StoredPost[], committed?: Committed) => {
    const [first] = posts
    if (!first) return
    const { channelId, createAt } = first
    const to = createAt + posts.length - 1
    changes.tell(channelId, `posts ${createAt} ${to} ${channelId}`)
    if (committed) for (const feed of feeds) feed.add(committed)
  }
  const endClearing = startClearing(parts, postRetention)
  const { webhooks, settings, sessions, counters, deliveries, logs } = sharedStores(options, tables)
  return {
    adapters: {
      guarantees: ['once', 'consecutive', 'threads', 'incidents', 'direct'],
      users: chatUsers(parts),
      channels,
      posts: chatPosts(parts, tell),
      webhooks,
      settings,
      sessions,
      counters,
      deliveries,
      logs,
    },
    ...known,
    onChange: (listener) => {
      const feed = feedTo(listener, null)
      return () => {
        endFeed(feed)
      }
    },
    follow: (listener) => {
      const feed = feedTo(listener, new Set())
      return {
        add: (ids, since) => feed.follow(ids, since),
        delete: (ids) => {
          feed.unfollow(ids)
        },
        end: () => {
          endFeed(feed)
        },
      }
    },
    query,
    transaction,
    sweep: (...what) => tables.db.sweep(...what),
    isCurrent: changes.isCurrent,
    caughtUp: async () => {
      await known.caughtUp()
      await settled()
    },
    close: async () => {
      endClearing()
      for (const feed of feeds) feed.end()
      await known.close()
      await settled()
    },
  }
}
