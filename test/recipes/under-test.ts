import type { Channel, ManagementAdapters, StoredPost, User } from 'express-incoming-webhooks'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { sqlTables } from 'express-incoming-webhooks/sql'
import type { OwnSchema } from '../support/postgres.js'
import { CHAT_TABLES } from './chat-tables.js'
import { type ChannelRow, toChannel, toUser, type UserRow } from './rows.js'

type Guarantees = 'once' | 'consecutive'

export const TABLES = CHAT_TABLES + sqlTables({ dialect: 'postgres' })

/** The small chat on PostgreSQL with these adapters; its tables are filled and read without them. */
export function sessionOn(
  { pool, close }: OwnSchema,
  adapters: ManagementAdapters<Guarantees>,
): ConformanceSession<Guarantees> {
  return {
    adapters,
    seedUser: async ({ username, admin, active }): Promise<User> => {
      const sql = `INSERT INTO users (name, is_admin, left_at)
        VALUES ($1, $2, CASE WHEN $3 THEN NULL ELSE now() END) RETURNING *`
      const { rows } = await pool.query<UserRow>(sql, [username, admin, active])
      return onlyOne(rows.map(toUser))
    },
    seedChannel: async ({ name, displayName, type, archived }): Promise<Channel> => {
      const sql = `INSERT INTO channels (name, title, is_private, archived_at)
        VALUES ($1, $2, $3, CASE WHEN $4 THEN now() END) RETURNING *`
      const values = [name, displayName, type === 'private', archived]
      return onlyOne((await pool.query<ChannelRow>(sql, values)).rows.map(toChannel))
    },
    addMember: async (channelId, userId) => {
      await pool.query('INSERT INTO members VALUES ($1, $2)', [channelId, userId])
    },
    readPosts: async (channelId) => {
      const sql = 'SELECT id FROM messages WHERE channel_id = $1 ORDER BY sent_at'
      const { rows } = await pool.query<{ readonly id: number }>(sql, [channelId])
      return postsOf(
        adapters,
        rows.map(({ id }) => String(id)),
      )
    },
    failWrites: async (message) => {
      await pool.query(`ALTER TABLE messages ADD CHECK (body <> '${message}')`)
    },
    close,
  }
}

export async function postsOf(
  { posts }: Pick<ManagementAdapters, 'posts'>,
  ids: readonly string[],
): Promise<readonly StoredPost[]> {
  const found = await Promise.all(ids.map(async (id) => posts.findById(id)))
  return found.filter((post) => post !== null)
}

function onlyOne<T>(records: readonly T[]): T {
  const [record] = records
  if (record === undefined) throw new Error('no record was stored')
  return record
}
