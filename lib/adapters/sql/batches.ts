import { readBatch } from '../../host/read-records.js'
import { MAX_IDEMPOTENCY_LENGTH } from '../../model/limits.js'
import type { StoredPost } from '../../model/records.js'
import type { KeptKeys } from '../once.js'
import { jsonIn, numberIn } from '../stored-values.js'
import type { IdempotencyRecord, MaybePromise, StoredBatch } from '../types.js'
import type { SqlDatabase, AnyQuery } from './database.js'
import { type Kept, webhookSweep } from './webhook-sweep.js'

const TABLE = '{table}incoming_webhook_batches'
/** The oldest keys of a webhook go, beyond this size, but not its only one. */
const OVERSIZED: Kept = {
  counted: `size, sum(size) OVER (PARTITION BY webhook_id ORDER BY expires_at DESC, name) AS with_newer`,
  surplus: 'with_newer > ? AND with_newer > size',
  most: MAX_IDEMPOTENCY_LENGTH,
}

/** What is kept of a batch with its idempotency key. */
export interface KeptForm {
  readonly write: (posts: readonly StoredPost[], once: IdempotencyRecord) => string
  readonly read: (kept: unknown) => MaybePromise<StoredBatch>
}

const WHOLE: KeptForm = {
  write: (posts, { fingerprint, warnings, ignored }) =>
    JSON.stringify({ fingerprint, warnings, ignored, posts }),
  read: readBatch,
}

export function sqlBatches(
  db: SqlDatabase,
  clock: () => number,
  { write, read }: KeptForm = WHOLE,
): KeptKeys<AnyQuery> {
  const { jsonPlace } = db.words
  const sweep = webhookSweep(db, TABLE, OVERSIZED)
  const find = async (at: SqlDatabase, webhookId: string, key: string) => {
    // Its end is not asked for, because a planner without statistics would look for it in the index of
    // all ends, and read most of that.
    const text = `SELECT batch, expires_at FROM {table}incoming_webhook_batches WHERE webhook_id = ? AND name = ?`
    const row = await at.row(text, webhookId, key)
    return row && numberIn(row, 'expires_at') > clock() ? read(jsonIn(row, 'batch')) : null
  }
  return {
    findBatch: async (webhookId, key) => {
      sweep(clock(), webhookId)
      return find(db, webhookId, key)
    },
    claim: async (query, once) => {
      const within = db.within(query)
      const { webhookId, key, expiresAt } = once
      // Waits here for a transaction with the same key.
      const claim = `INSERT INTO {table}incoming_webhook_batches AS kept (webhook_id, name, expires_at, size, batch)
        VALUES (?, ?, ?, 0, ${jsonPlace}) ON CONFLICT (webhook_id, name)
        DO UPDATE SET expires_at = excluded.expires_at, size = excluded.size, batch = excluded.batch
        WHERE kept.expires_at <= ? RETURNING name`
      if (await within.row(claim, webhookId, key, expiresAt, '{}', clock())) return null
      const earlier = await find(within, webhookId, key)
      if (earlier) return earlier
      throw new Error('a batch with this idempotency key has just expired')
    },
    keep: async (query, once, posts) => {
      const kept = write(posts, once)
      const text = `UPDATE {table}incoming_webhook_batches SET batch = ${jsonPlace}, size = ? WHERE webhook_id = ? AND name = ? RETURNING name`
      await db.within(query).rows(text, kept, kept.length, once.webhookId, once.key)
    },
    release: async (query, { webhookId, key }) => {
      await db.within(query).delete(TABLE, 'webhook_id = ? AND name = ?', webhookId, key)
    },
  }
}
