import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { HookUser } from 'express-incoming-webhooks'
import { createDemo } from '../../example-host/demo.js'
import { addressOf, readEnvironment } from '../../example-host/environment.js'
import { createLog } from '../../example-host/log.js'
import { openStoreOf, startServer } from '../../example-host/running.js'
import type { ChatStore } from '../../example-host/store/index.js'
import { cheapHash } from './cheap-hash.js'
import { administratorOf, type ChatHost, Output, urlOf, variablesOf } from './chat-host.js'
import { freePort } from './free-port.js'

export interface HostHereOptions {
  /** Kept when the host stops; without it a fresh folder, removed by `stop`. */
  readonly dataDir?: string
  readonly port?: number
  readonly adminPassword?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface NewAccount {
  readonly username: string
  readonly password: string
}

export interface Restart {
  /** Variables that are different from now on. */
  readonly env?: Readonly<Record<string, string>>
  /** Done while the host is down. */
  readonly whileDown?: () => Promise<unknown>
}

/** An example host in the process of the tests. */
export interface HostHere extends ChatHost {
  /** An account as the API would create it, without the work of its hash. */
  addAccount(account: NewAccount): Promise<HookUser>
  /** Stops, and starts again in the same folder at the same address. */
  restart(options?: Restart): Promise<void>
  /** As SIGTERM does, without the end of the process. Throws if the store has failed. */
  stop(): Promise<void>
}

/**
 * Starts the server that `dist/example-host/server.js` starts, in this process, which saves most of a
 * start. For what is about the process itself there is `startExampleHost`.
 */
export async function startHostHere(options: HostHereOptions = {}): Promise<HostHere> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'host-here-')))
  const port = options.port ?? (await freePort())
  const adminPassword = options.adminPassword ?? randomBytes(12).toString('hex')
  const own = { port, dataDir, adminPassword }
  const output = new Output()
  let env = options.env ?? {}
  let server = await startServerHere(variablesOf(own, env), output)
  return {
    ...own,
    url: urlOf(port),
    output: () => output.text,
    ...administratorOf(urlOf(port), adminPassword),
    addAccount: (account) => addAccount(server.store, account, false),
    restart: async ({ env: changes = {}, whileDown } = {}) => {
      env = { ...env, ...changes }
      await server.stop()
      await whileDown?.()
      server = await startServerHere(variablesOf(own, env), output)
    },
    stop: async () => {
      await server.stop()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface ServerHere {
  readonly store: ChatStore
  stop(): Promise<void>
}

/** What `server.ts` does, without what concerns the process. */
async function startServerHere(
  variables: Readonly<Record<string, string>>,
  output: Output,
): Promise<ServerHere> {
  const environment = await readEnvironment(variables)
  const log = createLog(environment.logLevel, (line) => {
    output.add(line)
  })
  const failures: Error[] = []
  const onFatal = (error: Error): void => {
    failures.push(error)
  }
  let isReady = true
  const store = await openStoreOf(environment, { log, onFatal })
  const { host, port, demo, adminUsername: username, adminPassword } = environment
  const admin = { username, password: adminPassword ?? '' }
  const isNew = (await store.users.count()) === 0
  if (isNew) await addAccount(store, admin, true)
  const server = await startServer(environment, {
    log,
    store,
    isReady: () => isReady,
    hashPassword: cheapHash,
  })
  if (isNew && demo) {
    await createDemo({
      store,
      webhooks: server.chat.webhooks,
      admin,
      url: addressOf(host, port),
    })
  }
  const end = async (): Promise<void> => {
    isReady = false
    await server.stop()
    for (const failure of failures) throw failure
  }
  let ended: Promise<void> | undefined
  return { store, stop: () => (ended ??= end()) }
}

async function addAccount(
  store: ChatStore,
  { username, password }: NewAccount,
  admin: boolean,
): Promise<HookUser> {
  const passwordHash = await cheapHash(password)
  const email = `${username}@example.test`
  return store.users.create({ username, email, passwordHash, admin })
}
