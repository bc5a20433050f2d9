import { readDelivery, readKeptDelivery } from '../../host/read-deliveries.js'
import {
  type DeliveryFilter,
  type DeliveryLimits,
  type DeliveryRecord,
  REQUEST_SHARES,
} from '../../model/deliveries.js'
import { fieldNames } from '../../model/fields.js'
import { MAX_KEPT_IN_STORE, MAX_KEPT_OF_WEBHOOK } from '../../model/limits.js'
import { Growth, jsonLists } from '../growth.js'
import type { SqlDatabase, SqlValue } from '../sql/database.js'
import { jsonIn, numberIn, textIn } from '../stored-values.js'
import type { DeliveriesAdapter } from '../types.js'
import { SHARE } from './migrations/of-0.9.js'

const TABLE = '{table}incoming_webhook_deliveries'
const KEPT = '{table}incoming_webhook_kept_requests'
/** Of what is kept of a webhook, the part by which it may grow before its oldest are looked for: 1 in so many. */
const PART = 20
/** Webhooks of one statement. Each statement reads again what is kept of them, so more would be read for nothing. */
const AT_ONCE = 4
/** Webhooks that are looked for in one statement. */
const MOST_LOOKED_FOR = 1_000
/** Pages of the table from which is reckoned what all that was sent takes: 16 MiB. */
const SAMPLED = 2_048
/** What was sent with so many requests may be deleted at a time because all takes too much. */
const MOST_LOOKED_AT = 100_000
const SHARES = `unnest(ARRAY['${REQUEST_SHARES.join("', '")}']) AS kept (share)`
const ANY_TEXT = 'ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))'

// No response depends on these rows, so they need not be on the disk at once. PostgreSQL runs this only
// in statements that read from it.
export const QUICKLY = `WITH quickly AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`

/** Of requests of older versions, what their status tells. */
const OUTCOME = `coalesce(delivery ->> 'outcome', CASE
  WHEN delivery ->> 'status' NOT LIKE '2%' THEN 'refused'
  WHEN delivery ->> 'skipped' = 'true' THEN 'skipped' ELSE 'posted' END)`

/** What is read of a request that is not shown. */
const LATEST = [
  'id',
  'status',
  'outcome',
  'errorId',
  'oldKey',
  'replayOf',
] as const satisfies readonly (keyof DeliveryRecord)[]

/** How each part of a filter is asked for. */
const CONDITIONS: Readonly<Record<keyof DeliveryFilter, string>> = {
  webhookIds: `webhook_id = ${ANY_TEXT}`,
  digests: `delivery ->> 'digest' = ${ANY_TEXT}`,
  outcome: `${OUTCOME} = ?`,
  format: `delivery ->> 'format' = ?`,
  event: `delivery ->> 'event' = ?`,
  incident: `delivery ->> 'incident' = ?`,
  from: 'time >= ?',
  to: 'time <= ?',
}

