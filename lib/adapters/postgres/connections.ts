import type pg from 'pg'
import type { Log } from '../../model/log.js'

const guardedPools = new WeakSet<pg.Pool>()
/** When each connection was made, as `performance.now()` says. */
const madeAt = new WeakMap<pg.PoolClient, number>()
/** By pool, until when its connections are not trusted. */
const distrusted = new WeakMap<pg.Pool, number>()

/** Without a listener, an idle connection that is lost ends the process. */
export function surviveLostConnections(pool: pg.Pool, log?: Log): void {
  if (guardedPools.has(pool)) return
  guardedPools.add(pool)
  pool.on('error', ({ message }) => {
    log?.('warn', 'a connection to PostgreSQL was lost', { error: message })
  })
}

/**
 * Says that nothing arrives on a connection of the pool. Its idle ones are not used any more: each
 * would keep a request waiting.
 */
export function distrustConnections(pool: pg.Pool): void {
  distrusted.set(pool, performance.now())
}

/** A connection of the pool, whose loss fails its statement and does not end the process. */
export async function connection(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  const known = madeAt.get(client)
  if (known === undefined) {
    madeAt.set(client, performance.now())
    client.on('error', () => undefined)
  } else if (known < (distrusted.get(pool) ?? 0)) {
    client.release(true)
    return connection(pool)
  }
  return client
}
