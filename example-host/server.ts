import type { HookLog } from 'express-incoming-webhooks'
import { bannerOf, shownAccount } from './banner.js'
import { type Account, createDemo } from './demo.js'
import { addressOf, type Environment, EnvironmentFault, readEnvironment } from './environment.js'
import { limitHeapGrowth } from './heap-growth.js'
import { createLog, createOutput } from './log.js'
import { openStoreOf, type Running, startServer } from './running.js'
import { errorCode, errorText } from './store/errors.js'
import { processHeap } from './store/heap.js'
import { createStop, followNpm, leaveAtSignals, obeySignals, type Stop } from './stop.js'

/** How long stopping may take in total; the last snapshot of a large store takes seconds. */
const STOP_MS = 60_000

limitHeapGrowth(processHeap())

const print = createOutput(process.stdout)
const printError = createOutput(process.stderr)

async function main(): Promise<void> {
  const environment = await readEnvironment(process.env)
  const log: HookLog = createLog(
    environment.logLevel,
    createOutput(process.stderr, (lines) => {
      log('warn', 'Log lines are missing here because they could not be written', { lines })
    }),
  )
  let stop: Stop | null = null
  const onFatal = (error: Error): void => {
    log('error', 'The store has failed', { error })
    stop?.begin('the store has failed', 1)
  }
  const isReady = (): boolean => stop?.began !== true
  const parts = { log, onWaiting: leaveAtSignals }
  const store = await openStoreOf(environment, { ...parts, onFatal })
  const running = await startServer(environment, { ...parts, store, isReady })
  stop = createStop({ log, steps: () => running.stop(), limitMs: STOP_MS })
  obeySignals(stop, log)
  followNpm(stop)
  await welcome(environment, log, running)
}

async function welcome(environment: Environment, log: HookLog, running: Running): Promise<void> {
  const { admin } = running
  const { siteUrl, adminPassword, databaseUrl, dataDir } = environment
  log('info', 'Listening', { url: siteUrl, pid: process.pid })
  const made = admin && (await seed(environment, log, running, admin))
  const accounts = admin
    ? [shownAccount(admin, adminPassword !== null), ...(made?.people ?? [])]
    : []
  const data = [databaseUrl === null ? dataDir : 'in PostgreSQL (DATABASE_URL)']
  if (environment.secret === null) {
    data.push(`its secret is in ${dataDir}/secret; set SECRET to keep it elsewhere`)
  }
  const webhook = made && { url: made.hookUrl, channel: made.channel }
  print(bannerOf({ siteUrl, accounts, webhook, data }))
}

async function seed(
  { demo, host, port }: Environment,
  log: HookLog,
  { store, chat }: Running,
  admin: Account,
) {
  if (!demo) return null
  const url = addressOf(host, port)
  try {
    return await createDemo({ store, webhooks: chat.webhooks, admin, url })
  } catch (error) {
    log('error', 'The demo data could not be created', { error })
    return null
  }
}

/** A one-line message for a startup problem that the operator can fix. */
function explain(error: unknown): string {
  const variable = VARIABLE_OF.get(errorCode(error))
  return variable === undefined ? errorText(error) : `${errorText(error)}: ${variable}`
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
