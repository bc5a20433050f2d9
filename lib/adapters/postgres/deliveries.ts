import { readDelivery, readKeptDelivery } from '../../host/read-deliveries.js'
import {
  type DeliveryFilter,
  type DeliveryLimits,
  type DeliveryRecord,
  REQUEST_SHARES,
} from '../../model/deliveries.js'
import { fieldNames } from '../../model/fields.js'
import { MAX_KEPT_IN_STORE, MAX_KEPT_OF_WEBHOOK } from '../../model/limits.js'
import type { SqlDatabase, SqlValue } from '../sql/database.js'
import { jsonIn, numberIn } from '../stored-values.js'
import type { DeliveriesAdapter } from '../types.js'
import { SHARE } from './migrations/0012-request-shares.js'

/** Rows that are deleted at a time, so that nobody waits for long. */
const AT_ONCE = 1_000
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

/** The log of requests that all nodes share. */
export function postgresDeliveries(db: SqlDatabase): Required<DeliveriesAdapter> {
  const table = `${db.prefix}incoming_webhook_deliveries`
  const keptTable = `${db.prefix}incoming_webhook_kept_requests`
  /** The webhooks to which this process has added requests since the last look. */
  let grown = new Set<string>()
  /** Deletes all that `rows`, which select at most so many keys, find. */
  const deleteAll = async (
    from: string,
    key: string,
    rows: string,
    ...values: SqlValue[]
  ): Promise<void> => {
    // ARRAY makes PostgreSQL find the rows by their keys: it does not scan the table.
    const statement = `DELETE FROM ${from} WHERE ${key} = ANY (ARRAY(${rows})) RETURNING ${key}`
    for (;;) {
      const deleted = await db.rows(statement, ...values)
      if (deleted.length < AT_ONCE) return
    }
  }
  return {
    append: async (entries) => {
      for (const { webhookId } of entries) grown.add(webhookId)
      const kept = entries.flatMap(({ id, webhookId, time, kept: text }) =>
        text === null ? [] : [{ id, webhookId, time, kept: text }],
      )
      await db.rows(
        `${QUICKLY} INSERT INTO ${table} (webhook_id, time, delivery)
         SELECT value ->> 'webhookId', (value ->> 'time')::bigint, value
         FROM quickly, jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (value, position)
         ORDER BY position`,
        JSON.stringify(entries.map(({ kept: _kept, ...entry }) => entry)),
      )
      if (kept.length === 0) return
      await db.rows(
        `${QUICKLY} INSERT INTO ${keptTable} (delivery_id, webhook_id, time, kept)
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
        `SELECT delivery FROM ${table} WHERE ${conditions} ORDER BY ${order} OFFSET ? LIMIT ?`,
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
           CROSS JOIN LATERAL (SELECT delivery, time, place FROM ${table}
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
        `SELECT delivery || jsonb_build_object('kept', kept) AS found FROM ${table}
         LEFT JOIN ${keptTable} ON delivery_id = delivery ->> 'id'
         WHERE ${table}.webhook_id = ? AND delivery ->> 'id' = ? LIMIT 1`,
        webhookId,
        id,
      )
      return found ? readKeptDelivery(jsonIn(found, 'found')) : null
    },
    prune: async ({ before, keptBefore, perShare }) => {
      const ids = JSON.stringify([...grown])
      grown = new Set()
      const sizes = REQUEST_SHARES.map((share) => `WHEN '${share}' THEN ${perShare[share]}`)
      await deleteAll(
        table,
        'place',
        `SELECT old.place FROM jsonb_array_elements_text(?::jsonb) AS swept (id)
           CROSS JOIN ${SHARES} CROSS JOIN LATERAL
           (SELECT place FROM ${table} WHERE webhook_id = swept.id AND ${SHARE} = kept.share
            ORDER BY time DESC, place DESC
            OFFSET CASE WHEN EXISTS (SELECT FROM ${db.table('webhooks')} WHERE id = swept.id)
              THEN CASE kept.share ${sizes.join(' ')} END ELSE 0 END) AS old LIMIT ${AT_ONCE}`,
        ids,
      )
      await deleteAll(
        table,
        'place',
        `SELECT place FROM (SELECT place, time FROM ${table} ORDER BY place LIMIT ${AT_ONCE}) AS first
         WHERE time < ?`,
        before,
      )
      await pruneKept(keptBefore, ids)
    },
    deleteFor: async (webhookId, only) => {
      await db.rows(`DELETE FROM ${keptTable} WHERE webhook_id = ?`, webhookId)
      if (!only) await db.rows(`DELETE FROM ${table} WHERE webhook_id = ?`, webhookId)
    },
  }

  async function pruneKept(before: DeliveryLimits['keptBefore'], ids: string): Promise<void> {
    const oldest = `SELECT delivery_id FROM ${keptTable} WHERE time < ? LIMIT ${AT_ONCE}`
    await deleteAll(keptTable, 'delivery_id', oldest, before)
    const sums = (window: string, rest: string, most: number): string =>
      `SELECT delivery_id FROM (SELECT delivery_id, sum(pg_column_size(kept)) OVER (${window}) AS size
       FROM ${keptTable} WHERE ${rest}) AS sized WHERE size > ${most} LIMIT ${AT_ONCE}`
    const each = 'PARTITION BY webhook_id ORDER BY time DESC, delivery_id'
    const mine = `webhook_id = ${ANY_TEXT}`
    await deleteAll(keptTable, 'delivery_id', sums(each, mine, MAX_KEPT_OF_WEBHOOK), ids)
    // Only then it is worth a look at all of them.
    const [size] = await db.rows(`SELECT pg_total_relation_size('${keptTable}') AS bytes`)
    if (!size || numberIn(size, 'bytes') <= MAX_KEPT_IN_STORE) return
    const all = sums('ORDER BY time DESC, delivery_id', 'true', MAX_KEPT_IN_STORE)
    await deleteAll(keptTable, 'delivery_id', all)
  }
}

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
