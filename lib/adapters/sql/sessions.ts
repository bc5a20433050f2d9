import type { SessionsAdapter } from '../types.js'
import { numberIn, textIn } from '../stored-values.js'
import type { SqlDatabase } from './database.js'

export function sqlSessions(db: SqlDatabase, clock: () => number): SessionsAdapter {
  const table = db.table('sessions')
  const sweep = db.sweeper((now) => db.sweepExpired(table, now))
  return {
    create: async ({ id, userId, expiresAt }) => {
      sweep(clock())
      const insert = `INSERT INTO ${table} (id, user_id, expires_at) VALUES (?, ?, ?) RETURNING id`
      await db.rows(insert, id, userId, expiresAt)
    },
    find: async (id) => {
      const text = `SELECT user_id, expires_at FROM ${table} WHERE id = ?`
      const row = await db.row(text, id)
      if (!row || numberIn(row, 'expires_at') <= clock()) return null
      return { id, userId: textIn(row, 'user_id'), expiresAt: numberIn(row, 'expires_at') }
    },
    delete: async (id) => {
      await db.delete('sessions', 'id = ?', id)
    },
    deleteForUser: async (userId) => {
      await db.delete('sessions', 'user_id = ?', userId)
    },
  }
}
