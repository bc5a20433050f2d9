import { atMostEvery } from '../at-most-every.js'
import type { SessionsAdapter } from '../types.js'
import { numberIn, textIn } from '../stored-values.js'
import { type SqlDatabase, SWEEP_MS } from './database.js'

export function sqlSessions(db: SqlDatabase, clock: () => number): SessionsAdapter {
  const table = db.table('sessions')
  const sweep = atMostEvery(SWEEP_MS, (now) => db.delete('sessions', 'expires_at <= ?', now))
  return {
    create: async ({ id, userId, expiresAt }) => {
      await sweep(clock())
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
