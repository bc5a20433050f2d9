import { readDelivery } from '../../host/read-deliveries.js'
import { REQUEST_SHARES, REQUESTS_PER_SHARE } from '../../model/request-shares.js'
import { atMostEvery } from '../at-most-every.js'
import { type SqlDatabase, SWEEP_MS } from '../sql/database.js'
import { jsonIn, textIn } from '../stored-values.js'
import type { DeliveriesAdapter, LogsAdapter } from '../types.js'
import { SHARE } from './migrations/0012-request-shares.js'

const KEPT_LINES = 1_000
const SHARES = `unnest(ARRAY['${REQUEST_SHARES.join("', '")}']) AS kept (share)`

// No response depends on these rows, so they need not be on the disk at once. PostgreSQL runs this only
// in statements that read from it.
const QUICKLY = `WITH quickly AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`

/** Recent requests that all nodes share. */
export function postgresDeliveries(db: SqlDatabase, clock: () => number): DeliveriesAdapter {
  const table = `${db.prefix}incoming_webhook_deliveries`
  /** The webhooks to which this process has added requests since the last sweep. */
  let grown = new Set<string>()
  const sweep = atMostEvery(SWEEP_MS, () => {
    const ids = JSON.stringify([...grown])
    grown = new Set()
    // ARRAY makes PostgreSQL find the rows by their keys: it does not scan the table.
    return db.rows(
      `DELETE FROM ${table} WHERE place = ANY (ARRAY(
         SELECT old.place FROM jsonb_array_elements_text(?::jsonb) AS swept (id)
           CROSS JOIN ${SHARES} CROSS JOIN LATERAL
           (SELECT place FROM ${table} WHERE webhook_id = swept.id AND ${SHARE} = kept.share
            ORDER BY time DESC, place DESC
            OFFSET CASE WHEN EXISTS (SELECT FROM ${db.table('webhooks')} WHERE id = swept.id)
              THEN ${REQUESTS_PER_SHARE} ELSE 0 END) AS old))`,
      ids,
    )
  })
  return {
    append: async (entries) => {
      for (const { webhookId } of entries) grown.add(webhookId)
      await db.rows(
        `${QUICKLY} INSERT INTO ${table} (webhook_id, time, delivery)
         SELECT value ->> 'webhookId', (value ->> 'time')::bigint, value
         FROM quickly, jsonb_array_elements(?::jsonb) WITH ORDINALITY AS given (value, position)
         ORDER BY position`,
        JSON.stringify(entries),
      )
      await sweep(clock())
    },
    list: async (webhookId, limit) => {
      const rows = await db.rows(
        `SELECT delivery FROM ${SHARES} CROSS JOIN LATERAL
           (SELECT time, place, delivery FROM ${table} WHERE webhook_id = ? AND ${SHARE} = kept.share
            ORDER BY time DESC, place DESC LIMIT ?) AS latest
         ORDER BY time DESC, place DESC`,
        webhookId,
        limit,
      )
      return rows.map((row) => readDelivery(jsonIn(row, 'delivery')))
    },
    deleteFor: async (webhookId) => {
      await db.rows(`DELETE FROM ${table} WHERE webhook_id = ?`, webhookId)
    },
  }
}

/** The debug log of all nodes. */
export function postgresLogs(db: SqlDatabase, clock: () => number): LogsAdapter {
  const table = `${db.prefix}incoming_webhook_log_lines`
  const sweep = atMostEvery(SWEEP_MS, () =>
    db.rows(
      `DELETE FROM ${table} WHERE place <=
         (SELECT place FROM ${table} ORDER BY place DESC OFFSET ? LIMIT 1)`,
      KEPT_LINES,
    ),
  )
  return {
    append: async (lines) => {
      await db.rows(
        `${QUICKLY} INSERT INTO ${table} (line) SELECT value FROM quickly,
           jsonb_array_elements_text(?::jsonb) WITH ORDINALITY AS given (value, position)
         ORDER BY position`,
        JSON.stringify(lines),
      )
      await sweep(clock())
    },
    page: async (offset, limit) => {
      const newestFirst = `SELECT line FROM ${table} ORDER BY place DESC OFFSET ? LIMIT ?`
      const rows = await db.rows(newestFirst, offset, limit)
      return rows.map((row) => textIn(row, 'line')).reverse()
    },
  }
}
