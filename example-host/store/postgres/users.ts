import type { ChatUsers } from '../chat-store.js'
import { StoreConflict } from '../errors.js'
import { createId } from '../ids.js'
import { storable } from '../storable.js'
import {
  countOf,
  type Database,
  limitsOf,
  textIn,
  toUser,
  USER_COLUMNS,
  violatedIndex,
} from './database.js'

export function postgresUsers({ adapters, query, clock }: Database): ChatUsers {
  const { users } = adapters
  const change = async (id: string, column: string, value: string | number) => {
    const text = `UPDATE chat_users SET ${column} = $2 WHERE id = $1 RETURNING id`
    return (await query(text, [id, value])).length > 0
  }
  return {
    create: async ({ username, email, passwordHash, admin }) => {
      const text = `INSERT INTO chat_users (id, username, email, password_hash, admin, create_at)
        VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${USER_COLUMNS}`
      const name = username.toLowerCase()
      const values = [createId(), name, storable(email), passwordHash, admin, clock()]
      const [row] = await query(text, values).catch((error: unknown) => {
        const index = violatedIndex(error)
        if (index.endsWith('username_key')) throw new StoreConflict('username')
        if (index.endsWith('by_email')) throw new StoreConflict('email')
        throw error
      })
      if (!row) throw new Error('no user was stored')
      return toUser(row)
    },
    byId: async (id) => (await users.findByIds([id]))[0] ?? null,
    byUsername: async (name) => (await users.findByUsernames([name.toLowerCase()]))[0] ?? null,
    list: async (page) => {
      const text = `SELECT ${USER_COLUMNS} FROM chat_users ORDER BY create_at, id LIMIT $1 OFFSET $2`
      return (await query(text, [...limitsOf(page)])).map(toUser)
    },
    count: () => countOf(query, 'chat_users'),
    setActive: (id, active) => change(id, 'delete_at', active ? 0 : clock()),
    setPasswordHash: (id, passwordHash) => change(id, 'password_hash', passwordHash),
    logins: async (id) => {
      const text = 'SELECT login FROM chat_logins WHERE user_id = $1 ORDER BY login'
      return (await query(text, [id])).map((row) => textIn(row, 'login'))
    },
    claim: async (id, login) => {
      // Nothing changes for the one whose it is, and the row tells whose.
      const text = `INSERT INTO chat_logins (login, user_id) VALUES ($1, $2)
        ON CONFLICT (login) DO UPDATE SET user_id = chat_logins.user_id RETURNING user_id`
      const [row] = await query(text, [login, id])
      return row !== undefined && textIn(row, 'user_id') === id
    },
    release: async (id, login) => {
      const text = 'DELETE FROM chat_logins WHERE login = $1 AND user_id = $2 RETURNING login'
      return (await query(text, [login, id])).length > 0
    },
  }
}
