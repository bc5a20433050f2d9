import { env } from 'node:process'
import { startBrowserServer } from '../support/browser.js'
import { startPostgres } from '../support/postgres-server.js'
import type { Need } from './needs.js'

/** What all files of a run share: a database, in which each test has a schema of its own, and a browser. */
export async function startShared(needs: ReadonlySet<Need>): Promise<{ stop(): Promise<unknown> }> {
  const [database, browser] = await Promise.all([
    needs.has('database') && env['TEST_DATABASE_URL'] === undefined ? startPostgres() : null,
    needs.has('browser') ? startBrowserServer() : null,
  ])
  if (database) env['TEST_DATABASE_URL'] = database.url
  if (browser) env['TEST_BROWSER'] = browser.wsEndpoint()
  return { stop: () => Promise.all([database?.stop(), browser?.close()]) }
}
