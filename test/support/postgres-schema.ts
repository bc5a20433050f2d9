import pg from 'pg'

/** A part of a database that no other test sees. */
export interface Schema {
  readonly name: string
  /** Connections have the schema on their search path, and its name as theirs. */
  readonly url: string
  readonly drop: () => Promise<void>
}

let made = 0

export async function createSchema(server: string): Promise<Schema> {
  made += 1
  // Those of a run that was broken off may still be there.
  const name = `test_${process.pid}_${made}_${Date.now().toString(36)}`
  await run(server, `CREATE SCHEMA ${name}`)
  return {
    name,
    url: urlOf(server, name),
    drop: () => run(server, `DROP SCHEMA ${name} CASCADE`),
  }
}

/** The same database through another port of this machine. */
export function throughPort(url: string, port: number): string {
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(port)
  return through.href
}

/** Runs statements on a connection of their own. */
export async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}

/** Ends the other connections that have the same name. */
export const END_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()`

function urlOf(server: string, schema: string): string {
  const url = new URL(server)
  url.searchParams.set('application_name', schema)
  const own = url.searchParams.get('options')
  const path = `-csearch_path=${schema}`
  url.searchParams.set('options', own === null ? path : `${own} ${path}`)
  return url.href
}
