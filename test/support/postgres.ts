import type { SqlQuery } from 'express-incoming-webhooks/sql'
import pg from 'pg'
import { type PostgresServer, startPostgres } from './postgres-server.js'

/** A schema of its own in a real PostgreSQL. */
export interface OwnSchema {
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/** The URL of a PostgreSQL that runs during the tests of the surrounding `describe`. */
export function usePostgresUrl(): () => string {
  let server: PostgresServer | undefined
  before(async () => {
    server = await startPostgres()
  })
  after(() => server?.stop())
  return () => {
    if (!server) throw new Error('PostgreSQL runs only during the tests')
    return server.url
  }
}

/**
 * Starts a PostgreSQL for the tests of the surrounding `describe`, or takes that of
 * `TEST_DATABASE_URL`. The function that it returns opens a schema with these tables.
 */
export function usePostgres(): (tables: string) => Promise<OwnSchema> {
  const url = usePostgresUrl()
  let count = 0
  return async (tables) => {
    count += 1
    const name = `test_${process.pid}_${count}_${Date.now()}`
    const pool = new pg.Pool({
      connectionString: url(),
      options: `-c search_path=${name}`,
      max: 5,
    })
    // The last connections of a pool may outlive it, until the server ends them.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    await pool.query(`CREATE SCHEMA ${name}; ${tables}`)
    return {
      pool,
      close: async () => {
        await pool.query(`DROP SCHEMA ${name} CASCADE`)
        await pool.end()
      },
    }
  }
}

/** Commits what `work` does, or nothing. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

export function queryOf(on: pg.Pool | pg.PoolClient): SqlQuery {
  return async (text, values) => (await on.query<object>(text, values)).rows
}
