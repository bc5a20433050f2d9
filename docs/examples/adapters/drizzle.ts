import { and, eq, inArray, max, sql, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import {
  createSqlStores,
  type SqlQuery,
  type SqlResult,
  type SqlValue,
} from 'express-incoming-webhooks/sql'
import { channels, members, messages, users } from './drizzle-tables.js'
import { rowIds } from './rows.js'

type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

export function drizzleAdapters(
  db: NodePgDatabase,
): Adapters<'once' | 'consecutive' | 'incidents'> {
  const queryOf = (on: NodePgDatabase | Transaction): SqlQuery<SqlResult> => {
    return async (text, values) => on.execute(drizzleSql(text, values))
  }
  const stores = createSqlStores<Transaction>({
    dialect: 'postgres',
    query: queryOf(db),
    transaction: (work) => db.transaction((tx) => work(queryOf(tx), tx)),
  })
  const usersWhere = async (condition: SQL): Promise<HookUser[]> =>
    (await db.select().from(users).where(condition)).map(toUser)
  const channelsWhere = async (condition: SQL, limit = 1): Promise<HookChannel[]> =>
    (await db.select().from(channels).where(condition).limit(limit)).map(toChannel)
  return {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      findByIds: (ids) => usersWhere(inArray(users.id, rowIds(ids))),
      findByUsernames: (names) => usersWhere(inArray(users.name, names)),
    },
    channels: {
      findById: async (id) => (await channelsWhere(inArray(channels.id, rowIds([id]))))[0] ?? null,
      findByName: async (name) => (await channelsWhere(eq(channels.name, name)))[0] ?? null,
      canPost: async (user, { id, type }) => {
        if (type === 'public' || user.admin) return true
        const isHere = eq(members.channelId, Number(id))
        return (await db.$count(members, and(isHere, eq(members.userId, Number(user.id))))) === 1
      },
      listFor: ({ id }, { query, limit }) => {
        const isOwn = eq(members.userId, Number(id))
        const own = db.select({ id: members.channelId }).from(members).where(isOwn)
        const names = sql`lower(${channels.name} || ' ' || ${channels.title})`
        return channelsWhere(
          sql`${channels.archivedAt} IS NULL AND strpos(${names}, ${query.toLowerCase()}) > 0
            AND (NOT ${channels.isPrivate} OR ${channels.id} IN ${own})`,
          limit,
        )
      },
    },
    posts: stores.posts({
      insert: async (posts, tx) => {
        const channelId = Number(posts[0]?.channelId)
        // Keeps the messages of others out, and the times of the channel in order.
        await tx.select().from(channels).where(eq(channels.id, channelId)).for('update')
        const isHere = eq(messages.channelId, channelId)
        const latest = { at: max(messages.sentAt) }
        const [last] = await tx.select(latest).from(messages).where(isHere)
        const from = Math.max(Date.now(), (last?.at ?? 0) + 1)
        const rows = posts.map(({ userId, message }, index) => {
          return { channelId, userId: Number(userId), body: message, sentAt: from + index }
        })
        const stored = { id: messages.id, createAt: messages.sentAt }
        const inserted = await tx.insert(messages).values(rows).returning(stored)
        return inserted.sort((a, b) => a.createAt - b.createAt)
      },
      setText: async (id, body, tx) => {
        const isThis = eq(messages.id, Number(id))
        return (await tx.update(messages).set({ body }).where(isThis)).rowCount === 1
      },
      delete: async (id, tx) =>
        (await tx.delete(messages).where(eq(messages.id, Number(id)))).rowCount === 1,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

/** Drizzle numbers the placeholders itself. */
export function drizzleSql(text: string, values: readonly SqlValue[]): SQL {
  const [first = '', ...rest] = text.split(/\$\d+/).map((part) => sql.raw(part))
  return sql.join([first, ...rest.flatMap((part, at) => [sql.param(values[at]), part])])
}

function toUser({ id, name, isAdmin: admin, leftAt }: typeof users.$inferSelect): HookUser {
  return { id: String(id), username: name, admin, deleteAt: leftAt?.getTime() ?? null }
}

function toChannel(row: typeof channels.$inferSelect): HookChannel {
  return {
    id: String(row.id),
    teamId: '',
    type: row.isPrivate ? 'private' : 'public',
    name: row.name,
    displayName: row.title,
    deleteAt: row.archivedAt?.getTime() ?? null,
  }
}
