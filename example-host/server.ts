import { mkdir } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import type { Log, LogLevel, Secret } from 'express-incoming-webhooks'
import { logRequests } from './access-log.js'
import { randomPassword } from './accounts.js'
import { type ChatApp, type ChatAppOptions, createChatApp } from './app.js'
import { bannerOf, shownAccount } from './banner.js'
import { type Account, createAccount, createDemo, type Demo } from './demo.js'
import { type Drain, createDrain } from './drain.js'
import { addressOf, type Environment, EnvironmentFault, readEnvironment } from './environment.js'
import { createLog } from './log.js'
import { createOutput } from './output.js'
import { keptSecret } from './secret.js'
import { createStop, followNpm, obeySignals, type Stop } from './stop.js'
import { type ChatStore, openStore, StoreConflict } from './store/index.js'
import { serveUpgrades } from './upgrade.js'
import { waitForDatabase } from './waiting.js'

/** How long to wait for requests in flight. */
const DRAIN_MS = 10_000
/** How long stopping may take in total; the last snapshot of a large store takes seconds. */
const STOP_MS = 60_000
/** Timeouts of requests. Without the last one, the first two would be checked only every 30 s. */
const SERVER_OPTIONS = {
  headersTimeout: 5_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
}

// By default V8 lets the heap grow to several times its live size, especially when CPU time is short,
// so a flood of rejected requests would use a lot of memory.
setFlagsFromString('--heap-growing-percent=60')

const print = createOutput(process.stdout)
const printError = createOutput(process.stderr)

/** The parts of a running server. */
interface Running {
  readonly environment: Environment
  readonly log: Log
  readonly store: ChatStore
  readonly chat: ChatApp
  readonly server: Server
  readonly drain: Drain
}

