import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters, StoredMessage } from 'express-incoming-webhooks/adapters'
import { createSqlStores, type SqlQuery, type SqlResult } from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
import { type ChannelRow, rowIds, toChannel, toUser, type UserRow } from './rows.js'

export function pgAdapters(pool: Pool): Adapters<'once' | 'consecutive' | 'incidents'> {
  const queryOf = (on: Pool | PoolClient): SqlQuery<SqlResult> => {
    return (text, values) => on.query<object>(text, values)
  }
  const stores = createSqlStores<PoolClient>({
    dialect: 'postgres',
    query: queryOf(pool),
    transaction: (work) => inTransaction(pool, (client) => work(queryOf(client), client)),
  })
  const users = async (where: string, values: unknown[]): Promise<HookUser[]> =>
    (await pool.query<UserRow>(`SELECT * FROM users WHERE ${where}`, values)).rows.map(toUser)
  const channels = async (where: string, values: unknown[]): Promise<HookChannel[]> => {
    const sql = `SELECT * FROM channels WHERE ${where}`
    return (await pool.query<ChannelRow>(sql, values)).rows.map(toChannel)
  }
  return {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      findByIds: (ids) => users('id = ANY($1)', [rowIds(ids)]),
      findByUsernames: (names) => users('name = ANY($1)', [names]),
    },
    channels: {
      findById: async (id) => (await channels('id = ANY($1)', [rowIds([id])]))[0] ?? null,
      findByName: async (name) => (await channels('name = $1', [name]))[0] ?? null,
      canPost: async (user, { id, type }) => {
        if (type === 'public' || user.admin) return true
        const sql = 'SELECT 1 FROM members WHERE channel_id = $1 AND user_id = $2'
        return (await pool.query(sql, [id, user.id])).rowCount === 1
      },
      listFor: (user, { query, limit }) =>
        channels(`${IS_LISTED} LIMIT $3`, [user.id, query.toLowerCase(), limit]),
    },
    posts: stores.posts({
      insert: async (posts, client) => {
        const channelId = posts[0]?.channelId
        // Keeps the messages of others out, and the times of the channel in order.
        await client.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channelId])
        const last = await client.query<{ at: string }>(LAST, [channelId])
        const from = Math.max(Date.now(), Number(last.rows[0]?.at) + 1)
        const stored: StoredMessage[] = []
        for (const [index, { userId, message }] of posts.entries()) {
          const values = [channelId, userId, message, from + index]
          stored.push(...(await client.query<StoredMessage>(INSERT, values)).rows)
        }
        return stored
      },
      setText: async (id, text, client) => {
        const sql = 'UPDATE messages SET body = $2 WHERE id = $1'
        return (await client.query(sql, [id, text])).rowCount === 1
      },
      delete: async (id, client) =>
        (await client.query('DELETE FROM messages WHERE id = $1', [id])).rowCount === 1,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

const LAST = 'SELECT coalesce(max(sent_at), 0) AS at FROM messages WHERE channel_id = $1'
const INSERT = `INSERT INTO messages (channel_id, user_id, body, sent_at)
  VALUES ($1, $2, $3, $4) RETURNING id, sent_at::float8 AS "createAt"`
const IS_LISTED = `archived_at IS NULL AND strpos(lower(name || ' ' || title), $2) > 0
  AND (NOT is_private OR id IN (SELECT channel_id FROM members WHERE user_id = $1))`

export async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
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
