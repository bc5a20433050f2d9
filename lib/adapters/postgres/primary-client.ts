import { callbackify } from 'node:util'
import pg from 'pg'

/** Milliseconds for a server to answer; then it counts as absent. */
const ANSWERS_MS = 1500
const IS_PRIMARY = `SELECT NOT pg_is_in_recovery()
  AND current_setting('transaction_read_only') = 'off' AS writes`

/**
 * A client for a pool that connects to the one of several servers that takes writes. Without a
 * server that does, as during a failover, connecting fails with the reason of each.
 */
export function primaryClient(urls: readonly string[]): typeof pg.Client {
  return class PrimaryClient extends pg.Client {
    override connect(): Promise<this>
    override connect(callback: Callback): void
    override connect(callback?: Callback): Promise<this> | void {
      if (!callback) return this.#connect()
      callbackify(() => this.#connect())((error: Error | null) => {
        if (error) callback(error)
        else callback(null, this)
      })
    }

    async #connect() {
      // The pool listens only when it is told of the connection, which may be lost before.
      this.on('error', () => undefined)
      if (urls.length === 1) await this.#connectToOnly()
      else await this.#connectToPrimary()
      await this.query(PLANS)
      return this
    }

    async #connectToPrimary() {
      const [host, port] = await findPrimary(urls)
      this.host = host
      this.port = port
      await super.connect()
    }

    /** Where there is no choice, the question takes no connection of its own. */
    async #connectToOnly() {
      try {
        await super.connect()
        await expectWrites(this)
      } catch (error) {
        this.connection.stream.destroy()
        throw noPrimary([error], error)
      }
    }
  }
}

/**
 * Every statement has an index. A plan that was made while a table was small would go on reading all
 * of it until the next ANALYZE: a post then took PostgreSQL 512 µs instead of 332 µs. Where there is no other
 * way, as in a table of three rows, such a plan seems to cost so much that PostgreSQL would compile it: of
 * 294 ms, a search for channels took 292 ms for that.
 */
const PLANS = 'SET enable_seqscan = off; SET jit = off'

type Callback = ((error: Error) => void) & ((error: null, client: pg.Client) => void)

/** All are asked at once: waiting for a machine that is gone would cost the time of a request. */
async function findPrimary(
  urls: readonly string[],
): Promise<readonly [host: string, port: number]> {
  try {
    return await Promise.any(urls.map(askServer))
  } catch (error) {
    throw noPrimary(error instanceof AggregateError ? error.errors : [error], error)
  }
}

function noPrimary(reasons: readonly unknown[], cause: unknown) {
  return new Error(`no PostgreSQL server takes writes: ${reasons.map(String).join('; ')}`, {
    cause,
  })
}

async function askServer(url: string): Promise<readonly [host: string, port: number]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWERS_MS,
    query_timeout: ANSWERS_MS,
  })
  // A connection that breaks fails the query; without a listener it would also end the process.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await expectWrites(client)
    return [client.host, client.port]
  } catch (error) {
    // It may be one on which nothing arrives, not even the end.
    client.connection.stream.destroy()
    throw error
  } finally {
    client.end().catch(() => undefined)
  }
}

async function expectWrites(client: pg.Client) {
  const { rows } = await client.query<{ readonly writes: boolean }>(IS_PRIMARY)
  if (rows[0]?.writes !== true) throw new Error(`${client.host}:${client.port} is read-only`)
}
