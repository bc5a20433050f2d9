import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { administratorOf, type ChatHost, Output, urlOf, variablesOf } from './chat-host.js'
import { freePort } from './free-port.js'
import { call } from './http-client.js'
import { ROOT } from './root.js'

const SERVER = 'dist/example-host/server.js'
/** As `npm start`, the Dockerfile and the unit of systemd pass them to Node. */
export const NODE_FLAGS = ['--max-semi-space-size=32']
/** A disk may stand still for many seconds while a machine is busy. */
const PATIENCE_MS = 120_000
/** What the example host reads; nothing of the surroundings may change a test. */
const OWN_VARIABLES =
  /^(PORT|HOST|DATA_DIR|SITE_URL|SECRET|PREVIOUS_SECRET|DATABASE_\w+|POST_RETENTION_DAYS|HOOK_REFUSE_WITH|ADMIN_\w+|DEMO|IMAGE_HOSTS|INTEGRATION_HOSTS|TRUST_PROXY|LOG_LEVEL|\w+_RATE)$/

export interface StartOptions {
  /** The compiled checkout whose example host is started. Default: this one. */
  readonly checkout?: string
  /** Kept when the host ends; without it a fresh folder, removed by `stop`. */
  readonly dataDir?: string
  readonly port?: number
  readonly adminPassword?: string
  readonly env?: Readonly<Record<string, string>>
  /** A module that the server's process loads first. */
  readonly preload?: string
  /** A program, with its arguments, that runs Node and passes signals on. */
  readonly wrap?: readonly string[]
  readonly startTimeoutMs?: number
}

/** A running example host in a process of its own: for tests of the process. Others use `startHostHere`. */
export interface ExampleHost extends ChatHost {
  readonly child: ChildProcess
  /** Milliseconds from the start of the process to its first healthy answer. */
  readonly startedInMs: number
  /** SIGTERM. The exit code, or null if it had to be killed after two minutes. */
  stop(): Promise<number | null>
  /** SIGKILL, at any moment; returns when the process is gone. */
  kill9(): Promise<void>
}

/** Starts `dist/example-host/server.js` and returns when it is healthy. */
export async function startExampleHost(options: StartOptions = {}): Promise<ExampleHost> {
  const server = join(options.checkout ?? ROOT, SERVER)
  if (!existsSync(server)) throw new Error(`${server} is missing; run \`npm run build\` first`)
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'example-host-')))
  const port = options.port ?? (await freePort())
  const adminPassword = options.adminPassword ?? randomBytes(12).toString('hex')
  const url = urlOf(port)
  const began = performance.now()
  const running = run(options, variablesOf({ port, dataDir, adminPassword }, options.env))
  try {
    await healthy(url, running, options.startTimeoutMs ?? PATIENCE_MS)
  } catch (error) {
    await end(running, 'SIGKILL', PATIENCE_MS)
    throw error
  }
  return {
    url,
    port,
    dataDir,
    adminPassword,
    child: running.child,
    startedInMs: performance.now() - began,
    output: running.output,
    ...administratorOf(url, adminPassword),
    stop: async () => {
      const code = await end(running, 'SIGTERM', PATIENCE_MS)
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
      return code
    },
    kill9: async () => {
      await end(running, 'SIGKILL', PATIENCE_MS)
    },
  }
}

interface Running {
  readonly child: ChildProcess
  readonly exited: Promise<number | null>
  readonly output: () => string
}

function run(
  { preload, wrap = [], checkout = ROOT }: StartOptions,
  own: Readonly<Record<string, string>>,
): Running {
  const surroundings = Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name))
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])]
  const server = join(checkout, SERVER)
  const loaded = preload ? ['--import', preload] : []
  const node = [process.execPath, ...NODE_FLAGS, ...loaded, server]
  const [program = '', ...args] = [...wrap, ...node]
  const child = spawn(program, args, {
    cwd: checkout,
    env: { ...Object.fromEntries(surroundings), ...own },
    stdio,
  })
  const output = new Output()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output.add(text)
    })
  }
  // A test that is broken off must not leave a server behind.
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => {
      resolve(null)
    })
    child.once('exit', (code) => {
      process.off('exit', abandon)
      resolve(code)
    })
  })
  return { child, exited, output: () => output.text }
}

async function healthy(url: string, running: Running, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs
  while (performance.now() < end) {
    if (running.child.exitCode !== null || running.child.signalCode !== null) {
      throw new Error(`the example host ended at its start:\n${running.output()}`)
    }
    try {
      const { status } = await call(`${url}/healthz`, { method: 'GET', timeoutMs: 1000 })
      if (status === 200) return
    } catch {
      // Not listening yet.
    }
    await sleep(20)
  }
  throw new Error(`the example host is not healthy after ${timeoutMs} ms:\n${running.output()}`)
}

async function end(
  { child, exited }: Running,
  signal: NodeJS.Signals,
  timeoutMs: number,
): Promise<number | null> {
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  const code = await exited
  clearTimeout(timer)
  return code
}
