import { createSchema, run } from './postgres-schema.js'
import { openPostgresStore, type PostgresStore } from '../../example-host/store/postgres/index.js'

/** An empty schema of a database, for any number of nodes. */
export interface Nodes {
  /** The name of its connections is that of the schema. */
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

export async function openNodes(server: string): Promise<Nodes> {
  const { url, drop } = await createSchema(server)
  const open: PostgresStore[] = []
  return {
    url,
    run: (text) => run(url, text),
    open: async ({ settings, ...options } = {}) => {
      const own = settings === undefined ? url : `${url}+${encodeURIComponent(settings)}`
      const store = await openPostgresStore({ url: own, max: 4, ...options })
      open.push(store)
      return store
    },
    close: async () => {
      await Promise.all(open.splice(0).map((store) => store.close()))
      await drop()
    },
  }
}
