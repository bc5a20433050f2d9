import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import type { Pool } from 'pg'
import { type ChannelRow, toChannel, toUser, type UserRow } from './rows.js'

type Guarantees = 'once' | 'consecutive' | 'incidents'

/** The small chat on PostgreSQL with these adapters; its tables are filled and read without them. */
export function sessionOn(
  pool: Pool,
  adapters: Adapters<Guarantees>,
): ConformanceSession<Guarantees> {
  return {
    adapters,
    seedUser: async ({ username, admin, active }): Promise<HookUser> => {
      const sql = `INSERT INTO users (name, is_admin, left_at)
        VALUES ($1, $2, CASE WHEN $3 THEN NULL ELSE now() END) RETURNING *`
      const { rows } = await pool.query<UserRow>(sql, [username, admin, active])
      return onlyOne(rows.map(toUser))
    },
    seedChannel: async ({ name, displayName, type, archived }): Promise<HookChannel> => {
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
      const posts = await Promise.all(
        rows.map(async ({ id }) => adapters.posts.findById(String(id))),
      )
      return posts.flatMap((post) => post ?? [])
    },
    failWrites: async (message) => {
      await pool.query(`ALTER TABLE messages ADD CHECK (body <> '${message}')`)
    },
    close: () => pool.end(),
  }
}

function onlyOne<T>(records: readonly T[]): T {
  const [record] = records
  if (record === undefined) throw new Error('no record was stored')
  return record
}