async function main(): Promise<void> {
  const environment = await readEnvironment(process.env)
  const log = logTo(process.stderr, environment.logLevel)
  let stop: Stop | null = null
  const onFatal = (error: Error): void => {
    log('error', 'The store has failed', { error })
    stop?.begin('the store has failed', 1)
  }
  const store = await openStoreOf(environment, log, onFatal)
  try {
    const running = await build(environment, log, store, () => stop?.began !== true)
    const admin =
      environment.databaseUrl === null
        ? await createFirstAdmin(running)
        : await waitForDatabase(() => createFirstAdmin(running), { ...environment, log })
    await listen(running.server, environment)
    stop = createStop({ log, steps: () => shutDown(running), limitMs: STOP_MS })
    obeySignals(stop, log)
    followNpm(stop)
    await welcome(running, admin)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openStoreOf(
  environment: Environment,
  log: Log,
  onFatal: (error: Error) => void,
): Promise<ChatStore> {
  const { databaseUrl: url, databasePool: connections, postRetention, dataDir } = environment
  if (url === null) return openStore({ dir: dataDir, log, onFatal })
  const { NewerDatabaseError, openPostgresStore } = await import('./store/postgres/index.js')
  const options = { url, connections, log, ...(postRetention !== null && { postRetention }) }
  const isFinal = (error: unknown): boolean => error instanceof NewerDatabaseError
  return waitForDatabase(() => openPostgresStore(options), { ...environment, log, isFinal })
}

function logTo(stream: Writable, level: LogLevel): Log {
  const log: Log = createLog(
    level,
    createOutput(stream, (lines) => {
      log('warn', 'Log lines are missing here because they could not be written', { lines })
    }),
  )
  return log
}

async function build(
  environment: Environment,
  log: Log,
  store: ChatStore,
  isReady: () => boolean,
): Promise<Running> {
  const { siteUrl, imageHosts, integrationHosts, hookRate, signInRate, refuseWith } = environment
  const current = environment.secret ?? (await generatedSecret(environment, log))
  const secret: Secret = [current, environment.previousSecret ?? undefined]
  const limits = {
    webhook: hookRate,
    signIn: signInRate,
    refuseWith,
    ...(hookRate === null ? { keyFailures: null } : {}),
  }
  const chat = createChat(environment, {
    store,
    secret,
    siteUrl,
    imageHosts,
    integrationHosts,
    limits,
    log,
    isReady,
  })
  if (environment.trustProxy !== null) chat.app.set('trust proxy', environment.trustProxy)
  const server = createServer(SERVER_OPTIONS)
  // Old clients close their side after sending the request; without this they get no response.
  Object.assign(server, { httpAllowHalfOpen: true })
  const drain = createDrain(server)
  if (environment.logLevel === 'debug') logRequests(server, log)
  const answer = chat.webhooks.listener(chat.app)
  server.on('request', (req, res) => {
    drain.watch(res)
    if (req.url !== '/readyz') countRefusal(res, store)
    answer(req, res)
  })
  serveUpgrades(server, chat.handleUpgrade)
  return { environment, log, store, chat, server, drain }
}

function countRefusal(res: ServerResponse, store: ChatStore): void {
  res.once('finish', () => {
    if (res.statusCode === 503) store.noteRefusal()
  })
}

async function generatedSecret({ dataDir, databaseUrl }: Environment, log: Log): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const secret = await keptSecret(dataDir)
  const advice =
    databaseUrl === null
      ? 'The secret was generated and is stored next to the data; set SECRET to keep it elsewhere'
      : 'The secret was generated and is stored on this machine; all nodes need the same SECRET'
  log(databaseUrl === null ? 'info' : 'warn', advice, { path: `${dataDir}/secret` })
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

/** The account's password, if it was created now, and not by another node. */
async function createFirstAdmin({ environment, store, chat }: Running): Promise<Account | null> {
  if ((await store.users.count()) > 0) return null
  await tryAddress(environment)
  const { adminUsername: username, adminPassword } = environment
  const password = adminPassword ?? randomPassword()
  try {
    await createAccount(store, chat.webhooks, { username, password }, true)
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

async function shutDown({ drain, chat, store, server }: Running): Promise<void> {
  // Each step runs even if the previous one failed, because the store must always be closed.
  try {
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

async function welcome(running: Running, admin: Account | null): Promise<void> {
  const { environment, log } = running
  const { siteUrl, demo, adminPassword, databaseUrl, dataDir } = environment
  log('info', 'Listening', { url: siteUrl, pid: process.pid })
  const made = admin && demo ? await seed(running, admin) : null
  const accounts = admin
    ? [shownAccount(admin, adminPassword !== null), ...(made?.people ?? [])]
    : []
  const data = [databaseUrl === null ? dataDir : 'in PostgreSQL (DATABASE_URL)']
  if (environment.secret === null) {
    data.push(`${dataDir}/secret was generated; set SECRET to keep it elsewhere`)
  }
  const webhook = made && { url: made.hookUrl, channel: made.channel }
  print(bannerOf({ siteUrl, accounts, webhook, data }))
}

async function seed(running: Running, admin: Account): Promise<Demo | null> {
  const { store, chat, environment, log } = running
  const url = addressOf(environment.host, environment.port)
  try {
    return await createDemo({ store, webhooks: chat.webhooks, admin, url })
  } catch (error) {
    log('error', 'The demo data could not be created', { error })
    return null
  }
}

/** A one-line message for a startup problem that the operator can fix. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : ''
  const variable = VARIABLE_OF.get(String(code))
  return variable === undefined ? error.message : `${error.message}: ${variable}`
}

/** Advice by error code of the operating system. */
const VARIABLE_OF: ReadonlyMap<string, string> = new Map([
  ['EADDRINUSE', 'PORT is in use by another program; try PORT=8066 npm start'],
  ['EADDRNOTAVAIL', 'HOST is not an address of this machine'],
  ['ENOTFOUND', 'HOST is not an address of this machine'],
  ['EACCES', 'this account may not use PORT or DATA_DIR'],
  ['EROFS', 'DATA_DIR is on a read-only disk'],
  ['ENOSPC', 'DATA_DIR is on a full disk'],
  ['EEXIST', 'DATA_DIR is not a directory'],
  ['ENOTDIR', 'DATA_DIR is not a directory'],
])

main().catch((error: unknown) => {
  printError(`${explain(error)}\n`)
  process.exit(error instanceof EnvironmentFault ? 2 : 1)
})
