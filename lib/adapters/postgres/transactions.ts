import { createHash } from 'node:crypto'
import type pg from 'pg'
import { WebhookError } from '../../model/errors.js'
import type { SqlValue } from '../sql/index.js'
import { connection } from './connections.js'
import { tellHealth } from './health.js'
import { isBroken, isNoText, isPassing, isTooLong, isUnsent, unavailable } from './unavailable.js'

/** A value of a statement; lists are arrays of PostgreSQL. */
export type PgValue = SqlValue | boolean | readonly (string | number | boolean)[]

/** Runs a statement, and returns its rows. */
export type PgQuery = (
  text: string,
  values?: readonly PgValue[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>

export type Work<Result> = (query: PgQuery, client: pg.PoolClient) => Promise<Result>

const READS = /^\s*\(?SELECT/

/** Runs each statement outside transactions. Throws as `runTransaction` does. */
export function queryOn(pool: pg.Pool): PgQuery {
  return (text, values = []) =>
    onceMore(pool, async () => {
      const client = await connect(pool)
      try {
        const rows = await queryOf(client)(text, values)
        client.release()
        return rows
      } catch (error) {
        client.release(isPassing(error))
        if (READS.test(text) && isNoText(error)) return []
        // A statement commits by itself, perhaps before the connection broke.
        const isCertain = READS.test(text) || !isBroken(error) || isUnsent(error)
        throw isCertain ? error : outcomeUnknown(error)
      }
    })
}

/**
 * Commits what `work` does, or nothing; `work` may run twice. Throws `storage_unavailable` if it
 * certainly did nothing and a retry may succeed, and `storage_timeout` if the connection broke before
 * the server confirmed.
 */
export async function runTransaction<Result>(pool: pg.Pool, work: Work<Result>): Promise<Result> {
  return onceMore(pool, async () => {
    const client = await connect(pool)
    let result
    try {
      await client.query('BEGIN')
      result = await work(queryOf(client), client)
    } catch (error) {
      await rollBack(client, error)
      throw error
    }
    await commit(client)
    return result
  })
}

/** Statements of the library on a connection of the host's. */
export function queryOf(client: pg.ClientBase): PgQuery {
  return async (text, values = []) =>
    (await client.query<Record<string, unknown>>({ values: [...values], ...prepared(text) })).rows
}

/** Statements that are prepared on each connection; the others are parsed each time. */
const MOST_PREPARED = 500
const names = new Map<string, string>()

/**
 * The statement with a name, under which a connection parses and plans it only once. How many rows a pattern
 * finds only its value tells, so that such statements are planned each time.
 */
function prepared(text: string): { readonly text: string; readonly name?: string } {
  if (text.includes(' LIKE $')) return { text }
  const known = names.get(text)
  if (known !== undefined) return { text, name: known }
  if (names.size >= MOST_PREPARED) return { text }
  const name = `eiw_${createHash('md5').update(text).digest('hex')}`
  names.set(text, name)
  return { text, name }
}

async function connect(pool: pg.Pool) {
  try {
    return await connection(pool)
  } catch (error) {
    throw unavailable(error)
  }
}

async function commit(client: pg.PoolClient) {
  let ended
  try {
    ended = await client.query('COMMIT')
  } catch (error) {
    client.release(true)
    if (isUnsent(error)) throw error
    // What the server has refused itself, it has not committed.
    const isRefused = Reflect.get(Object(error), 'severity') === 'ERROR' && !isBroken(error)
    throw isRefused ? error : outcomeUnknown(error)
  }
  client.release()
  // The server says so, and no more, if a statement failed whose error was caught.
  if (ended.command !== 'COMMIT') throw new Error('a statement of the transaction has failed')
}

/** A connection that broke, or that takes no writes, does not go back to the pool. */
async function rollBack(client: pg.PoolClient, cause: unknown) {
  if (isPassing(cause)) {
    client.release(true)
    return
  }
  const failed = await client.query('ROLLBACK').then(
    () => false,
    () => true,
  )
  client.release(failed)
}

function outcomeUnknown(cause: unknown) {
  return new WebhookError('storage_timeout', { cause })
}

/** Idle connections break when a server restarts: the second try gets a new one. */
async function onceMore<Result>(pool: pg.Pool, run: () => Promise<Result>) {
  try {
    return await run().catch((error: unknown) => {
      // What takes too long would take as long again.
      if (!isPassing(error) || isTooLong(error)) throw error
      return run()
    })
  } catch (error) {
    tellHealth(pool, error)
    throw isPassing(error) ? unavailable(error) : error
  }
}
