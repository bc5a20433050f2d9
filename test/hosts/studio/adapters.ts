import { randomUUID } from 'node:crypto'
import type {
  Channel,
  Guarantee,
  ManagementAdapters,
  NewPost,
  StoredPost,
  User,
} from 'express-incoming-webhooks'
import {
  createSqlStores,
  type SqlQuery,
  sqlTables,
  type StoredMessage,
} from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
import { type ChannelRow, inTransaction, type MessageRow, type UserRow } from './chat.js'
import { isUuid, uuid } from './uuids.js'

export const WEBHOOK_TABLES = sqlTables({ dialect: 'postgres' })

/** Users, channels and messages of the studio as the library sees them. */
export function studioAdapters(pool: Pool): ManagementAdapters {
  const queryOf =
    (on: Pool | PoolClient): SqlQuery =>
    async (text, values) =>
      (await on.query<object>(text, values)).rows
  const stores = createSqlStores<PoolClient>({
    dialect: 'postgres',
    query: queryOf(pool),
    transaction: (work) => inTransaction(pool, (client) => work(queryOf(client), client)),
  })
  const users = async (where: string, values: string[]): Promise<User[]> => {
    const { rows } = await pool.query<UserRow>(`SELECT * FROM users WHERE ${where}`, [values])
    return rows.map(({ id, handle, role }) => ({ id, username: handle, admin: role === 'admin' }))
  }
  const channels = async (where: string, ...values: unknown[]): Promise<Channel[]> =>
    (await pool.query<ChannelRow>(`SELECT * FROM channels WHERE ${where}`, values)).rows.map(
      toChannel,
    )
  const channel = async (where: string, ...values: unknown[]): Promise<Channel | null> =>
    (await channels(where, ...values))[0] ?? null
  return {
    guarantees: GUARANTEES,
    users: {
      findByIds: (ids) => users('id = ANY($1)', ids.filter(isUuid)),
      findByUsernames: (names) => users('handle = ANY($1)', names),
    },
    channels: {
      findById: (id) => channel('id = $1', uuid(id)),
      findByName: (name, teamId) =>
        channel('name = $1 AND workspace_id = $2 AND pair IS NULL', name, uuid(teamId)),
      findDirect: (a, b) => channel('pair = $1', pairOf(a, b)),
      createDirect: async (a, b, teamId) => {
        await pool.query(INSERT_PAIR, [teamId, pairOf(a, b), [a, b]])
        const [made] = await channels('pair = $1', pairOf(a, b))
        if (!made) throw new Error('the channel of these two could not be made')
        return made
      },
      canPost: async (user, { id, type }) =>
        type === 'public' ||
        (type === 'private' && user.admin === true) ||
        (await channel(`id = $2 AND ${IS_MEMBER}`, user.id, id)) !== null,
      listFor: (user, { query, limit }) =>
        channels(`${IS_LISTED} LIMIT $3`, user.id, query.toLowerCase(), limit),
    },
    posts: stores.posts({
      insert: (posts, client) => insertAll(client, posts),
      setText: async (id, text, client) =>
        (await client.query('UPDATE messages SET content = $2 WHERE id = $1', [id, text]))
          .rowCount === 1,
      find: async (id) => {
        const sql = 'SELECT * FROM messages WHERE id = $1'
        const { rows } = await pool.query<MessageRow>(sql, [uuid(id)])
        return rows.map(toPost)[0] ?? null
      },
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
    counters: stores.counters,
  }
}

const GUARANTEES: readonly Guarantee[] = ['once', 'consecutive', 'threads', 'direct']
const IS_MEMBER = `EXISTS (SELECT 1 FROM channel_members AS m
  WHERE m.channel_id = channels.id AND m.user_id = $1)`
const IS_LISTED = `(NOT is_private OR ${IS_MEMBER}) AND pair IS NULL AND archived_at IS NULL
  AND strpos(lower(name || ' ' || title), $2) > 0`
const INSERT_PAIR = `WITH made AS (INSERT INTO channels (workspace_id, name, is_private, pair)
    VALUES ($1, '', true, $2) ON CONFLICT DO NOTHING RETURNING id)
  INSERT INTO channel_members SELECT DISTINCT made.id, u.id::uuid FROM made, unnest($3::text[]) AS u (id)`

// The channel's lock keeps batches apart, and their times in order.
async function insertAll(client: PoolClient, posts: readonly NewPost[]): Promise<StoredMessage[]> {
  const channelId = posts[0]?.channelId
  await client.query('SELECT 1 FROM channels WHERE id = $1 FOR UPDATE', [channelId])
  const { rows } = await client.query<{ readonly last: string | null }>(
    'SELECT max(sent_at) AS last FROM messages WHERE channel_id = $1',
    [channelId],
  )
  const from = Math.max(Date.now(), Number(rows[0]?.last) + 1)
  const messages = posts.map(({ channelId, userId, rootId, message, props }, index) => ({
    id: randomUUID(),
    channel_id: channelId,
    user_id: userId,
    parent_id: rootId === '' ? null : rootId,
    content: message,
    metadata: { props },
    sent_at: from + index,
  }))
  const insert = 'INSERT INTO messages SELECT * FROM jsonb_populate_recordset(NULL::messages, $1)'
  await client.query(insert, [JSON.stringify(messages)])
  return messages.map(({ id, sent_at: createAt }) => ({ id, createAt }))
}

function pairOf(a: string, b: string): string {
  return [a, b].sort().join(' ')
}

function toChannel(row: ChannelRow): Channel {
  return {
    id: row.id,
    teamId: row.workspace_id,
    type: row.pair !== null ? 'direct' : row.is_private ? 'private' : 'public',
    name: row.name,
    displayName: row.title,
    deleteAt: row.archived_at?.getTime() ?? null,
  }
}

function toPost(row: MessageRow): StoredPost {
  const at = Number(row.sent_at)
  return {
    id: row.id,
    channelId: row.channel_id,
    userId: row.user_id,
    rootId: row.parent_id,
    message: row.content,
    createAt: at,
    updateAt: at,
  }
}
