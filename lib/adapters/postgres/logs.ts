import type { SqlDatabase } from '../sql/database.js'
import { textIn } from '../stored-values.js'
import type { LogsAdapter } from '../types.js'
import { QUICKLY } from './deliveries.js'

const KEPT_LINES = 1_000

/** The debug log of all nodes. */
export function postgresLogs(db: SqlDatabase, clock: () => number): LogsAdapter {
  const sweep = db.sweeper(() =>
    db.sweep(
      '{table}incoming_webhook_log_lines',
      `SELECT ctid FROM {table}incoming_webhook_log_lines WHERE place <=
         (SELECT place FROM {table}incoming_webhook_log_lines ORDER BY place DESC OFFSET ? LIMIT 1)`,
      [KEPT_LINES],
    ),
  )
  return {
    append: async (lines) => {
      await db.rows(
        `${QUICKLY} INSERT INTO {table}incoming_webhook_log_lines (line) SELECT value FROM quickly,
           jsonb_array_elements_text(?::jsonb) WITH ORDINALITY AS given (value, position)
         ORDER BY position`,
        JSON.stringify(lines),
      )
      sweep(clock())
    },
    page: async (offset, limit) => {
      const newestFirst = `SELECT line FROM {table}incoming_webhook_log_lines ORDER BY place DESC OFFSET ? LIMIT ?`
      const rows = await db.rows(newestFirst, offset, limit)
      return rows.map((row) => textIn(row, 'line')).reverse()
    },
  }
}
