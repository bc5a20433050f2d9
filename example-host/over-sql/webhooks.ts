import type { IncomingWebhook, WebhooksAdapter } from 'express-incoming-webhooks'
import { type Database, numberOf, type Row, rowId, textOf } from './database.js'

/** The webhooks adapter: records as JSON, with columns for lookups. */
export function webhooksAdapter(db: Database): WebhooksAdapter {
  const findById = (id: string): IncomingWebhook | null => {
    const row = db.one('SELECT record FROM webhooks WHERE id = ?', id)
    return row && toWebhook(row)
  }
  const save = (webhook: IncomingWebhook): IncomingWebhook => {
    db.run(
      `INSERT INTO webhooks VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
       key_digest = excluded.key_digest, previous_digest = excluded.previous_digest,
       record = excluded.record`,
      webhook.id,
      webhook.keyDigest,
      webhook.previousKey?.keyDigest ?? null,
      rowId(webhook.userId),
      rowId(webhook.teamId),
      webhook.createAt,
      JSON.stringify(webhook),
    )
    return findById(webhook.id) ?? webhook
  }
  const change: WebhooksAdapter['update'] = (id, changes, expectedUpdateAt) =>
    db.transaction(() => {
      const webhook = findById(id)
      if (!webhook) return null
      if (expectedUpdateAt !== undefined && webhook.updateAt !== expectedUpdateAt) return null
      return save({ ...webhook, ...changes })
    })
  return {
    findByKeyDigest: (digest) => {
      const sql = 'SELECT record FROM webhooks WHERE key_digest = ? OR previous_digest = ?'
      const row = db.one(sql, digest, digest)
      return row && toWebhook(row)
    },
    touch: async (id, at, key) => {
      const previousKey = findById(id)?.previousKey
      if (key === 'current') await change(id, { lastUsed: at })
      else if (previousKey) await change(id, { previousKey: { ...previousKey, lastUsed: at } })
    },
    findById,
    list: ({ userId, teamId, offset, limit }) => {
      const filters = [
        ...(userId === undefined ? [] : [{ sql: 'person_id = ?', value: rowId(userId) }]),
        ...(teamId === undefined ? [] : [{ sql: 'workspace_id = ?', value: rowId(teamId) }]),
      ]
      const where = filters.map(({ sql }) => ` AND ${sql}`).join('')
      const values = filters.map(({ value }) => value)
      const from = `FROM webhooks WHERE TRUE${where}`
      const order = 'ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?'
      const rows = db.all(`SELECT record ${from} ${order}`, ...values, limit, offset)
      const count = db.one(`SELECT count(*) AS total ${from}`, ...values)
      return { items: rows.map(toWebhook), total: count ? numberOf(count, 'total') : 0 }
    },
    create: save,
    update: change,
    delete: (id) => db.run('DELETE FROM webhooks WHERE id = ?', id) === 1,
  }
}

function toWebhook(row: Row): IncomingWebhook {
  // Written by `save`.
  return JSON.parse(textOf(row, 'record')) as IncomingWebhook
}
