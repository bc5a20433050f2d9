import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { z } from 'zod'
import { urlOf } from '../../support/chat-host.js'
import { SharedDocuments } from '../../support/document-bridge.js'
import { startExampleHost } from '../../support/example-host.js'
import { freePort } from '../../support/free-port.js'
import { createSchema } from '../../support/postgres-schema.js'
import {
  type Nodes,
  oneAfterTheOther,
  type Running,
  sideBySide,
  type Version,
  type Versions,
} from './nodes.js'

export const PASSWORD = 'the password of the administrator'
const SECRET = 'a secret that all of the nodes share'
const HOST = fileURLToPath(new URL('host.js', import.meta.url))
const LISTENING = z.object({ listening: z.object({ port: z.number() }) })

export interface StoreUnderTest {
  readonly name: string
  /** Whether it is an example host, which has channels to create, and threads. */
  readonly isExampleHost: boolean
  /** Starts the first node. `server` is the URL of a PostgreSQL. */
  readonly open: (versions: Versions, server: string) => Promise<Nodes>
}

export const STORES: readonly StoreUnderTest[] = [
  {
    name: 'PostgreSQL, migrated by the older version',
    isExampleHost: true,
    open: (versions, server) => onPostgres(versions, 'older', server),
  },
  {
    name: 'PostgreSQL, migrated by this version',
    isExampleHost: true,
    open: (versions, server) => onPostgres(versions, 'newer', server),
  },
  { name: 'SQL stores on PostgreSQL', isExampleHost: false, open: onSql },
  { name: 'document stores', isExampleHost: false, open: onDocuments },
  { name: 'files, by one version after the other', isExampleHost: true, open: onFiles },
]

async function onPostgres(versions: Versions, first: Version, server: string): Promise<Nodes> {
  const { url, drop } = await createSchema(server)
  return closing(drop, () =>
    sideBySide(versions, first, (checkout) => exampleHost(checkout, { DATABASE_URL: url })),
  )
}

async function onFiles(versions: Versions): Promise<Nodes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'versions-'))
  const port = await freePort()
  return closing(
    () => rm(dataDir, { recursive: true, force: true }),
    () => oneAfterTheOther(versions, (checkout) => exampleHost(checkout, {}, { dataDir, port })),
  )
}

function exampleHost(
  checkout: string,
  env: Readonly<Record<string, string>>,
  at: { readonly dataDir?: string; readonly port?: number } = {},
): Promise<Running> {
  // More than is sent, so that the counters are at work and refuse nothing.
  const own = { SECRET, HOOK_RATE: '500,1000', SITE_URL: 'http://chat.example', ...env }
  return startExampleHost({ checkout, adminPassword: PASSWORD, env: own, ...at })
}

async function onSql(versions: Versions, server: string): Promise<Nodes> {
  const { url, drop } = await createSchema(server)
  return closing(drop, () =>
    sideBySide(versions, 'older', async (checkout) => {
      if (checkout === versions.newer) await updateFrom09(url)
      return startHost(fork(HOST, [checkout, 'sql'], envOf(url)))
    }),
  )
}

/** What CHANGELOG.md says of databases; an index is made with the tables. */
async function updateFrom09(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`DROP INDEX IF EXISTS incoming_webhook_counters_by_end;
    ALTER TABLE incoming_webhooks ADD COLUMN IF NOT EXISTS more jsonb NOT NULL DEFAULT '{}'`)
  await client.end()
}

/** The documents are kept by this process, because the machine may have no database for them. */
async function onDocuments(versions: Versions): Promise<Nodes> {
  const documents = new SharedDocuments()
  return sideBySide(versions, 'older', (checkout) => {
    const child = fork(HOST, [checkout, 'documents'], envOf(''))
    documents.serve(child)
    return startHost(child)
  })
}

function envOf(databaseUrl: string): { readonly env: NodeJS.ProcessEnv } {
  return {
    env: { ...process.env, SECRET, ADMIN_PASSWORD: PASSWORD, DATABASE_URL: databaseUrl },
  }
}

async function startHost(child: ChildProcess): Promise<Running> {
  // A run that is broken off must not leave it behind.
  const abandon = (): void => void child.kill('SIGKILL')
  process.once('exit', abandon)
  const exited = once(child, 'exit').then(() => process.off('exit', abandon))
  const end = (signal: NodeJS.Signals): Promise<unknown> => {
    child.kill(signal)
    return exited
  }
  const port = await new Promise<number>((resolve, reject) => {
    child.on('message', (message) => {
      const { success, data } = LISTENING.safeParse(message)
      if (success) resolve(data.listening.port)
    })
    child.once('exit', (code) => {
      reject(new Error(`a host ended with ${String(code)} at its start`))
    })
  })
  return { url: urlOf(port), stop: () => end('SIGTERM'), kill9: () => end('SIGKILL') }
}

/** Calls `close` when the nodes have ended, or if they do not start. */
async function closing(close: () => Promise<void>, open: () => Promise<Nodes>): Promise<Nodes> {
  try {
    const nodes = await open()
    return {
      ...nodes,
      stop: async () => {
        await nodes.stop()
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}
