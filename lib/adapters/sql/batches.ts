import { atMostEvery } from '../at-most-every.js'
import { readBatch } from '../../host/read-records.js'
import { MAX_IDEMPOTENCY_LENGTH } from '../../model/limits.js'
import type { StoredBatch } from '../types.js'
import type { Stores } from '../stores.js'
import { jsonIn, type SqlDatabase, type SqlQuery, SWEEP_MS } from './database.js'

type Batches = Pick<Stores<SqlQuery, never>, 'findBatch' | 'once'>

/** Deletes keys that have expired, and the oldest of webhooks that have too many. */
export function batchSweep(db: SqlDatabase): (now: number) => Promise<void> {
  const table = db.table('batches')
  return atMostEvery(SWEEP_MS, async (now) => {
    await db.rows(`DELETE FROM ${table} WHERE expires_at <= ? RETURNING name`, now)
    await db.rows(
      `DELETE FROM ${table} WHERE (webhook_id, name) IN (SELECT webhook_id, name FROM
         (SELECT webhook_id, name, sum(size) OVER (PARTITION BY webhook_id
           ORDER BY expires_at DESC, name) AS with_newer, size FROM ${table}) AS sizes
         WHERE with_newer > ? AND with_newer > size) RETURNING name`,
      MAX_IDEMPOTENCY_LENGTH,
    )
  })
}

export function sqlBatches(db: SqlDatabase, clock: () => number): Batches {
  const table = db.table('batches')
  const sweep = batchSweep(db)
  const find = async (
    at: SqlDatabase,
    webhookId: string,
    key: string,
  ): Promise<StoredBatch | null> => {
    const row = await at.row(
      `SELECT batch FROM ${table} WHERE webhook_id = ? AND name = ? AND expires_at > ?`,
      webhookId,
      key,
      clock(),
    )
    return row && readBatch(jsonIn(row, 'batch'))
  }
  return {
    findBatch: async (webhookId, key) => {
      // Not in `once`, whose transaction would hold the locks.
      await sweep(clock())
      return find(db, webhookId, key)
    },
    once: async (query, { once }, store) => {
      if (!once) return { stored: true, posts: await store() }
      const { webhookId, key, expiresAt, fingerprint, warnings, ignored } = once
      const host = db.within(query)
      // Waits here for a transaction with the same key.
      const claim = `INSERT INTO ${table} AS kept (webhook_id, name, expires_at, batch)
        VALUES (?, ?, ?, '{}') ON CONFLICT (webhook_id, name)
        DO UPDATE SET expires_at = excluded.expires_at WHERE kept.expires_at <= ? RETURNING name`
      if (!(await host.row(claim, webhookId, key, expiresAt, clock()))) {
        const earlier = await find(host, webhookId, key)
        if (!earlier) throw new Error('a batch with this idempotency key has just expired')
        return { stored: false, earlier }
      }
      const posts = await store()
      const kept = JSON.stringify({ fingerprint, warnings, ignored, posts })
      await host.rows(
        `UPDATE ${table} SET batch = ?, size = ? WHERE webhook_id = ? AND name = ? RETURNING name`,
        kept,
        kept.length,
        webhookId,
        key,
      )
      return { stored: true, posts }
    },
  }
}
