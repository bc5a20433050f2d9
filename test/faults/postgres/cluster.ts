import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../support/free-port.js'
import { until } from '../../support/until.js'
import {
  closeSite,
  copyData,
  createServer,
  initialise,
  openSite,
  type PostgresServer,
  type Site,
} from './server.js'

const STANDBY = 'standby'
const PROMOTION_S = 60

/** A primary whose commits wait for a streaming standby. */
export interface Cluster {
  /** Of both servers, in an order that never changes. */
  readonly urls: readonly [string, string]
  /** The URL of the primary. */
  readonly url: string
  readonly primary: PostgresServer
  readonly standby: PostgresServer
  /**
   * Makes the standby the primary. It has no standby then, so its commits wait for none. The other
   * server counts as the standby, although it is usually dead; `rebuildStandby` makes it one.
   */
  promote(): Promise<void>
  /** Stops the primary for a moment, and makes a new standby of a copy of its data. */
  rebuildStandby(): Promise<void>
  /** Kills both servers and removes their data. */
  close(): Promise<void>
}

/** Starts both and returns when commits are synchronous. */
export async function startCluster(binaries?: string): Promise<Cluster> {
  const site = await openSite(binaries)
  const first = createServer(site, 'first', await freePort())
  const second = createServer(site, 'second', await freePort())
  let [primary, standby] = [first, second]
  const close = async (): Promise<void> => {
    await Promise.all([first.kill(), second.kill()])
    await closeSite(site)
  }
  try {
    await initialise(site, primary)
    await startPair(site, primary, standby)
  } catch (error) {
    await close()
    throw error
  }
  return {
    urls: [first.url, second.url],
    get url() {
      return primary.url
    },
    get primary() {
      return primary
    },
    get standby() {
      return standby
    },
    promote: async () => {
      const [done] = await ask(standby.url, `SELECT pg_promote(true, ${PROMOTION_S}) AS promoted`)
      if (done?.['promoted'] !== true) throw new Error(`no promotion within ${PROMOTION_S} s`)
      ;[primary, standby] = [standby, primary]
    },
    rebuildStandby: async () => {
      await standby.kill()
      await primary.stop()
      await startPair(site, primary, standby)
    },
    close,
  }
}

/** Neither is running; the data of the primary is copied, because there may be no pg_basebackup. */
async function startPair(
  site: Site,
  primary: PostgresServer,
  standby: PostgresServer,
): Promise<void> {
  await copyData(site, primary, standby)
  await writeFile(join(standby.data, 'standby.signal'), '')
  // In the primary only: a promoted standby with this setting would wait for a standby forever.
  await primary.start({ synchronous_standby_names: STANDBY })
  await standby.start({
    primary_conninfo: `host=127.0.0.1 port=${primary.port} user=postgres application_name=${STANDBY}`,
  })
  await until('the standby is synchronous', async () => {
    const rows = await ask(primary.url, 'SELECT sync_state FROM pg_stat_replication')
    return rows[0]?.['sync_state'] === 'sync'
  })
}

async function ask(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: PROMOTION_S * 1000 + 10_000,
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
