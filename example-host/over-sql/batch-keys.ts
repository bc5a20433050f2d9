import type { IdempotencyRecord, StoredBatch, StoredPost } from 'express-incoming-webhooks/adapters'
import { type Database, type Row, textOf } from './database.js'

export interface BatchKeys {
  find(webhookId: string, key: string, toPost: (row: Row) => StoredPost): StoredBatch | null
  remember(once: IdempotencyRecord, messageIds: readonly number[]): void
}

/** For the guarantee `once`: idempotency keys and their messages. */
export function batchKeys(db: Database, clock: () => number): BatchKeys {
  return {
    find: (webhookId, key, toPost) => {
      const batch = db.one(
        `SELECT * FROM webhook_batches WHERE webhook_id = ? AND request_key = ? AND expires_at > ?`,
        webhookId,
        key,
        clock(),
      )
      if (!batch) return null
      const sql = 'SELECT * FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
      const rows = db.all(sql, textOf(batch, 'message_ids'))
      return {
        fingerprint: textOf(batch, 'fingerprint'),
        warnings: JSON.parse(textOf(batch, 'warnings')),
        ignored: JSON.parse(textOf(batch, 'ignored')),
        posts: rows.map(toPost),
      }
    },
    remember: ({ webhookId, key, fingerprint, expiresAt, warnings, ignored }, messageIds) => {
      db.run('DELETE FROM webhook_batches WHERE expires_at <= ?', clock())
      db.run(
        'INSERT INTO webhook_batches VALUES (?, ?, ?, ?, ?, ?, ?)',
        webhookId,
        key,
        fingerprint,
        JSON.stringify(warnings),
        JSON.stringify(ignored),
        JSON.stringify(messageIds),
        expiresAt,
      )
    },
  }
}
