import type {
  Channel,
  ManagementAdapters,
  NewPost,
  StoredPost,
  User,
} from 'express-incoming-webhooks'
import { createSqlStores, type SqlQuery, sqlTables } from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
import * as chat from './chat.js'
import { isUuid, uuid } from './uuids.js'

export const WEBHOOK_TABLES = sqlTables({ dialect: 'postgres' })

/** Users, channels and messages of the studio as the library sees them. */
export function studioAdapters(pool: Pool): ManagementAdapters {
  const queryOf = (on: Pool | PoolClient): SqlQuery => {
    return async (text, values) => (await on.query<object>(text, values)).rows
  }
  const stores = createSqlStores<PoolClient>({
    dialect: 'postgres',
    query: queryOf(pool),
    transaction: (work) => chat.inTransaction(pool, (client) => work(queryOf(client), client)),
  })
  const users = async (where: string, values: string[]): Promise<User[]> => {
    const { rows } = await pool.query<chat.UserRow>(`SELECT * FROM users WHERE ${where}`, [values])
    return rows.map(({ id, handle, role }) => ({ id, username: handle, admin: role === 'admin' }))
  }
  const channels = async (where: string, ...values: unknown[]): Promise<Channel[]> => {
    const sql = `SELECT * FROM channels WHERE ${where}`
    return (await pool.query<chat.ChannelRow>(sql, values)).rows.map(toChannel)
  }
  const channel = async (where: string, ...values: unknown[]): Promise<Channel | null> =>
    (await channels(where, ...values))[0] ?? null
  return {
    guarantees: ['once', 'consecutive', 'threads', 'direct'],
    users: {
      findByIds: (ids) => users('id = ANY($1)', ids.filter(isUuid)),
      findByUsernames: (names) => users('handle = ANY($1)', names),
    },
    channels: {
      findById: (id) => channel('id = $1', uuid(id)),
      findByName: (name, team) =>
        channel('name = $1 AND workspace_id = $2 AND pair IS NULL', name, uuid(team)),
      findDirect: (a, b) => channel('pair = $1', chat.pairOf(a, b)),
      createDirect: async (a, b, team) => toChannel(await chat.openPair(pool, [a, b], team)),
      canPost: async (user, { id, type }) =>
        type === 'public' ||
        (type === 'private' && user.admin === true) ||
        chat.isMember(pool, id, user.id),
      listFor: (user, { query, limit }) =>
        channels(`${IS_LISTED} LIMIT $3`, user.id, query.toLowerCase(), limit),
    },
    posts: stores.posts({
      insert: (posts, client) => chat.addMessages(client, posts.map(toMessage)),
      setText: (id, text, client) => chat.editMessage(client, id, text),
      find: async (id) => (await chat.messages(pool, 'id = $1', uuid(id))).map(toPost)[0] ?? null,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
    counters: stores.counters,
  }
}

const IS_LISTED = `(NOT is_private OR id IN (SELECT channel_id FROM channel_members
  WHERE user_id = $1)) AND pair IS NULL AND archived_at IS NULL
  AND strpos(lower(name || ' ' || title), $2) > 0`

function toChannel(row: chat.ChannelRow): Channel {
  return {
    id: row.id,
    teamId: row.workspace_id,
    type: row.pair !== null ? 'direct' : row.is_private ? 'private' : 'public',
    name: row.name,
    displayName: row.title,
    deleteAt: row.archived_at?.getTime() ?? null,
  }
}

function toMessage({ channelId, userId, rootId, message, props }: NewPost): chat.NewMessage {
  const parent = rootId === '' ? null : rootId
  const metadata = { props }
  return { channel_id: channelId, user_id: userId, parent_id: parent, content: message, metadata }
}

function toPost(row: chat.MessageRow): StoredPost {
  const { id, channel_id: channelId, user_id: userId, parent_id: rootId, content: message } = row
  const at = Number(row.sent_at)
  return { id, channelId, userId, rootId, message, createAt: at, updateAt: at }
}