/** The log of requests that all nodes share; what was sent takes `mostKept` bytes at most. */
export function postgresDeliveries(
  db: SqlDatabase,
  mostKept = MAX_KEPT_IN_STORE,
): Required<DeliveriesAdapter> {
  const { isAmong, texts } = db.words
  const isOfSome = isAmong('webhook_id', texts)
  /** What this process has added to webhooks: requests, and characters of what was sent. */
  const added = new Growth()
  const sent = new Growth()
  const missing = `SELECT id FROM jsonb_array_elements_text(?::jsonb) AS grown (id)
    WHERE NOT EXISTS (SELECT FROM {table}incoming_webhooks AS webhook WHERE webhook.id = grown.id)`
  const ofWebhook = (from: string) => `SELECT ctid FROM ${from} WHERE webhook_id = ?`
  const ofWebhooks = (from: string) => `SELECT ctid FROM ${from} WHERE ${isOfSome}`
  return {
    append: async (entries) => {
      for (const { webhookId, kept } of entries) {
        added.add(webhookId, 1)
        if (kept !== null) sent.add(webhookId, kept.length)
      }
      const kept = entries.flatMap(({ id, webhookId, time, kept: text }) =>
        text === null ? [] : [{ id, webhookId, time, kept: text }],
      )
      await db.rows(
        `${QUICKLY} INSERT INTO {table}incoming_webhook_deliveries (webhook_id, time, delivery)
         SELECT value ->> 'webhookId', (value ->> 'time')::bigint, value
         FROM quickly, jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (value, position)
         ORDER BY position`,
        JSON.stringify(entries.map((entry) => ({ ...entry, kept: undefined }))),
      )
      if (kept.length === 0) return
      await db.rows(
        `${QUICKLY} INSERT INTO {table}incoming_webhook_kept_requests (delivery_id, webhook_id, time, kept)
         SELECT value ->> 'id', value ->> 'webhookId', (value ->> 'time')::bigint, value ->> 'kept'
         FROM quickly, jsonb_array_elements(?::jsonb) AS given (value) ON CONFLICT DO NOTHING`,
        JSON.stringify(kept),
      )
    },
    list: async (filter, { offset, limit }) => {
      const { conditions, values } = conditionsOf(filter)
      // Of all webhooks, in the order in which they were written, which is theirs within a second.
      const order = filter.webhookIds ? 'time DESC, place DESC' : 'place DESC'
      const rows = await db.rows(
        `SELECT delivery FROM {table}incoming_webhook_deliveries WHERE ${conditions} ORDER BY ${order} OFFSET ? LIMIT ?`,
        ...values,
        offset,
        limit,
      )
      const found = rows.map((row) => readDelivery(jsonIn(row, 'delivery')))
      return found.sort((one, other) => other.time - one.time)
    },
    latest: async (webhookIds, perShare) => {
      const members = LATEST.map((name) => `delivery ->> '${name}' AS "${name}"`).join(', ')
      const rows = await db.rows(
        `SELECT asked.id AS "webhookId", latest.time, kept.share, ${members}
         FROM jsonb_array_elements_text(?::jsonb) AS asked (id) CROSS JOIN ${SHARES}
           CROSS JOIN LATERAL (SELECT delivery, time, place FROM {table}incoming_webhook_deliveries
             WHERE webhook_id = asked.id AND ${SHARE} = kept.share
             ORDER BY time DESC, place DESC LIMIT (?::jsonb ->> kept.share)::integer) AS latest
         ORDER BY latest.time DESC, latest.place DESC`,
        JSON.stringify(webhookIds),
        JSON.stringify(perShare),
      )
      return rows.map((row) =>
        readDelivery({ ...row, time: numberIn(row, 'time'), status: numberIn(row, 'status') }),
      )
    },
    find: async (webhookId, id) => {
      const [found] = await db.rows(
        `SELECT delivery || jsonb_build_object('kept', kept) AS found FROM {table}incoming_webhook_deliveries
         LEFT JOIN {table}incoming_webhook_kept_requests ON delivery_id = delivery ->> 'id'
         WHERE {table}incoming_webhook_deliveries.webhook_id = ? AND delivery ->> 'id' = ? LIMIT 1`,
        webhookId,
        id,
      )
      return found ? readKeptDelivery(jsonIn(found, 'found')) : null
    },
    prune: async ({ before, keptBefore, perShare }) => {
      await pruneWebhooks(perShare)
      await db.sweepFirst(TABLE, before, 'time')
      await pruneKept(keptBefore)
    },
    deleteFor: async (webhookId, only) => {
      await db.sweep(KEPT, ofWebhook(KEPT), [webhookId], 'all')
      if (!only) await db.sweep(TABLE, ofWebhook(TABLE), [webhookId], 'all')
    },
  }

  async function pruneWebhooks(perShare: DeliveryLimits['perShare']) {
    const most = REQUEST_SHARES.reduce((sum, share) => sum + perShare[share], 0)
    const { grown, due } = added.take(most / PART)
    for (const ids of jsonLists(grown, MOST_LOOKED_FOR)) {
      const gone = (await db.rows(missing, ids)).map((row) => textIn(row, 'id'))
      for (const each of jsonLists(gone, AT_ONCE)) {
        await db.sweep(TABLE, ofWebhooks(TABLE), [each])
        await db.sweep(KEPT, ofWebhooks(KEPT), [each])
      }
    }
    const sizes = REQUEST_SHARES.map((share) => `WHEN '${share}' THEN ${perShare[share]}`)
    const surplus = `SELECT old.ctid FROM jsonb_array_elements_text(?::jsonb) AS due (id)
      CROSS JOIN ${SHARES} CROSS JOIN LATERAL
      (SELECT ctid FROM {table}incoming_webhook_deliveries WHERE webhook_id = due.id AND ${SHARE} = kept.share
       ORDER BY time DESC, place DESC OFFSET CASE kept.share ${sizes.join(' ')} END) AS old`
    for (const ids of jsonLists(due, AT_ONCE)) await db.sweep(TABLE, surplus, [ids])
  }

  async function pruneKept(before: DeliveryLimits['keptBefore']) {
    await db.sweepExpired(KEPT, before - 1, 'time')
    const { due } = sent.take(MAX_KEPT_OF_WEBHOOK / PART)
    const surplus = `SELECT ctid FROM (SELECT ctid,
        sum(pg_column_size(kept)) OVER (PARTITION BY webhook_id ORDER BY time DESC, delivery_id) AS size
      FROM {table}incoming_webhook_kept_requests WHERE ${isOfSome}) AS sized WHERE size > ${MAX_KEPT_OF_WEBHOOK}`
    for (const ids of jsonLists(due, AT_ONCE)) await db.sweep(KEPT, surplus, [ids])
    // Only then it is worth a look at all of them. The file keeps its size when rows are deleted.
    const [file] = await db.rows(
      `SELECT pg_total_relation_size('{table}incoming_webhook_kept_requests') AS bytes`,
    )
    if (!file || numberIn(file, 'bytes') <= mostKept) return
    const [row] = await db.rows(SURPLUS, mostKept)
    const until = row?.['until'] ?? null
    if (row && until !== null) await db.sweepExpired(KEPT, numberIn(row, 'until'), 'time')
  }
}

