import type { AuditTrail } from '../chat-store.js'
import { isAuditEvent, LIFETIME } from '../log/audit.js'
import type { Database } from './database.js'

export function postgresAudit({ query, clock }: Database): AuditTrail {
  return {
    add: async (event) => {
      await query('INSERT INTO chat_audit (time, event) VALUES ($1, $2)', [
        event.time,
        JSON.stringify(event),
      ])
      // Few at a time, and as many as come: so nobody ever waits for all of them.
      await query(
        `DELETE FROM chat_audit WHERE place IN
           (SELECT place FROM (SELECT place, time FROM chat_audit ORDER BY place LIMIT 100) AS first
            WHERE time < $1)`,
        [clock() - LIFETIME],
      )
    },
    list: async ({ page, perPage }) => {
      const rows = await query(
        'SELECT event FROM chat_audit ORDER BY place DESC LIMIT $1 OFFSET $2',
        [perPage, page * perPage],
      )
      return rows.map((row): unknown => Reflect.get(row, 'event')).filter(isAuditEvent)
    },
  }
}
