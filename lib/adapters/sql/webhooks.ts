import type { StoredWebhook, WebhooksAdapter } from '../types.js'
import { computedIn } from './computed.js'
import type { SqlDatabase, SqlValue } from './database.js'
import { sqlWebhookLists } from './webhook-lists.js'
import { webhookRows } from './webhook-rows.js'

/** `computed`: where the database has what lists ask for. */
export function sqlWebhooks(
  db: SqlDatabase,
  computed = computedIn(db.words),
  rows = webhookRows(db),
): WebhooksAdapter {
  const { words } = db
  const find = async (
    where: string,
    ...values: readonly SqlValue[]
  ): Promise<StoredWebhook | null> => {
    const select = `SELECT ${await rows.columns()} FROM {table}incoming_webhooks WHERE ${where}`
    const row = await db.row(select, ...values)
    return row && rows.read(row)
  }
  return {
    ...sqlWebhookLists(db, rows, computed),
    findByKeyDigest: (digest) =>
      find(`key_digest = ? OR previous_key ->> 'keyDigest' = ?`, digest, digest),
    touch: async (id, at, key) => {
      if (key === 'current') {
        await db.rows(
          `UPDATE {table}incoming_webhooks SET last_used = ? WHERE id = ? RETURNING id`,
          at,
          id,
        )
        return
      }
      const changed = words.withMember('previous_key', 'lastUsed', words.jsonPlace)
      const where = 'id = ? AND previous_key IS NOT NULL'
      await db.rows(
        `UPDATE {table}incoming_webhooks SET previous_key = ${changed} WHERE ${where} RETURNING id`,
        JSON.stringify(at),
        id,
      )
    },
    noteResult: async (id, result) => {
      if (!(await rows.hasMore())) return
      const noted = words.merged(`coalesce(more -> 'lastResult', '{}')`, words.jsonPlace)
      const changed = words.withMember('more', 'lastResult', noted)
      const update = `UPDATE {table}incoming_webhooks SET more = ${changed} WHERE id = ? RETURNING id`
      await db.rows(update, JSON.stringify(result), id)
    },
    findById: (id) => find('id = ?', id),
    create: async (webhook) => {
      const written = await rows.written(webhook, "'{}'")
      const columns = written.map(({ column }) => column).join(', ')
      const places = written.map(({ place }) => place).join(', ')
      const insert = `INSERT INTO {table}incoming_webhooks (${columns}) VALUES (${places}) RETURNING ${await rows.columns()}`
      return rows.read((await db.row(insert, ...written.flatMap(({ values }) => values))) ?? {})
    },
    update: async (id, changes, expectedVersion) => {
      const written = await rows.written(changes, 'more')
      const sets = written.map(({ column, place }) => `${column} = ${place}`).join(', ')
      const row = await db.row(
        `UPDATE {table}incoming_webhooks SET ${sets} WHERE id = ? AND version = ? RETURNING ${await rows.columns()}`,
        ...written.flatMap(({ values }) => values),
        id,
        expectedVersion,
      )
      return row && rows.read(row)
    },
    delete: async (id) => {
      for (const kept of ['batches', 'things']) {
        await db.delete(`{table}incoming_webhook_${kept}`, 'webhook_id = ?', id)
      }
      return db.delete('{table}incoming_webhooks', 'id = ?', id)
    },
  }
}
