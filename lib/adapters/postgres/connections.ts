import type pg from 'pg'
import type { Log } from '../../model/log.js'

const guardedPools = new WeakSet<pg.Pool>()
const guardedClients = new WeakSet<pg.PoolClient>()

/** Without a listener, an idle connection that is lost ends the process. */
export function surviveLostConnections(pool: pg.Pool, log?: Log): void {
  if (guardedPools.has(pool)) return
  guardedPools.add(pool)
  pool.on('error', ({ message }) => {
    log?.('warn', 'a connection to PostgreSQL was lost', { error: message })
  })
}

/** A connection of the pool, whose loss fails its statement and does not end the process. */
export async function connection(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (!guardedClients.has(client)) {
    guardedClients.add(client)
    client.on('error', () => undefined)
  }
  return client
}
