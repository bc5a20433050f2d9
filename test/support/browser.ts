import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const ADVICE =
  'Install Chromium or Google Chrome, for example with `apt-get install chromium`, or with `npm ci` the one that the tests bring'

const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-gpu',
  // Else a page is begun in one process for the empty page and goes on in another.
  '--renderer-process-limit=1',
]

/** Containers often have 64 MiB of it, with which a browser crashes. */
const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 2 ** 30

interface Executable {
  readonly path: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The browser of the run, or one of its own. Close it when the tests are over. */
export async function openBrowser(): Promise<Browser> {
  const { TEST_BROWSER: running, TEST_TIMES: times } = process.env
  if (running !== undefined) return chromium.connect(running)
  if (times !== undefined) throw new Error('the run has a browser that this file does not know')
  return launched((options) => chromium.launch(options))
}

/** A browser that other processes open by its `wsEndpoint()`. */
export async function startBrowserServer(): Promise<BrowserServer> {
  return launched((options) => chromium.launchServer(options))
}

async function launched<Launched>(
  launch: (options: LaunchOptions) => Promise<Launched>,
): Promise<Launched> {
  try {
    return await launch(await launchOptions())
  } catch (error) {
    throw new Error(`No browser starts: ${String(error)}\n${ADVICE}`)
  }
}

/** A Chromium of the machine, else the one that npm has brought. */
async function launchOptions(): Promise<LaunchOptions> {
  const { path, args, env } = installed() ?? (await bundled())
  const surroundings = Object.entries(process.env).filter(([, value]) => value !== undefined)
  return {
    executablePath: path,
    // The sandbox refuses to start for root.
    args: [...args, ...QUIET, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
    // Else its processes pass everything to each other in files on the disk.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
    env: { ...Object.fromEntries(surroundings), ...env },
  }
}

function hasSharedMemory(): boolean {
  if (!existsSync(SHARED_MEMORY)) return false
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize >= ENOUGH_BYTES
}

function installed(): Executable | null {
  const path = INSTALLED.find((each) => existsSync(each))
  return path === undefined ? null : { path, args: [], env: {} }
}

// It unpacks the libraries that a bare machine lacks only where it believes to be in a cloud function.
async function bundled(): Promise<Executable> {
  const before = { ...process.env }
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs20.x'
  try {
    const { default: packed } = await import('@sparticuz/chromium')
    const path = await packed.executablePath()
    const env = {
      LD_LIBRARY_PATH: join(tmpdir(), 'al2023', 'lib'),
      FONTCONFIG_PATH: join(tmpdir(), 'fonts'),
    }
    return { path, args: ['--no-sandbox'], env }
  } finally {
    // In place: another object would not be the one that others have imported.
    for (const name of Object.keys(process.env))
      if (!(name in before)) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, before)
  }
}
