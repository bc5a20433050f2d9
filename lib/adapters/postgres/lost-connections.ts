import type pg from 'pg'
import type { Log } from '../../model/log.js'

const guarded = new WeakSet<pg.Pool>()

/** Without listeners, a connection that is lost ends the process, idle or not. */
export function surviveLostConnections(pool: pg.Pool, log?: Log): void {
  if (guarded.has(pool)) return
  guarded.add(pool)
  pool.on('error', ({ message }) => {
    log?.('warn', 'a connection to PostgreSQL was lost', { error: message })
  })
  // The failure of its statement tells of it.
  pool.on('connect', (client) => client.on('error', () => undefined))
}
