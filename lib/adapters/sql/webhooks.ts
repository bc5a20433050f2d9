import { fieldNames } from '../../model/fields.js'
import type { StoredWebhook, WebhooksAdapter } from '../types.js'
import { columnOf, placeOf, toColumn, toWebhook, WEBHOOK_NAMES } from './columns.js'
import type { SqlDatabase, SqlValue } from './database.js'

// Named, because a server refuses a prepared `SELECT *` after a column was added.
const COLUMNS = WEBHOOK_NAMES.map(columnOf).join(', ')
const NEWEST_FIRST = 'create_at DESC, id DESC'

/**
 * The last result of a webhook is in the table of batches, under a name that is not an idempotency key.
 * So tables that exist have room for it, and it is not among what nodes remember of a webhook.
 */
const RESULT_NAME = ''

export function sqlWebhooks(db: SqlDatabase): WebhooksAdapter {
  const table = db.table('webhooks')
  const batches = db.table('batches')
  const { words } = db
  const shown = `${COLUMNS}, (SELECT batch FROM ${batches}
    WHERE webhook_id = ${table}.id AND name = '${RESULT_NAME}') AS last_result`
  const find = async (
    columns: string,
    where: string,
    ...values: readonly SqlValue[]
  ): Promise<StoredWebhook | null> => {
    const row = await db.row(`SELECT ${columns} FROM ${table} WHERE ${where}`, ...values)
    return row && toWebhook(row)
  }
  return {
    findByKeyDigest: (digest) =>
      find(COLUMNS, `key_digest = ? OR previous_key ->> 'keyDigest' = ?`, digest, digest),
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
    noteResult: async (id, result) => {
      await db.rows(
        `INSERT INTO ${batches} AS kept (webhook_id, name, expires_at, batch)
        SELECT id, '${RESULT_NAME}', ${Number.MAX_SAFE_INTEGER}, ${words.jsonPlace} FROM ${table} WHERE id = ?
        ON CONFLICT (webhook_id, name) DO UPDATE SET batch = ${words.merged('kept.batch', 'excluded.batch')} RETURNING name`,
        JSON.stringify(result),
        id,
      )
    },
    findById: (id) => find(shown, 'id = ?', id),
    list: async ({ offset, limit, ...filter }) => {
      const names = fieldNames(filter).filter((name) => filter[name] !== undefined)
      const tests = names.map((name) => `${columnOf(name)} = ?`)
      const from = tests.length === 0 ? table : `${table} WHERE ${tests.join(' AND ')}`
      const values = names.map((name) => filter[name] ?? null)
      const page = { from, order: NEWEST_FIRST, values, offset, limit }
      const { rows, total } = await db.page(shown, page)
      return { items: rows.map(toWebhook), total }
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
        `UPDATE ${table} SET ${sets} WHERE id = ? AND version = ? RETURNING ${shown}`,
        ...values,
        id,
        expectedVersion,
      )
      return row && toWebhook(row)
    },
    delete: async (id) => {
      for (const kept of ['batches', 'incidents'] as const) {
        await db.delete(kept, 'webhook_id = ?', id)
      }
      return db.delete('webhooks', 'id = ?', id)
    },
  }
}
