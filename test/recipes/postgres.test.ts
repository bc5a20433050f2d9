import { drizzle } from 'drizzle-orm/node-postgres'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import knex from 'knex'
import { usePostgres } from '../support/postgres.js'
import { drizzleAdapters } from './drizzle.js'
import { knexAdapters } from './knex.js'
import { pgAdapters } from './pg.js'
import { sessionOn } from './pg-session.js'
import { TABLES } from './under-test.js'

describe('the recipes on PostgreSQL', () => {
  const openSchema = usePostgres()

  describeAdapters('with pg', async () => {
    const { pool, close } = await openSchema(TABLES)
    return { ...sessionOn(pool, pgAdapters(pool)), close }
  })

  describeAdapters('with Drizzle', async () => {
    const { pool, close } = await openSchema(TABLES)
    return { ...sessionOn(pool, drizzleAdapters(drizzle(pool))), close }
  })

  describeAdapters('with Knex', async () => {
    const schema = await openSchema(TABLES)
    const { connectionString = '', options = '' } = schema.pool.options
    const db = knex({ client: 'pg', connection: { connectionString, options } })
    const close = async (): Promise<void> => {
      await db.destroy()
      await schema.close()
    }
    return { ...sessionOn(schema.pool, knexAdapters(db)), close }
  })
})
