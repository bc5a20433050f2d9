import { drizzle } from 'drizzle-orm/node-postgres'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import knex from 'knex'
import { useTables } from '../support/postgres.js'
import { drizzleAdapters } from './drizzle.js'
import { knexAdapters } from './knex.js'
import { pgAdapters } from './pg.js'
import { sessionOn } from './pg-session.js'
import { TABLES } from './under-test.js'

describe('the recipes on PostgreSQL', () => {
  const emptied = useTables(({ pool }) => pool.query(TABLES))
  // The pool is there for the next test too.
  const close = (): void => undefined

  describeAdapters('with pg', async () => {
    const { pool } = await emptied()
    return { ...sessionOn(pool, pgAdapters(pool)), close }
  })

  describeAdapters('with Drizzle', async () => {
    const { pool } = await emptied()
    return { ...sessionOn(pool, drizzleAdapters(drizzle(pool))), close }
  })

  describeAdapters('with Knex', async () => {
    const { pool, url } = await emptied()
    const db = knex({ client: 'pg', connection: url })
    return { ...sessionOn(pool, knexAdapters(db)), close: () => db.destroy() }
  })
})
