import { migrate } from 'express-incoming-webhooks/postgres'
import { openPostgresStore, type PostgresStore } from '../../example-host/store/postgres/index.js'
import { useTables } from '../support/postgres.js'
import type { OpenSession } from './behaviour/session.js'

/** Sessions of the store in PostgreSQL, for the tests of the surrounding `describe`. */
export function postgresSessions(): OpenSession {
  const emptied = useTables(({ pool }) => migrate(pool, { chat: true }))
  const stores: PostgresStore[] = []
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
  })
  return async (options) => {
    const { url } = await emptied()
    const open = async (): Promise<PostgresStore> => {
      const store = await openPostgresStore({ url, max: 4, ...options })
      stores.push(store)
      return store
    }
    const store = await open()
    return {
      store,
      again: async () => [['on another node', await open()]],
      told: () => store.caughtUp(),
    }
  }
}
