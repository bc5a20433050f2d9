import type { HookChannel, HookUser } from 'express-incoming-webhooks'
import type { Adapters } from 'express-incoming-webhooks/adapters'
import { createSqlStores, oneConnection, sqlTables } from 'express-incoming-webhooks/sql'
import {
  type Database,
  numberOf,
  type Row,
  rowId,
  textOf,
} from '../../../example-host/over-sql/database.js'

export const WEBHOOK_TABLES = sqlTables({ dialect: 'sqlite' })

/** People, rooms and messages of the lounge as the library sees them. */
export function loungeAdapters(db: Database): Adapters<'once' | 'consecutive' | 'incidents'> {
  const connection = oneConnection((text, values) => db.all(text, ...values))
  const stores = createSqlStores({ ...connection, dialect: 'sqlite' })
  const people = (column: string, values: (string | number | null)[]): HookUser[] =>
    db
      .all(
        `SELECT * FROM people WHERE ${column} IN (SELECT value FROM json_each(?))`,
        JSON.stringify(values),
      )
      .map(toUser)
  const rooms = (rest: string, ...values: (string | number | null)[]): HookChannel[] =>
    db.all(`SELECT * FROM rooms ${rest}`, ...values).map(toChannel)
  return {
    guarantees: ['once', 'consecutive', 'incidents'],
    users: {
      findByIds: (ids) => people('id', ids.map(rowId)),
      findByUsernames: (names) => people('nick', names),
    },
    channels: {
      findById: (id) => rooms('WHERE id = ?', rowId(id))[0] ?? null,
      findByName: (name) => rooms('WHERE name = ?', name)[0] ?? null,
      canPost: () => true,
      listFor: (_user, { query, limit }) =>
        rooms(`WHERE instr(lower(name || ' ' || topic), lower(?)) LIMIT ?`, query, limit),
    },
    posts: stores.posts({
      insert: (posts) => {
        const last = db.one('SELECT max(sent_at) AS at FROM messages')
        const from = Math.max(Date.now(), Number(last?.['at']) + 1)
        return posts.map(({ channelId, userId, message }, index) => {
          const values = [rowId(channelId), rowId(userId), message, from + index]
          const row = db.one(`${INSERT} RETURNING id`, ...values)
          return { id: Number(row?.['id']), createAt: from + index }
        })
      },
      setText: (id, text) =>
        db.run('UPDATE messages SET body = ? WHERE id = ?', text, rowId(id)) > 0,
    }),
    webhooks: stores.webhooks,
    settings: stores.settings,
  }
}

const INSERT = 'INSERT INTO messages (room_id, person_id, body, sent_at) VALUES (?, ?, ?, ?)'

function toUser(row: Row): HookUser {
  return { id: String(numberOf(row, 'id')), username: textOf(row, 'nick').toLowerCase() }
}

function toChannel(row: Row): HookChannel {
  const [id, name] = [String(numberOf(row, 'id')), textOf(row, 'name')]
  return { id, teamId: '', type: 'public', name, displayName: textOf(row, 'topic') }
}
