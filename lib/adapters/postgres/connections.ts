import type pg from 'pg'
import type { HookLog } from '../../model/log.js'

const guardedPools = new WeakSet<pg.Pool>()
/** When each connection was made, as `performance.now()` says. */
const madeAt = new WeakMap<pg.PoolClient, number>()
/** By pool, until when its connections are not trusted. */
const distrusted = new WeakMap<pg.Pool, number>()

/**
 * Without listeners, a lost connection ends the process. A connection can be lost between its making
 * and its first use, so it is listened to from its beginning.
 */
export function surviveLostConnections(pool: pg.Pool, log?: HookLog) {
  if (guardedPools.has(pool)) return
  guardedPools.add(pool)
  pool.on('error', ({ message }) => {
    // Others take its place; whether there is a server is found out where changes are heard.
    log?.('debug', 'a connection to PostgreSQL was lost', { error: message })
  })
  pool.on('connect', guard)
}

/**
 * Says that nothing arrives on a connection of the pool. Its idle ones are not used any more: each
 * would keep a request waiting.
 */
export function distrustConnections(pool: pg.Pool) {
  distrusted.set(pool, performance.now())
}

/** A connection of the pool, whose loss fails its statement and does not end the process. */
export async function connection(pool: pg.Pool): Promise<pg.PoolClient> {
  const client = await pool.connect()
  if (guard(client) < (distrusted.get(pool) ?? 0)) {
    client.release(true)
    return connection(pool)
  }
  return client
}

/** Listens to a connection, and returns when this was first done. */
function guard(client: pg.PoolClient) {
  const known = madeAt.get(client)
  if (known !== undefined) return known
  const now = performance.now()
  madeAt.set(client, now)
  client.on('error', () => undefined)
  return now
}
