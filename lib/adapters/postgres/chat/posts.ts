import { readPost } from '../../../host/read-records.js'
import type { NewPost, Post } from '../../../model/records.js'
import { numberIn, type Row, textIn } from '../../sql/database.js'
import type { BatchResult, Once, PostBatch, PostsAdapter, StoredBatch } from '../../types.js'
import { certainly } from '../certainly.js'
import type { Query } from '../query.js'
import type { PgValue } from '../transactions.js'
import type { ChatTables } from './database.js'

export const POST_COLUMNS = `id, channel_id, user_id, webhook_id, root_id, message, type, props,
  priority, mentioned, channel_wide, create_at, update_at, version`

/** Called with a channel and the times of the first and last post that were just committed in it. */
export type Tell = (channelId: string, from: number, to: number) => void

/** A batch is one statement, and so one transaction and one round trip. */
export function chatPosts(
  query: Query,
  tables: ChatTables,
  clock: () => number,
  tell: Tell,
  sweepBatches: (now: number, webhookId: string) => Promise<void>,
): PostsAdapter<'once' | 'threads'> {
  const store = storeStatements(tables)
  const findByIds = async (ids: readonly string[]): Promise<readonly Post[]> => {
    const text = `SELECT ${POST_COLUMNS} FROM ${tables.posts} WHERE id = ANY($1::text[])`
    const found = new Map((await query(text, ids)).map(toPost).map((post) => [post.id, post]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }
  const findBatch = async (webhookId: string, key: string): Promise<StoredBatch | null> => {
    await sweepBatches(clock(), webhookId)
    const text = `SELECT batch ->> 'fingerprint' AS fingerprint, batch -> 'warnings' AS warnings,
        batch -> 'ignored' AS ignored, expires_at,
        ARRAY(SELECT jsonb_array_elements_text(batch -> 'postIds')) AS post_ids
      FROM ${tables.batches} WHERE webhook_id = $1 AND name = $2`
    const [row] = await query(text, webhookId, key)
    if (!row || numberIn(row, 'expires_at') <= clock()) return null
    return {
      fingerprint: textIn(row, 'fingerprint'),
      warnings: row['warnings'],
      ignored: row['ignored'],
      posts: await findByIds(textsIn(row, 'post_ids')),
    }
  }
  const createBatch = async ({ posts, once }: PostBatch): Promise<BatchResult> => {
    const [first] = posts
    const channelId = first?.channelId ?? ''
    const kept = once ? keptOf(posts, once) : []
    const { always, unlessKept } = posts.length === 1 ? store.one : store.many
    const values = posts.length === 1 && first ? valuesOf(first) : [rowsOf(posts)]
    const [row] = await query(
      once ? unlessKept : always,
      channelId,
      clock(),
      posts.length,
      ...kept,
      ...values,
    )
    if (row) {
      const to = numberIn(row, 'last_at')
      const from = to - posts.length + 1
      tell(channelId, from, to)
      return { stored: true, posts: posts.map((post, index) => storedAt(post, from + index)) }
    }
    const earlier = once ? await findBatch(once.webhookId, once.key) : null
    if (earlier) return { stored: false, earlier }
    throw new Error('the channel does not exist any more')
  }
  return {
    createBatch: (batch) => certainly(batch, createBatch),
    findBatch,
    findById: async (id) => {
      const text = `SELECT ${POST_COLUMNS} FROM ${tables.posts} WHERE id = $1 AND delete_at = 0`
      const [row] = await query(text, id)
      return row ? toPost(row) : null
    },
    update: async (id, { message, props, version }, expectedVersion) => {
      // In the order of the channel, so that who asks for changes since a time misses none.
      const text = `WITH turn AS (
          UPDATE ${tables.channels} SET last_at = greatest(last_at + 1, $6) WHERE id =
            (SELECT channel_id FROM ${tables.posts} WHERE id = $1 AND version = $2 AND delete_at = 0)
          RETURNING last_at)
        UPDATE ${tables.posts} SET message = coalesce($3, message),
          props = coalesce($4, props), version = $5, update_at = greatest(turn.last_at, update_at + 1)
        FROM turn WHERE id = $1 AND version = $2 AND delete_at = 0 RETURNING ${POST_COLUMNS}`
      const changed = [message ?? null, props ? JSON.stringify(props) : null, version, clock()]
      const [row] = await query(text, id, expectedVersion, ...changed)
      return row ? toPost(row) : null
    },
  }
}

interface StoreStatements {
  readonly always: string
  /** Stores nothing if the idempotency key was used before. */
  readonly unlessKept: string
}

/**
 * Most batches are one post, whose values are parameters: that takes PostgreSQL 17 % less CPU time
 * than a JSON document (356 µs instead of 430 µs).
 */
function storeStatements(tables: ChatTables): {
  readonly one: StoreStatements
  readonly many: StoreStatements
} {
  const store = (unless: string, posts: string): string => `turn AS (
      UPDATE ${tables.channels} AS channel
      SET last_at = greatest(channel.last_at, $2::bigint - 1) + $3::integer
      ${unless} WHERE channel.id = $1 RETURNING channel.last_at
    ), stored AS (
      INSERT INTO ${tables.posts} (channel_id, create_at, update_at, ${POST_VALUES}) ${posts}
    ) SELECT last_at FROM turn`
  // Waits here for a transaction with the same key.
  const claim = `claim AS (
      INSERT INTO ${tables.batches} AS kept (webhook_id, name, expires_at, size, batch)
      SELECT $4::text, $5::text, $6::bigint, length($7), $7::jsonb
      FROM ${tables.channels} WHERE id = $1
      ON CONFLICT (webhook_id, name) DO UPDATE
        SET expires_at = excluded.expires_at, size = excluded.size, batch = excluded.batch
        WHERE kept.expires_at <= $2
      RETURNING name
    )`
  const statements = (posts: (first: number) => string): StoreStatements => ({
    always: `WITH ${store('', posts(4))}`,
    unlessKept: `WITH ${claim}, ${store('FROM claim', posts(8))}`,
  })
  return { one: statements(onePost), many: statements(manyPosts) }
}

const POST_VALUES = `id, user_id, webhook_id, root_id, message, type, props, priority, mentioned,
  channel_wide`

/** `first` is the number of the first parameter with a value of the post. */
function onePost(first: number): string {
  const values = POST_VALUES.split(',').map((_, index) => `$${first + index}`)
  return `SELECT $1, turn.last_at, turn.last_at, ${values.join(', ')} FROM turn`
}

function manyPosts(document: number): string {
  return `SELECT $1, turn.last_at - $3 + post.number, turn.last_at - $3 + post.number, ${POST_VALUES}
      FROM turn, ROWS FROM (json_to_recordset($${document}) AS (id text, user_id text,
        webhook_id text, root_id text, message text, type text, props json, priority json,
        mentioned text[], channel_wide text)) WITH ORDINALITY AS post (${POST_VALUES}, number)
      ORDER BY post.number`
}

/** In the order of `POST_VALUES`. */
function valuesOf(post: NewPost): readonly PgValue[] {
  return [
    post.id,
    post.userId,
    post.webhookId,
    post.rootId,
    post.message,
    post.type,
    JSON.stringify(post.props),
    post.priority && JSON.stringify(post.priority),
    post.mentions.userIds,
    post.mentions.channelWide,
  ]
}

function rowsOf(posts: readonly NewPost[]): string {
  return JSON.stringify(
    posts.map((post) => ({
      id: post.id,
      user_id: post.userId,
      webhook_id: post.webhookId,
      root_id: post.rootId,
      message: post.message,
      type: post.type,
      props: post.props,
      priority: post.priority,
      mentioned: post.mentions.userIds,
      channel_wide: post.mentions.channelWide,
    })),
  )
}

/** Posts are named only, because the same statement stores them. */
function keptOf(
  posts: readonly NewPost[],
  { webhookId, key, expiresAt, fingerprint, warnings, ignored }: Once,
): readonly [string, string, number, string] {
  const postIds = posts.map(({ id }) => id)
  const batch = JSON.stringify({ fingerprint, warnings, ignored, postIds })
  return [webhookId, key, expiresAt, batch]
}

function textsIn(row: Row, column: string): readonly string[] {
  const list = row[column]
  return Array.isArray(list) ? list.map(String) : []
}

function storedAt(post: NewPost, createAt: number): Post {
  return { ...post, createAt, updateAt: createAt, version: 0 }
}

export function toPost(row: Row): Post {
  return readPost({
    id: textIn(row, 'id'),
    channelId: textIn(row, 'channel_id'),
    userId: textIn(row, 'user_id'),
    webhookId: textIn(row, 'webhook_id'),
    rootId: textIn(row, 'root_id'),
    message: textIn(row, 'message'),
    type: textIn(row, 'type'),
    props: row['props'],
    priority: row['priority'],
    mentions: { userIds: row['mentioned'], channelWide: row['channel_wide'] },
    createAt: numberIn(row, 'create_at'),
    updateAt: numberIn(row, 'update_at'),
    version: numberIn(row, 'version'),
  })
}
