import pg from 'pg'
import { openPostgresStore, type PostgresStore } from '../../example-host/store/postgres/index.js'

/** An empty schema of a database, for any number of nodes. */
export interface Nodes {
  /** With the schema on its search path. */
  readonly url: string
  readonly open: (options?: NodeOptions) => Promise<PostgresStore>
  /** Runs statements in the schema. */
  readonly run: (text: string) => Promise<void>
  /** Closes the nodes and removes the schema. */
  readonly close: () => Promise<void>
}

interface NodeOptions {
  readonly clock?: () => number
  /** Options of its connections, such as `-cenable_seqscan=off`. */
  readonly settings?: string
}

let schemas = 0

export async function openNodes(databaseUrl: string): Promise<Nodes> {
  schemas += 1
  const schema = `store_${process.pid}_${schemas}`
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(text)
    await client.end()
  }
  await run(`CREATE SCHEMA ${schema}`)
  const url = `${databaseUrl}?application_name=${schema}&options=-csearch_path%3D${schema}`
  const open: PostgresStore[] = []
  return {
    url,
    run: (text) => run(`SET search_path = ${schema}; ${text}`),
    open: async ({ settings, ...options } = {}) => {
      const own = settings === undefined ? url : `${url}%20${encodeURIComponent(settings)}`
      const store = await openPostgresStore({ url: own, connections: 4, ...options })
      open.push(store)
      return store
    },
    close: async () => {
      await Promise.all(open.splice(0).map((store) => store.close()))
      await run(`DROP SCHEMA ${schema} CASCADE`)
    },
  }
}
