import {
  expectingFirst,
  type StoredWebhook,
  type WebhooksAdapter,
} from 'express-incoming-webhooks/adapters'
import { type Database, numberOf, objectOf, type Row } from './database.js'

/** The webhooks adapter: records as JSON, with generated columns for lookups. */
export function webhooksAdapter(db: Database): WebhooksAdapter {
  const findOne = (
    where: string,
    ...values: readonly (string | number)[]
  ): StoredWebhook | null => {
    const row = db.one(`SELECT record FROM webhooks WHERE ${where}`, ...values)
    return row && toWebhook(row)
  }
  return {
    findByKeyDigest: (digest) => findOne('key_digest = ? OR previous_digest = ?', digest, digest),
    touch: (id, at, key) => {
      const path = key === 'current' ? '$.lastUsed' : '$.previousKey.lastUsed'
      const set = 'UPDATE webhooks SET record = json_set(record, ?, ?) WHERE id = ?'
      db.run(key === 'current' ? set : `${set} AND previous_digest IS NOT NULL`, path, at, id)
    },
    noteResult: (id, lastResult) => {
      const merged = 'UPDATE webhooks SET record = json_patch(record, ?) WHERE id = ?'
      db.run(merged, JSON.stringify({ lastResult }), id)
    },
    listExpecting: (before, limit) => {
      const isExpecting = `record ->> 'expectEvery' > 0 OR record ->> '$.lastResult.silentSince' > 0`
      const rows = db.all(`SELECT record FROM webhooks WHERE ${isExpecting}`)
      return expectingFirst(rows.map(toWebhook), before, limit)
    },
    findById: (id) => findOne('id = ?', id),
    list: ({ userId = null, teamId = null, channelId = null, offset, limit }) => {
      const from = `FROM webhooks WHERE user_id = coalesce(?, user_id)
        AND team_id = coalesce(?, team_id) AND channel_id = coalesce(?, channel_id)`
      const wanted = [userId, teamId, channelId]
      const order = 'ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?'
      const rows = db.all(`SELECT record ${from} ${order}`, ...wanted, limit, offset)
      const count = db.one(`SELECT count(*) AS total ${from}`, ...wanted)
      return { items: rows.map(toWebhook), total: count ? numberOf(count, 'total') : 0 }
    },
    create: (webhook) => {
      db.run('INSERT INTO webhooks (id, record) VALUES (?, ?)', webhook.id, JSON.stringify(webhook))
      return findOne('id = ?', webhook.id) ?? webhook
    },
    update: (id, changes, expectedVersion) =>
      db.transaction(() => {
        const before = findOne('id = ? AND version = ?', id, expectedVersion)
        if (!before) return null
        const record = JSON.stringify({ ...before, ...changes })
        db.run('UPDATE webhooks SET record = ? WHERE id = ?', record, id)
        return findOne('id = ?', id)
      }),
    delete: (id) =>
      db.transaction(() => {
        for (const kept of ['webhook_batches', 'webhook_incidents']) {
          db.run(`DELETE FROM ${kept} WHERE webhook_id = ?`, id)
        }
        return db.run('DELETE FROM webhooks WHERE id = ?', id) === 1
      }),
  }
}

function toWebhook(row: Row): StoredWebhook {
  return objectOf(row, 'record')
}
