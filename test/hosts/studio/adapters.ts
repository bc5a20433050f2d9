import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters, NewPost } from 'express-incoming-webhooks/adapters'
import { createSqlStores, sqlTables } from 'express-incoming-webhooks/sql'
import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../../support/postgres.js'
import * as chat from './chat.js'
import { isUuid, uuid } from './uuids.js'

export const WEBHOOK_TABLES = sqlTables({ dialect: 'postgres' })

/** Users, channels and messages of the studio as the library sees them. */
export function studioAdapters(pool: Pool): Adapters {
  const stores = createSqlStores<PoolClient>({
    dialect: 'postgres',
    query: chat.rowsOf(pool),
    transaction: (work) => inTransaction(pool, (client) => work(chat.rowsOf(client), client)),
  })
  const users = async (where: string, values: string[]): Promise<HookUser[]> => {
    const { rows } = await pool.query<chat.UserRow>(`SELECT * FROM users WHERE ${where}`, [values])
    return rows.map(({ id, handle, role }) => ({ id, username: handle, admin: role === 'admin' }))
  }
  const channel = async (where: string, ...values: unknown[]): Promise<HookChannel | null> => {
    const [row] = await chat.channels(pool, where, ...values)
    return row ? toChannel(row) : null
  }
  return {
    guarantees: ['once', 'consecutive', 'threads', 'incidents', 'direct'],
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
      listFor: async (user, { query, limit }) =>
        (await chat.searchChannels(pool, user.id, query, limit)).map(toChannel),
    },
    posts: stores.posts({
      insert: (posts, client) => chat.addMessages(client, posts.map(toMessage)),
      setText: (id, text, client) => chat.editMessage(client, id, text),
      find: async (id) => (await chat.messages(pool, 'id = $1', uuid(id))).map(toPlace)[0] ?? null,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
    counters: stores.counters,
  }
}

function toChannel(row: chat.ChannelRow): HookChannel {
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
  return { channelId, userId, parentId: rootId || null, content: message, metadata: { props } }
}

function toPlace({ channel_id: channelId, parent_id: rootId }: chat.MessageRow) {
  return { channelId, rootId }
}
