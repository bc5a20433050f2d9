import {
  expectingFirst,
  type StoredWebhook,
  type WebhooksAdapter,
} from 'express-incoming-webhooks/adapters'
import { type Database, numberOf, objectOf, type Row } from './database.js'

/** What a search looks through. SQLite writes only ASCII in lower case. */
const TEXT = ['displayName', 'description', 'slug', 'keyHint']
  .map((name) => `coalesce(lower(record ->> '${name}'), '')`)
  .join(" || ' ' || ")

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
    list: ({ userId = null, teamId = null, channelId = null, ...filter }) => {
      const { words = [], failing = false, after, offset, limit, withTotal = false } = filter
      const conditions = [
        'user_id = coalesce(?, user_id)',
        'team_id = coalesce(?, team_id)',
        'channel_id = coalesce(?, channel_id)',
        ...words.map(() => `id = ? OR instr(${TEXT}, ?) > 0`),
        ...(failing ? [`record ->> '$.lastResult.outcome' IN ('refused', 'failed')`] : []),
        ...(after ? ['(created_at, id) < (?, ?)'] : []),
      ]
      const from = `FROM webhooks WHERE (${conditions.join(') AND (')})`
      const wanted = [
        userId,
        teamId,
        channelId,
        ...words.flatMap((word) => [word, word]),
        ...(after ? [after.createAt, after.id] : []),
      ]
      const order = 'ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?'
      const rows = db.all(`SELECT record ${from} ${order}`, ...wanted, limit, offset)
      const count = withTotal ? db.one(`SELECT count(*) AS total ${from}`, ...wanted) : null
      return { items: rows.map(toWebhook), total: count && numberOf(count, 'total') }
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
