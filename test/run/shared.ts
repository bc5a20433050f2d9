import { env } from 'node:process'
import type { CheckReport } from './checks.js'
import type { Need } from './needs.js'

/** What all files of a run share: a database, in which each test has a schema of its own, and a browser. */
export interface Shared {
  /** Why a file that needs this cannot run. */
  readonly missing: ReadonlyMap<Need, string>
  stop(): Promise<unknown>
}

interface Started {
  /** By which tests find it. */
  readonly variable: string
  readonly value: string
  readonly stop: () => Promise<unknown>
}

type Start = () => Promise<Started>

// Imported here, so that a package which is not installed is missing too.
const STARTS: ReadonlyMap<Need, Start> = new Map<Need, Start>([
  [
    'database',
    async () => {
      const variable = 'TEST_DATABASE_URL'
      const given = env[variable]
      if (given !== undefined) {
        await tried(given)
        return { variable, value: given, stop: () => Promise.resolve() }
      }
      const { startPostgres } = await import('../support/postgres-server.js')
      const { url, stop } = await startPostgres()
      return { variable, value: url, stop }
    },
  ],
  [
    'browser',
    async () => {
      const { startBrowserServer } = await import('../support/browser.js')
      const browser = await startBrowserServer()
      const stop = (): Promise<void> => browser.close()
      return { variable: 'TEST_BROWSER', value: browser.wsEndpoint(), stop }
    },
  ],
])

/** Starts what the files need. What cannot start is missing: the others run all the same. */
export async function startShared(needs: ReadonlySet<Need>): Promise<Shared> {
  const missing = new Map<Need, string>()
  const started: Started[] = []
  await Promise.all(
    [...STARTS].map(async ([need, start]) => {
      if (!needs.has(need)) return
      try {
        started.push(await start())
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        console.log(`FAILED ${need}: ${reason.split('\n', 1).join('')}: more at the end`)
        missing.set(need, reason)
      }
    }),
  )
  // Only now: while the browser starts, the surroundings are others for a moment.
  for (const { variable, value } of started) env[variable] = value
  return { missing, stop: () => Promise.all(started.map(({ stop }) => stop())) }
}

/** One failure for each thing that is missing, whatever the number of files that need it. */
export function missingOf(
  missing: ReadonlyMap<Need, string>,
  files: readonly (readonly [path: string, needs: ReadonlySet<Need>])[],
): readonly CheckReport[] {
  return [...missing].map(([need, reason]) => {
    const { length } = files.filter(([, needs]) => needs.has(need))
    const output = `${reason}\nfiles of tests that did not run without it: ${length}`
    return { name: need, seconds: 0, result: 'failed', skipped: [], output }
  })
}

async function tried(url: string): Promise<void> {
  const { run } = await import('../support/postgres-schema.js')
  try {
    await run(url, 'SELECT 1')
  } catch (error) {
    throw new Error(`TEST_DATABASE_URL names a database that cannot be used: ${String(error)}`)
  }
}
