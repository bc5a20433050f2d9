import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../support/free-port.js'
import { until } from '../../support/until.js'
import { type Account, packagedBinaries, postgresAccount, systemBinaries } from './binaries.js'
import { isGone, killTree } from './processes.js'

const run = promisify(execFile)
const PATIENCE_MS = 120_000
/** What is acknowledged is on disk, as in production. The sockets would be shared with other servers. */
const SETTINGS = {
  fsync: 'on',
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_keep_size: '256MB',
}

/** A folder as `BENCH_WORLD` keeps it: servers of fault suites then begin with a copy of its data. */
const WORLD = process.env['FAULTS_WORLD']
/** A large one takes minutes to copy. */
const COPY_MS = 1_800_000

/** Where servers keep their data, and what runs them. */
export interface Site {
  readonly folder: string
  readonly binaries: string
  readonly account: Account
}

/** A PostgreSQL with a port and a data folder of its own, running or not. */
export interface PostgresServer {
  readonly port: number
  readonly url: string
  /** The data folder. */
  readonly data: string
  readonly isRunning: boolean
  /** Returns when it accepts connections. Settings apply until it ends. */
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** Ends all connections and writes a checkpoint (`pg_ctl stop -m fast`). */
  stop(): Promise<void>
  /** Ends without a checkpoint, so that the next start recovers (`pg_ctl stop -m immediate`). */
  stopImmediate(): Promise<void>
  /** SIGKILL of all its processes. */
  kill(): Promise<void>
}

/** One that stands alone. */
export interface OwnPostgres extends PostgresServer {
  /** Kills it and removes its data. Of a kept folder: stops it. */
  close(): Promise<void>
}

/** Starts a PostgreSQL in a fresh folder, or in one that is kept and may have been used before. */
export async function startOwnPostgres(binaries?: string, kept?: string): Promise<OwnPostgres> {
  const site = await openSite(binaries, kept)
  const server = createServer(site, 'data', await freePort())
  const close = async (): Promise<void> => {
    if (kept !== undefined) return server.stop()
    await server.kill()
    await closeSite(site)
  }
  try {
    if (!existsSync(join(server.data, 'PG_VERSION'))) await initialise(site, server)
    await server.start()
  } catch (error) {
    await close()
    throw error
  }
  return Object.assign(server, { close })
}

export async function openSite(
  binaries = systemBinaries() ?? packagedBinaries(),
  kept?: string,
): Promise<Site> {
  const account = postgresAccount()
  if (kept !== undefined) await mkdir(kept, { recursive: true })
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'cluster-')))
  const { uid, gid } = account
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid)
  return { folder, binaries, account }
}

/** Removes the data. The servers must have ended. */
export async function closeSite({ folder }: Site): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** Creates an empty database in the server's folder, or a copy of the world. */
export async function initialise(site: Site, { data }: PostgresServer): Promise<void> {
  if (WORLD !== undefined) {
    await runIn(site, 'cp', ['-Rp', join(WORLD, 'data'), data], COPY_MS)
    return
  }
  // No power cut follows, so the new files need no sync.
  const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await runIn(site, join(site.binaries, 'initdb'), args)
}

/** Replaces the data of `to` with that of `from`; neither is running. */
export async function copyData(
  site: Site,
  from: PostgresServer,
  to: PostgresServer,
): Promise<void> {
  await rm(to.data, { recursive: true, force: true })
  await runIn(site, 'cp', ['-Rp', from.data, to.data], COPY_MS)
}

async function runIn(
  { folder, account }: Site,
  program: string,
  args: string[],
  timeout = PATIENCE_MS,
): Promise<void> {
  await run(program, args, { ...account, cwd: folder, env: environment(), timeout })
}

export function createServer(site: Site, name: string, port: number): PostgresServer {
  const data = join(site.folder, name)
  const logFile = join(site.folder, `${name}.log`)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let running: ChildProcess | null = null
  const server: PostgresServer = {
    port,
    url,
    data,
    get isRunning() {
      return running !== null
    },
    start: async (settings = {}) => {
      if (running !== null) throw new Error(`PostgreSQL is running already on port ${port}`)
      const child = launch(site, data, logFile, { ...SETTINGS, ...settings, port: String(port) })
      running = child
      for (const event of ['exit', 'error']) {
        child.once(event, () => {
          if (running === child) running = null
        })
      }
      try {
        await until('PostgreSQL accepts connections', async () => {
          if (hasEnded(child)) throw new Error(`it ended: ${await readFile(logFile, 'utf8')}`)
          return accepts(url)
        })
      } catch (error) {
        await server.kill()
        throw error
      }
    },
    stop: () => end(running, 'SIGINT'),
    stopImmediate: () => end(running, 'SIGQUIT'),
    kill: () => end(running, 'SIGKILL'),
  }
  return server
}

function launch(
  { binaries, account, folder }: Site,
  data: string,
  logFile: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'a')
  const child = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
    ...account,
    cwd: folder,
    env: environment(),
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  // A test that is broken off must not leave a server behind.
  const abandon = (): void => {
    if (child.pid !== undefined) killTree(child.pid)
  }
  process.once('exit', abandon)
  for (const event of ['exit', 'error']) child.once(event, () => process.off('exit', abandon))
  return child
}

/** Returns when all processes have ended; those that take too long are killed. */
async function end(child: ChildProcess | null, name: NodeJS.Signals): Promise<void> {
  const { pid } = child ?? {}
  if (!child || pid === undefined || hasEnded(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  let killed: readonly number[] = []
  const killAll = (): void => {
    killed = killTree(pid)
  }
  if (name === 'SIGKILL') killAll()
  else child.kill(name)
  const timer = setTimeout(killAll, PATIENCE_MS / 2)
  await exited
  clearTimeout(timer)
  // One that is still ending holds the shared memory, which the next start would find in use.
  await until('the processes of PostgreSQL have ended', () => killed.every(isGone))
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

// The messages are in English, and nothing of the surroundings changes where it connects.
function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C' }
}
