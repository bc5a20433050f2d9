import pg from 'pg'
import type { HookLog } from '../../model/log.js'
import { surviveLostConnections } from './connections.js'
import { primaryClient } from './primary-client.js'
import { serverUrls } from './server-urls.js'

/** Options of `createPostgresPool`. */
export interface PostgresPoolOptions {
  /**
   * `postgres://user:password@host:5432/database`. Several hosts are separated by commas:
   * connections go to the one that accepts writes, also after a failover.
   */
  readonly url: string
  /** Maximum number of connections. Default 10. */
  readonly max?: number
  /** Milliseconds that a statement may take. Default 10,000. */
  readonly statementTimeout?: number
  /** Called with operational messages, such as lost connections. Default: none. */
  readonly log?: HookLog
}

/** Milliseconds, so that a request gets its 503 within 2 s where there is no connection. */
const CONNECTION_MS = 1500
const STATEMENT_MS = 10_000
/** Given to the server's own word, before a connection counts as one on which nothing arrives. */
const ANSWER_MS = 1000
const LOCK_MS = 5000
const IDLE_IN_TRANSACTION_MS = 10_000

/**
 * A pool of `pg` with timeouts for connections, statements and locks, so that nothing waits
 * forever. Call `pool.end()` after `webhooks.close()`.
 */
export function createPostgresPool(options: PostgresPoolOptions): pg.Pool {
  const { url, max = 10, statementTimeout = STATEMENT_MS, log } = options
  const urls = serverUrls(url)
  const pool = new pg.Pool({
    connectionString: urls[0],
    Client: primaryClient(urls),
    max,
    connectionTimeoutMillis: CONNECTION_MS,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + ANSWER_MS,
    keepAlive: true,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    application_name: 'express-incoming-webhooks',
  })
  surviveLostConnections(pool, log)
  return pool
}
