import { once } from 'node:events'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { HookLog } from 'express-incoming-webhooks'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { logRequests } from './log.js'
import { randomPassword } from './accounts.js'
import { type ChatApp, type ChatAppOptions, createChatApp } from './app.js'
import { type Account, createAccount } from './demo.js'
import { createDrain } from './drain.js'
import { type Environment, EnvironmentFault } from './environment.js'
import { type ChatStore, openStore, StoreConflict } from './store/index.js'
import { serveUpgrades } from './upgrade.js'
import { waitForDatabase, type WaitingOptions } from './waiting.js'
import { FILE_MODE, ifThere, nodeFileSystem, syncDirectory } from './store/disk/fs.js'

/** How long to wait for requests in flight. */
const DRAIN_MS = 10_000
/** Timeouts of requests. Without the last one, the first two would be checked only every 30 s. */
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

/** How many connections may wait to be accepted. Beyond Node's 511, some were cut off, or waited for seconds. */
const BACKLOG = 4_096

/** A chat that listens. Nothing here concerns the whole process, which may have several of them. */
export type Running = Awaited<ReturnType<typeof startServer>>

interface StoreParts extends Pick<WaitingOptions, 'log' | 'onWaiting'> {
  /** The store can keep nothing any more. */
  readonly onFatal: (error: Error) => void
}

interface RunningParts extends Omit<StoreParts, 'onFatal'>, Pick<ChatAppOptions, 'hashPassword'> {
  /** Closed if the start fails. */
  readonly store: ChatStore
  /** False once stopping has begun. */
  readonly isReady: () => boolean
}

/** The store that the environment names, in files or in a database. */
export async function openStoreOf(environment: Environment, parts: StoreParts): Promise<ChatStore> {
  const { databaseUrl: url, databasePool: max, postRetention, dataDir } = environment
  const { auditRetention } = environment
  const { log, onFatal } = parts
  if (url === null) return openStore({ dir: dataDir, auditRetention, log, onFatal })
  const { NewerDatabaseError, openPostgresStore } = await import('./store/postgres/index.js')
  const options = {
    url,
    max,
    auditRetention,
    log,
    ...(postRetention !== null && { postRetention }),
  }
  const isFinal = (error: unknown): boolean => error instanceof NewerDatabaseError
  return waitForDatabase(() => openPostgresStore(options), { ...environment, ...parts, isFinal })
}

/** Creates the first administrator if there are no accounts, and listens. */
export async function startServer(environment: Environment, parts: RunningParts) {
  const { store } = parts
  try {
    const { chat, server, drain } = await build(environment, parts)
    const createAdmin = () => createFirstAdmin(environment, store, chat)
    const admin =
      environment.databaseUrl === null
        ? await createAdmin()
        : await waitForDatabase(createAdmin, { ...environment, ...parts })
    await listen(server, environment)
    return {
      store,
      chat,
      /** The first administrator, if created now, and not by another node. */
      admin,
      /** Answers the requests in flight, then closes everything, also the store. */
      stop: () => shutDown({ chat, server, drain }, store),
    }
  } catch (error) {
    await store.close()
    throw error
  }
}

type Built = Awaited<ReturnType<typeof build>>

async function build(environment: Environment, parts: RunningParts) {
  const { store, log } = parts
  const { hookRate, signInRate, refuseWith, previousSecret } = environment
  const current = environment.secret ?? (await keptSecret(environment, log))
  const secret: ChatAppOptions['secret'] = [current, previousSecret ?? undefined]
  const limits = {
    webhook: hookRate,
    signIn: signInRate,
    refuseWith,
    ...(hookRate === null ? { requests: null, keyFailures: null } : {}),
  }
  const chat = createChat(environment, { ...environment, ...parts, secret, limits })
  if (environment.trustProxy !== null) chat.app.set('trust proxy', environment.trustProxy)
  const server = createServer(SERVER_OPTIONS)
  // Old clients close their side after sending the request; without this they get no response.
  Object.assign(server, { httpAllowHalfOpen: true })
  const drain = createDrain(server)
  if (environment.logLevel === 'debug') logRequests(server, log)
  const answer = chat.webhooks.listener(chat.app)
  server.on('request', (req, res) => {
    drain.watch(res)
    if (req.url !== '/readyz') {
      res.once('finish', () => {
        if (res.statusCode === 503) store.noteRefusal()
      })
    }
    answer(req, res)
  })
  serveUpgrades(server, chat.handleUpgrade)
  return { chat, server, drain }
}

/** The secret of this store, of at least 32 bytes, generated if there is none. */
async function keptSecret({ dataDir, databaseUrl }: Environment, log: HookLog): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'secret')
  const kept = (await ifThere(readFile(path, 'utf8')))?.trim()
  if (kept !== undefined && Buffer.byteLength(kept) < 32) {
    // A new secret would silently make the URLs of all webhooks unreadable.
    throw new Error(
      `${path} is damaged: expected at least 32 bytes; put the old secret back, or remove the file`,
    )
  }
  const secret = kept ?? (await makeSecret(dataDir, path))
  if (kept === undefined) log('info', 'The secret was generated', { path })
  if (databaseUrl !== null) {
    log('warn', 'The secret is only on this machine; all nodes need the same SECRET', { path })
  }
  return secret
}

// Synced and renamed: if a power cut lost the secret, URLs of webhooks could not be shown again.
async function makeSecret(dataDir: string, path: string): Promise<string> {
  const secret = randomBytes(32).toString('hex')
  await writeFile(`${path}.new`, `${secret}\n`, { mode: FILE_MODE, flush: true })
  await rename(`${path}.new`, path)
  await syncDirectory(nodeFileSystem, dataDir)
  return secret
}

function createChat({ secret }: Environment, options: ChatAppOptions): ChatApp {
  try {
    return createChatApp(options)
  } catch (error) {
    // The library also rejects secrets that are long enough but easy to guess.
    if (!(error instanceof TypeError) || secret === null) throw error
    const variable = error.message.startsWith('The previous secret') ? 'PREVIOUS_SECRET' : 'SECRET'
    throw new EnvironmentFault(`${variable}: ${error.message}`)
  }
}

async function createFirstAdmin(
  environment: Environment,
  store: ChatStore,
  chat: ChatApp,
): Promise<Account | null> {
  if ((await store.users.count()) > 0) return null
  await tryAddress(environment)
  const { adminUsername: username, adminPassword } = environment
  const password = adminPassword ?? randomPassword()
  try {
    await createAccount(store, chat.webhooks.signIn, { username, password }, true)
  } catch (error) {
    if (error instanceof StoreConflict) return null
    throw error
  }
  return { username, password }
}

// So that a failed start is not the first start. Not at every start: a load balancer would send requests
// to a server that never answers.
async function tryAddress(environment: Environment): Promise<void> {
  const probe = createServer()
  await listen(probe, environment)
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(server: Server, { host, port }: Environment): Promise<void> {
  await once(server.listen({ port, host, backlog: BACKLOG }), 'listening')
}

async function shutDown({ drain, chat, server }: Built, store: ChatStore): Promise<void> {
  // Each step runs even if the previous one failed, because the store must always be closed.
  try {
    chat.drain()
    await drain.finish(DRAIN_MS)
  } finally {
    try {
      await chat.close()
    } finally {
      await store.close()
      server.closeAllConnections()
    }
  }
}
