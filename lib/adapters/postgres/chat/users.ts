import { afterwards } from '../../../host/maybe-promise.js'
import type { HookUser } from '../../../model/records.js'
import { flagIn, numberIn, type Row, textIn } from '../../stored-values.js'
import type { SignInAdapters } from '../../types.js'
import { cacheOf, isText } from '../cache.js'
import type { ChatParts } from './database.js'
import { namedRows, partOf } from './named.js'

const COLUMNS = 'id, username, email, admin, create_at, delete_at'

export function chatUsers({ query, changes }: ChatParts): SignInAdapters['users'] {
  const findBy = (column: 'id' | 'username'): SignInAdapters['users']['findByIds'] => {
    const text = `SELECT ${COLUMNS} FROM {table}chat_users WHERE ${column} = ANY($1::text[])`
    const cache = cacheOf<HookUser>(changes, 'user', async (wanted) => {
      const found = (await query(text, [wanted])).map(toUser)
      return new Map(found.map((user) => [user[column], user]))
    })
    return (wanted) => afterwards(cache.many(wanted), (found) => [...found.values()])
  }
  return {
    findByIds: findBy('id'),
    findByUsernames: findBy('username'),
    findByLogins: async (_format, host, wanted) => {
      const text = `SELECT login, ${COLUMNS} FROM {table}chat_logins JOIN {table}chat_users ON id = user_id
        WHERE login = ANY($1::text[])`
      const rows = await query(text, [wanted.filter(isText).map((login) => `${host}/${login}`)])
      return rows.map((row) => ({
        login: textIn(row, 'login').slice(host.length + 1),
        user: toUser(row),
      }))
    },
    findCredentials: async (loginId) => {
      // A name comes first: an address could look like one.
      const text = `SELECT id, password_hash FROM {table}chat_users
        WHERE (username = $1 OR lower(email) = $1) AND delete_at = 0
        ORDER BY username = $1 DESC LIMIT 1`
      const [row] = await query(text, [loginId.toLowerCase()])
      return row ? { userId: textIn(row, 'id'), passwordHash: textIn(row, 'password_hash') } : null
    },
    listFor: async (_user, { query: wanted, limit }) => {
      const active = {
        table: '{table}chat_users',
        where: 'delete_at = 0',
        text: 'username',
        order: 'username',
      }
      const text = `SELECT ${COLUMNS} FROM (${namedRows(active, wanted)} LIMIT $2) AS found
        ORDER BY username`
      return (await query(text, [partOf(wanted), limit])).map(toUser)
    },
    listDeactivated: async (limit) => {
      const text = `SELECT ${COLUMNS} FROM {table}chat_users WHERE delete_at > 0
        ORDER BY delete_at DESC LIMIT $1`
      return (await query(text, [limit])).map(toUser)
    },
  }
}

function toUser(row: Row): HookUser {
  return {
    id: textIn(row, 'id'),
    username: textIn(row, 'username'),
    email: textIn(row, 'email'),
    admin: flagIn(row, 'admin'),
    createAt: numberIn(row, 'create_at'),
    deleteAt: numberIn(row, 'delete_at'),
  }
}
