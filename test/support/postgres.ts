import type { SqlQuery } from 'express-incoming-webhooks/sql'
import pg from 'pg'
import { emptierOf } from './emptied-tables.js'
import { createSchema } from './postgres-schema.js'
import { type PostgresServer, startPostgres } from './postgres-server.js'

/** A schema of its own in a real PostgreSQL. */
export interface OwnSchema {
  readonly pool: pg.Pool
  readonly close: () => Promise<void>
}

/**
 * The URL of a PostgreSQL that runs during the tests of the surrounding `describe`. Other files use it at
 * the same time, so that everything is made in schemas.
 */
export function usePostgresServer(): () => string {
  let url: string | undefined
  before(async function () {
    url = process.env['TEST_DATABASE_URL'] ?? (await ownServer(suiteOf(this)))
  })
  return () => duringTests(url)
}

/** The URL of a schema in it, which is empty before the tests of the surrounding `describe`. */
export function usePostgresUrl(): () => string {
  const newUrl = useSchemas()
  let url: string | undefined
  before(async () => {
    url = await newUrl()
  })
  return () => duringTests(url)
}

/** For hosts that each need a schema of their own: the function that it returns makes one, for its URL. */
export function useSchemas(): () => Promise<string> {
  const server = usePostgresServer()
  let suite: Mocha.Suite | undefined
  before(function () {
    suite = suiteOf(this)
  })
  return async () => {
    const { url, drop } = await createSchema(server())
    closeAfterAll(duringTests(suite), drop)
    return url
  }
}

/**
 * For tests that each need tables of their own: the function that it returns opens a schema with
 * these.
 */
export function usePostgres(): (tables: string) => Promise<OwnSchema> {
  const server = usePostgresServer()
  const open = new Set<() => Promise<void>>()
  before(function () {
    // Tests that fail leave theirs.
    closeAfterAll(suiteOf(this), async () => {
      for (const close of open) await close()
    })
  })
  return async (tables) => {
    const { url, drop } = await createSchema(server())
    const pool = poolOf(url)
    const close = async (): Promise<void> => {
      open.delete(close)
      await pool.end()
      await drop()
    }
    open.add(close)
    await pool.query(tables)
    return { pool, close }
  }
}

/** Tables in a schema of their own, and a pool for them. */
export interface Tables {
  readonly schema: string
  readonly url: string
  readonly pool: pg.Pool
}

/**
 * For many tests that need the same tables, which `make` makes. The function that it returns empties
 * them for the next test.
 */
export function useTables(make: (tables: Tables) => Promise<unknown>): () => Promise<Tables> {
  const server = usePostgresServer()
  let tables: Tables
  let empty: () => Promise<void>
  before(async function () {
    const schema = await createSchema(server())
    const pool = poolOf(schema.url)
    closeAfterAll(suiteOf(this), async () => {
      await pool.end()
      await schema.drop()
    })
    tables = { schema: schema.name, url: schema.url, pool }
    await make(tables)
    empty = await emptierOf(pool)
  })
  return async () => {
    await empty()
    return tables
  }
}

function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 5 })
  // The last connections of a pool may outlive it, until the server ends them.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

let running: Promise<PostgresServer> | null = null

/** One for all files of this process. */
async function ownServer(suite: Mocha.Suite): Promise<string> {
  if ('TEST_TIMES' in process.env)
    throw new Error('the run has a database that this file does not know')
  if (!running) {
    const starting = (running = startPostgres())
    rootOf(suite).afterAll(async () => {
      running = null
      await (await starting).stop()
    })
  }
  return (await running).url
}

// Hooks run in the order of their lines: this one is added when all others are there.
function closeAfterAll(suite: Mocha.Suite, close: () => Promise<void>): void {
  suite.afterAll(close)
}

function rootOf(suite: Mocha.Suite): Mocha.Suite {
  return suite.parent ? rootOf(suite.parent) : suite
}

function suiteOf({ test }: Mocha.Context): Mocha.Suite {
  return duringTests(test?.parent)
}

function duringTests<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('PostgreSQL is there only during the tests')
  return value
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
