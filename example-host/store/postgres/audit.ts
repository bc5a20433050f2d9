import type { AuditTrail } from '../chat-store.js'
import { AUDIT_RETENTION, isAuditEvent } from '../log/audit.js'
import type { Database } from './database.js'

/** The oldest are found by their places, which needs no index by time. */
const OLD = `SELECT ctid FROM
    (SELECT ctid, time FROM chat_audit ORDER BY place LIMIT 1000) AS oldest WHERE time <= $1`

export function postgresAudit(
  { query, sweep, clock }: Database,
  retention = AUDIT_RETENTION,
): AuditTrail {
  return {
    add: async (event) => {
      await query('INSERT INTO chat_audit (time, event) VALUES ($1, $2)', [
        event.time,
        JSON.stringify(event),
      ])
    },
    list: async ({ page, perPage }) => {
      const rows = await query(
        'SELECT event FROM chat_audit WHERE time > $1 ORDER BY place DESC LIMIT $2 OFFSET $3',
        [clock() - retention, perPage, page * perPage],
      )
      return rows.map((row) => Reflect.get(row, 'event')).filter(isAuditEvent)
    },
    forget: async (userId) => {
      await query(
        `UPDATE chat_audit SET event = jsonb_set(event, '{username}', '""')
         WHERE event ->> 'userId' = $1 AND event ->> 'username' <> ''`,
        [userId],
      )
    },
    prune: () => sweep('chat_audit', OLD, [clock() - retention]),
  }
}
