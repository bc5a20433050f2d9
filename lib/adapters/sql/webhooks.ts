import { fieldNames } from '../../model/fields.js'
import type { StoredWebhook, WebhooksAdapter } from '../types.js'
import { numberIn } from '../stored-values.js'
import { columnOf, placeOf, toColumn, toWebhook, WEBHOOK_NAMES } from './columns.js'
import type { SqlDatabase, SqlValue } from './database.js'

// Named, because a server refuses a prepared `SELECT *` after a column was added.
const COLUMNS = WEBHOOK_NAMES.map(columnOf).join(', ')
const NEWEST_FIRST = 'ORDER BY create_at DESC, id DESC'

export function sqlWebhooks(db: SqlDatabase): WebhooksAdapter {
  const table = db.table('webhooks')
  const { words } = db
  const find = async (
    where: string,
    ...values: readonly SqlValue[]
  ): Promise<StoredWebhook | null> => {
    const row = await db.row(`SELECT ${COLUMNS} FROM ${table} WHERE ${where}`, ...values)
    return row && toWebhook(row)
  }
  return {
    findByKeyDigest: (digest) =>
      find(`key_digest = ? OR previous_key ->> 'keyDigest' = ?`, digest, digest),
    touch: async (id, at, key) => {
      if (key === 'current') {
        await db.rows(`UPDATE ${table} SET last_used = ? WHERE id = ? RETURNING id`, at, id)
        return
      }
      const changed =
        db.dialect === 'sqlite'
          ? `json_set(previous_key, '$.lastUsed', ?)`
          : `jsonb_set(previous_key, '{lastUsed}', to_jsonb(CAST(? AS bigint)))`
      const where = 'id = ? AND previous_key IS NOT NULL'
      await db.rows(
        `UPDATE ${table} SET previous_key = ${changed} WHERE ${where} RETURNING id`,
        at,
        id,
      )
    },
    findById: (id) => find('id = ?', id),
    list: async ({ userId, teamId, channelId, offset, limit }) => {
      const filters: [string, string][] = []
      if (userId !== undefined) filters.push(['user_id = ?', userId])
      if (teamId !== undefined) filters.push(['team_id = ?', teamId])
      if (channelId !== undefined) filters.push(['channel_id = ?', channelId])
      const where =
        filters.length === 0 ? '' : `WHERE ${filters.map(([test]) => test).join(' AND ')}`
      const values = filters.map(([, value]) => value)
      const page = `SELECT ${COLUMNS} FROM ${table} ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`
      const [rows, count] = await Promise.all([
        db.rows(page, ...values, limit, offset),
        db.row(`SELECT count(*) AS total FROM ${table} ${where}`, ...values),
      ])
      return { items: rows.map(toWebhook), total: count ? numberIn(count, 'total') : 0 }
    },
    create: async (webhook) => {
      const places = WEBHOOK_NAMES.map((name) => placeOf(name, words)).join(', ')
      const values = WEBHOOK_NAMES.map((name) => toColumn(webhook[name], words))
      const insert = `INSERT INTO ${table} (${COLUMNS}) VALUES (${places}) RETURNING ${COLUMNS}`
      return toWebhook((await db.row(insert, ...values)) ?? {})
    },
    update: async (id, changes, expectedVersion) => {
      const names = fieldNames(changes)
      const sets = names.map((name) => `${columnOf(name)} = ${placeOf(name, words)}`).join(', ')
      const values = names.map((name) => toColumn(changes[name] ?? null, words))
      const row = await db.row(
        `UPDATE ${table} SET ${sets} WHERE id = ? AND version = ? RETURNING ${COLUMNS}`,
        ...values,
        id,
        expectedVersion,
      )
      return row && toWebhook(row)
    },
    delete: async (id) => {
      for (const own of [db.table('batches'), db.table('incidents')]) {
        await db.rows(`DELETE FROM ${own} WHERE webhook_id = ? RETURNING name`, id)
      }
      return (await db.row(`DELETE FROM ${table} WHERE id = ? RETURNING id`, id)) !== null
    },
  }
}
