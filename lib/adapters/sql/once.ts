import { readIncident } from '../../host/read-incidents.js'
import { readBatch } from '../../host/read-records.js'
import type { HookIncident } from '../../model/incidents.js'
import { MAX_IDEMPOTENCY_LENGTH, MAX_INCIDENTS } from '../../model/limits.js'
import type { StoredPost } from '../../model/records.js'
import { Growth, jsonLists } from '../growth.js'
import type { HeldIncidents, KeptKeys } from '../once.js'
import { jsonIn, numberIn } from '../stored-values.js'
import type { IdempotencyRecord, MaybePromise, StoredBatch } from '../types.js'
import type { SqlDatabase, AnyQuery, SqlValue } from './database.js'

const BATCHES = '{table}incoming_webhook_batches'
/** The oldest keys of a webhook go, beyond this size, but not its only one. */
const OVERSIZED: Kept = {
  counted: `size, sum(size) OVER (PARTITION BY webhook_id ORDER BY expires_at DESC, name) AS with_newer`,
  surplus: 'with_newer > ? AND with_newer > size',
  most: MAX_IDEMPOTENCY_LENGTH,
}

/** What is kept of a batch with its idempotency key. */
interface KeptForm {
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
  const sweep = webhookSweep(db, BATCHES, OVERSIZED)
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
      await db.within(query).delete(BATCHES, 'webhook_id = ? AND name = ?', webhookId, key)
    },
  }
}

const INCIDENTS = '{table}incoming_webhook_things'
const KEY = 'webhook_id, channel_id, name'
const ITS_KEY = 'webhook_id = ? AND channel_id = ? AND name = ?'
const LATEST_FIRST = 'last_at DESC, channel_id, name'

/** The oldest incidents of a webhook go, beyond this number. */
const SURPLUS: Kept = {
  counted: `row_number() OVER (PARTITION BY webhook_id ORDER BY ${LATEST_FIRST}) AS number`,
  surplus: 'number > ?',
  most: MAX_INCIDENTS,
}

export function sqlIncidents(db: SqlDatabase, clock: () => number): HeldIncidents<AnyQuery> {
  const { jsonPlace } = db.words
  const sweep = webhookSweep(db, INCIDENTS, SURPLUS)
  return {
    findIncident: async (webhookId, channelId, key) => {
      const now = clock()
      sweep(now, webhookId)
      const text = `SELECT thing, expires_at FROM {table}incoming_webhook_things WHERE ${ITS_KEY}`
      const row = await db.row(text, webhookId, channelId, key)
      return row && numberIn(row, 'expires_at') > now ? readIncident(jsonIn(row, 'thing')) : null
    },
    listIncidents: async (webhookId, { offset, limit }) => {
      const from = `{table}incoming_webhook_things WHERE webhook_id = ? AND expires_at > ?`
      const values = [webhookId, clock()]
      const page = { from, order: LATEST_FIRST, values, offset, limit }
      const { rows, total } = await db.page('thing', page)
      return { items: rows.map((row) => readIncident(jsonIn(row, 'thing'))), total }
    },
    // One that does not exist yet is written.
    hold: async (query, { incident, expectedVersion }) => {
      const within = db.within(query)
      if (expectedVersion === null) {
        // Waits here for a transaction that writes the same incident.
        const insert = `INSERT INTO {table}incoming_webhook_things AS kept (${KEY}, version, last_at, expires_at, thing)
          VALUES (?, ?, ?, ?, ?, ?, ${jsonPlace}) ON CONFLICT (${KEY}) DO UPDATE
            SET version = excluded.version, last_at = excluded.last_at,
              expires_at = excluded.expires_at, thing = excluded.thing
            WHERE kept.expires_at <= ? RETURNING name`
        const values = [...keyOf(incident), ...valuesOf(incident)]
        return (await within.row(insert, ...values, clock())) && 'written'
      }
      // Its end is not asked for, as where a key is found.
      const hold = `UPDATE {table}incoming_webhook_things SET version = version
        WHERE ${ITS_KEY} AND version = ? RETURNING expires_at`
      const row = await within.row(hold, ...keyOf(incident), expectedVersion)
      return row && numberIn(row, 'expires_at') > clock() ? 'held' : null
    },
    put: async (query, incident) => {
      const put = `UPDATE {table}incoming_webhook_things SET version = ?, last_at = ?, expires_at = ?, thing = ${jsonPlace}
        WHERE ${ITS_KEY} RETURNING name`
      await db.within(query).rows(put, ...valuesOf(incident), ...keyOf(incident))
    },
    release: async (query, { incident, expectedVersion }) => {
      if (expectedVersion !== null) return
      await db.within(query).delete(INCIDENTS, ITS_KEY, ...keyOf(incident))
    },
  }
}

function keyOf({ webhookId, channelId, key }: HookIncident): readonly SqlValue[] {
  return [webhookId, channelId, key]
}

/** Of the columns version, last_at, expires_at and thing. */
function valuesOf(incident: HookIncident): readonly SqlValue[] {
  return [incident.version, incident.lastAt, incident.expiresAt, JSON.stringify(incident)]
}

/** What of a table is kept, besides rows that have not expired. */
interface Kept {
  /** The columns by which they are told from those that go. */
  readonly counted: string
  /** Whether a row goes: its value is `most`. */
  readonly surplus: string
  /** How much of each webhook is kept. */
  readonly most: number
}

/** A webhook whose rows were looked at is looked at again after so many uses, which one statement can undo. */
const USES = 100
/** Webhooks of one statement: it may read all their rows. */
const AT_ONCE = 20

/**
 * Deletes rows that have expired, and the oldest of webhooks that have too many. Called for each
 * webhook whose rows this process uses, so that no sweep reads those of all.
 */
function webhookSweep(
  db: SqlDatabase,
  table: string,
  { counted, surplus, most }: Kept,
): (now: number, webhookId: string) => void {
  const { place, isAmong, texts } = db.words
  const find = `SELECT ${place} FROM (SELECT ${place}, ${counted} FROM ${table}
    WHERE ${isAmong('webhook_id', texts)}) AS counted WHERE ${surplus}`
  const used = new Growth()
  const sweep = db.sweeper(async (now) => {
    await db.sweepExpired(table, now)
    const { due } = used.take(USES)
    for (const ids of jsonLists(due, AT_ONCE)) await db.sweep(table, find, [ids, most])
  })
  return (now, webhookId) => {
    used.add(webhookId, 1)
    sweep(now)
  }
}
