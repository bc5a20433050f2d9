import type { HookChannel } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { createSqlStores, type SqlQuery, type SqlResult } from 'express-incoming-webhooks/sql'
import type { Knex } from 'knex'
import { type ChannelRow, rowIds, toChannel, toUser, type UserRow } from './rows.js'

interface MessageRow {
  id: number
  channel_id: number
  user_id: number
  body: string
  /** `pg` returns a bigint as text. */
  sent_at: string | number
}

export function knexAdapters(db: Knex): Adapters<'once' | 'consecutive' | 'incidents'> {
  // Knex writes every placeholder `?`.
  const queryOf = (on: Knex): SqlQuery<SqlResult> => {
    return async (text, values) => on.raw<SqlResult>(text.replace(/\$\d+/g, '?'), values)
  }
  const stores = createSqlStores<Knex.Transaction>({
    dialect: 'postgres',
    query: queryOf(db),
    transaction: (work) => db.transaction((trx) => work(queryOf(trx), trx)),
  })
  const channel = async (where: Partial<ChannelRow>): Promise<HookChannel | null> => {
    const row = await db<ChannelRow>('channels').where(where).first()
    return row ? toChannel(row) : null
  }
  return {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      findByIds: async (ids) => (await db<UserRow>('users').whereIn('id', rowIds(ids))).map(toUser),
      findByUsernames: async (names) =>
        (await db<UserRow>('users').whereIn('name', names)).map(toUser),
    },
    channels: {
      findById: (id) => channel({ id: rowIds([id])[0] ?? 0 }),
      findByName: (name) => channel({ name }),
      canPost: async (user, { id, type }) => {
        if (type === 'public' || user.admin) return true
        const member = { channel_id: Number(id), user_id: Number(user.id) }
        return (await db('members').where(member)).length === 1
      },
      listFor: async (user, { query, limit }) => {
        const own = db('members').select('channel_id').where('user_id', Number(user.id))
        const rows = await db<ChannelRow>('channels')
          .whereNull('archived_at')
          .where((row) => void row.where('is_private', false).orWhereIn('id', own))
          .whereRaw("strpos(lower(name || ' ' || title), ?) > 0", [query.toLowerCase()])
          .limit(limit)
        return rows.map(toChannel)
      },
    },
    posts: stores.posts({
      insert: async (posts, trx) => {
        const id = Number(posts[0]?.channelId)
        // Keeps the messages of others out, and the times of the channel in order.
        await trx('channels').where({ id }).forUpdate().first()
        const last = await trx<MessageRow>('messages')
          .where('channel_id', id)
          .max('sent_at')
          .first()
        const from = Math.max(Date.now(), Number(last?.max ?? 0) + 1)
        const rows = posts.map(({ userId, message }, index) => ({
          channel_id: id,
          user_id: Number(userId),
          body: message,
          sent_at: from + index,
        }))
        const stored = await trx<MessageRow>('messages').insert(rows, ['id', 'sent_at'])
        return stored
          .map((row) => ({ id: row.id, createAt: Number(row.sent_at) }))
          .sort((a, b) => a.createAt - b.createAt)
      },
      setText: async (id, body, trx) =>
        (await trx<MessageRow>('messages').where('id', Number(id)).update({ body })) === 1,
      delete: async (id, trx) =>
        (await trx<MessageRow>('messages').where('id', Number(id)).delete()) === 1,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}
