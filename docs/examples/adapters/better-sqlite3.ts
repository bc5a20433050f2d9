// Open the database once, and create the tables of the library:
//
//   const db = new Database('chat.db')
//   db.pragma('journal_mode = WAL')
//   db.pragma('synchronous = FULL') // else the last messages can be lost in a power failure
//   db.exec(sqlTables({ dialect: 'sqlite' }))
//   const adapters = sqliteAdapters(db)
import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { createSqlStores, oneConnection } from 'express-incoming-webhooks/sql'

/** What the adapters use of better-sqlite3, whose `Database` you can write instead. */
export interface Sqlite {
  prepare<Values extends unknown[], Row>(
    sql: string,
  ): {
    readonly reader: boolean
    all(...values: Values): Row[]
    run(...values: Values): { changes: number; lastInsertRowid: number | bigint }
  }
}

export function sqliteAdapters(db: Sqlite): Adapters<'once' | 'consecutive' | 'incidents'> {
  const rows = <Row>(sql: string, ...values: unknown[]): Row[] =>
    db.prepare<unknown[], Row>(sql).all(...values)
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values)
  const connection = oneConnection((sql, values) => {
    const statement = db.prepare<unknown[], object>(sql)
    if (statement.reader) return statement.all(...values)
    statement.run(...values)
    return []
  })
  const stores = createSqlStores({ ...connection, dialect: 'sqlite' })
  // json_each makes rows of a list, so that one placeholder is enough for any number of values.
  const users = (column: 'id' | 'name', values: unknown[]): HookUser[] => {
    const sql = `SELECT * FROM users WHERE ${column} IN (SELECT value FROM json_each(?))`
    return rows<UserRow>(sql, JSON.stringify(values)).map(toUser)
  }
  const channels = (where: string, ...values: unknown[]): HookChannel[] =>
    rows<ChannelRow>(`SELECT * FROM channels WHERE ${where}`, ...values).map(toChannel)
  return {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      findByIds: (ids) => users('id', ids.map(rowId)),
      findByUsernames: (names) => users('name', names),
    },
    channels: {
      findById: (id) => channels('id = ?', rowId(id))[0] ?? null,
      findByName: (name) => channels('name = ?', name)[0] ?? null,
      canPost: (user, { id, type }) =>
        type === 'public' ||
        user.admin === true ||
        rows(IS_MEMBER, rowId(id), rowId(user.id)).length === 1,
      // In JavaScript, because lower() of SQLite changes only a to z.
      listFor: (user, { query, limit }) =>
        channels(IS_LISTED, rowId(user.id))
          .filter(({ name, displayName }) =>
            `${name} ${displayName}`.toLowerCase().includes(query.toLowerCase()),
          )
          .slice(0, limit),
    },
    posts: stores.posts({
      insert: (posts) => {
        const channelId = rowId(posts[0]?.channelId ?? '')
        const [last] = rows<{ at: number }>(LAST, channelId)
        const from = Math.max(Date.now(), (last?.at ?? 0) + 1)
        return posts.map(({ userId, message }, index) => {
          const createAt = from + index
          const { lastInsertRowid } = run(INSERT, channelId, rowId(userId), message, createAt)
          return { id: lastInsertRowid, createAt }
        })
      },
      setText: (id, text) =>
        run('UPDATE messages SET body = ? WHERE id = ?', text, rowId(id)).changes === 1,
      delete: (id) => run('DELETE FROM messages WHERE id = ?', rowId(id)).changes === 1,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

const IS_MEMBER = 'SELECT 1 FROM members WHERE channel_id = ? AND user_id = ?'
const IS_LISTED = `archived_at IS NULL
  AND (NOT is_private OR id IN (SELECT channel_id FROM members WHERE user_id = ?))`
const LAST = 'SELECT coalesce(max(sent_at), 0) AS at FROM messages WHERE channel_id = ?'
const INSERT = 'INSERT INTO messages (channel_id, user_id, body, sent_at) VALUES (?, ?, ?, ?)'

interface UserRow {
  id: number
  name: string
  is_admin: number
  left_at: number | null
}

interface ChannelRow {
  id: number
  name: string
  title: string
  is_private: number
  archived_at: number | null
}

/** Ids are integers in the tables and text in the library. No row has the id null. */
function rowId(id: string): number | null {
  return /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}

function toUser(row: UserRow): HookUser {
  const { id, name, is_admin: admin, left_at: deleteAt } = row
  return { id: String(id), username: name, admin: admin === 1, deleteAt }
}

function toChannel(row: ChannelRow): HookChannel {
  return {
    id: String(row.id),
    teamId: '',
    type: row.is_private === 1 ? 'private' : 'public',
    name: row.name,
    displayName: row.title,
    deleteAt: row.archived_at,
  }
}