/** The part of what was sent that is a sample. */
const PERCENT = `least(100, 100.0 * ${SAMPLED} * 8192 / greatest(1, pg_relation_size('{table}incoming_webhook_kept_requests')))`

/** The time up to which what was sent goes, so that the rest has this size, which a sample tells; null if nothing. */
const SURPLUS = `SELECT max(time) AS until FROM (
      SELECT time, sum(size) OVER (ORDER BY time, delivery_id) - size AS older FROM (
        SELECT time, delivery_id, pg_column_size(kept) AS size FROM {table}incoming_webhook_kept_requests
        ORDER BY time LIMIT ${MOST_LOOKED_AT}) AS oldest) AS summed
    WHERE older < (SELECT sum(pg_column_size(kept)) * 100 / (${PERCENT})
      FROM {table}incoming_webhook_kept_requests TABLESAMPLE SYSTEM (${PERCENT})) - ?::bigint`

function conditionsOf(filter: DeliveryFilter): {
  readonly conditions: string
  readonly values: readonly SqlValue[]
} {
  const asked = fieldNames(CONDITIONS).flatMap((name) => {
    const given = filter[name]
    if (given === undefined) return []
    return [
      { condition: CONDITIONS[name], value: Array.isArray(given) ? JSON.stringify(given) : given },
    ]
  })
  return {
    conditions: ['true', ...asked.map(({ condition }) => condition)].join(' AND '),
    values: asked.map(({ value }) => value),
  }
}
