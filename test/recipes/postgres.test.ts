import { expect } from 'chai'
import { drizzle } from 'drizzle-orm/node-postgres'
import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import knex from 'knex'
import { allOr } from '../support/all.js'
import { type Tables, useTables } from '../support/postgres.js'
import { LIVE, liveOn } from './drivers/live.js'
import { drizzleAdapters } from '../../docs/examples/adapters/drizzle.js'
import { knexAdapters } from '../../docs/examples/adapters/knex.js'
import { pgAdapters } from '../../docs/examples/adapters/pg.js'
import { sessionOn } from '../../docs/examples/adapters/postgres-session.js'
import { TABLES } from './under-test.js'

type Open = (tables: Tables) => ConformanceSession<'once' | 'consecutive' | 'incidents'>

const RECIPES: Readonly<Record<string, Open>> = {
  // The pool is there for the next test too.
  pg: ({ pool }) => ({ ...sessionOn(pool, pgAdapters(pool)), close: () => undefined }),
  Drizzle: ({ pool }) => {
    const adapters = drizzleAdapters(drizzle(pool))
    return { ...sessionOn(pool, adapters), close: () => undefined }
  },
  Knex: ({ pool, url }) => {
    const db = knex({ client: 'pg', connection: url })
    return { ...sessionOn(pool, knexAdapters(db)), close: () => db.destroy() }
  },
}
/** The stores run the same statements with all of them. */
const TESTED = allOr(Object.keys(RECIPES), ['pg'])

describe('the recipes on PostgreSQL', () => {
  const emptied = useTables(({ pool }) => pool.query(TABLES))

  for (const [name, open] of Object.entries(RECIPES)) {
    it(`deliver over HTTP with ${name}`, async () => {
      const session = open(await emptied())
      expect(await liveOn(session, { userIdPattern: /^[1-9]\d*$/ })).to.deep.equal(LIVE)
    })

    if (TESTED.includes(name)) describeAdapters(`with ${name}`, async () => open(await emptied()))
  }
})
