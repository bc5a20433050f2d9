import { type Nodes, openNodes } from '../support/store-nodes.js'
import type { OpenSession } from './behaviour/session.js'

/** Sessions of the store in PostgreSQL, for the tests of the surrounding `describe`. */
export function postgresSessions(databaseUrl: () => string): OpenSession {
  let nodes: Nodes | undefined
  afterEach(async () => {
    await nodes?.close()
    nodes = undefined
  })
  return async (options) => {
    const here = (nodes = await openNodes(databaseUrl()))
    const store = await here.open(options)
    return {
      store,
      again: async () => [['on another node', await here.open(options)]],
      told: () => store.caughtUp(),
    }
  }
}
