import { randomUUID } from 'node:crypto'
import type { NewPost, PostsAdapter, StoredPost } from 'express-incoming-webhooks'
import type { Pool, PoolClient } from 'pg'
import type { MessageRow } from './chat.js'
import { isUuid, uuid } from './uuids.js'

interface KeptBatch {
  readonly fingerprint: string
  readonly warnings: unknown
  readonly ignored: unknown
  readonly ids: readonly string[]
}

export function messagesAdapter(pool: Pool): PostsAdapter<'once'> {
  const findAll = async (ids: readonly string[]): Promise<StoredPost[]> => {
    const sql = 'SELECT * FROM messages WHERE id = ANY($1) ORDER BY sent_at'
    return (await pool.query<MessageRow>(sql, [ids.filter(isUuid)])).rows.map(toPost)
  }
  const findBatch: PostsAdapter<'once'>['findBatch'] = async (webhookId, key) => {
    const sql =
      'SELECT batch FROM webhook_requests WHERE webhook_id = $1 AND key = $2 AND expires_at > $3'
    const { rows } = await pool.query<{ readonly batch: KeptBatch }>(sql, [
      webhookId,
      key,
      Date.now(),
    ])
    const [row] = rows
    return row ? { ...row.batch, posts: await findAll(row.batch.ids) } : null
  }
  return {
    newIds: (count) => Array.from({ length: count }, () => randomUUID()),
    createBatch: async ({ posts, once }) => {
      const ids = posts.map(({ id }) => id)
      const stored = await inTransaction(pool, async (client) => {
        if (once) {
          const { webhookId, key, expiresAt, ...kept } = once
          // Waits for a transaction with the same key.
          const sql = `INSERT INTO webhook_requests VALUES ($1, $2, $3, $4)
            ON CONFLICT (webhook_id, key) DO UPDATE SET expires_at = $3, batch = $4
            WHERE webhook_requests.expires_at <= $5`
          const values = [webhookId, key, expiresAt, { ...kept, ids }, Date.now()]
          if ((await client.query(sql, values)).rowCount === 0) return false
        }
        await insertAll(client, posts)
        return true
      })
      if (stored) return { stored, posts: await findAll(ids) }
      const earlier = once && (await findBatch(once.webhookId, once.key))
      if (!earlier) throw new Error('the earlier batch has gone')
      return { stored, earlier }
    },
    findBatch,
    findById: async (id) => (await findAll([id]))[0] ?? null,
    update: async (id, { message, props, version }, expectedVersion) => {
      const sql = `UPDATE messages SET content = coalesce($2, content),
          metadata = metadata || $3, edited_at = greatest($4, edited_at + 1)
        WHERE id = $1 AND coalesce((metadata ->> 'version')::int, 0) = $5 RETURNING *`
      const changes = { version, ...(props ? { props } : {}) }
      const values = [uuid(id), message ?? null, changes, Date.now(), expectedVersion]
      const { rows } = await pool.query<MessageRow>(sql, values)
      return rows[0] ? toPost(rows[0]) : null
    },
  }
}

async function insertAll(client: PoolClient, posts: readonly NewPost[]): Promise<void> {
  // The channel's lock keeps batches apart, and their times in order.
  const channelId = posts[0]?.channelId
  await client.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channelId])
  const sql = 'SELECT max(sent_at) AS last FROM messages WHERE channel_id = $1'
  const { rows } = await client.query<{ readonly last: string | null }>(sql, [channelId])
  const from = Math.max(Date.now(), Number(rows[0]?.last ?? 0) + 1)
  const messages = posts.map(({ id, channelId, userId, rootId, message, ...metadata }, index) => ({
    id,
    channel_id: channelId,
    user_id: userId,
    parent_id: rootId === '' ? null : rootId,
    content: message,
    metadata,
    sent_at: from + index,
    edited_at: from + index,
  }))
  const insert =
    'INSERT INTO messages SELECT * FROM jsonb_populate_recordset(NULL::messages, $1::jsonb)'
  await client.query(insert, [JSON.stringify(messages)])
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

function toPost(row: MessageRow): StoredPost {
  return {
    ...row.metadata,
    id: row.id,
    channelId: row.channel_id,
    userId: row.user_id,
    rootId: row.parent_id,
    message: row.content,
    createAt: Number(row.sent_at),
    updateAt: Number(row.edited_at),
  }
}
