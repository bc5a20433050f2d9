import { drizzle } from 'drizzle-orm/node-postgres'
import { describeAdapters } from 'express-incoming-webhooks/conformance'
import knex from 'knex'
import { usePostgres } from '../support/postgres.js'
import { drizzleAdapters } from './drizzle.js'
import { knexAdapters } from './knex.js'
import { pgAdapters } from './pg.js'
import { sessionOn, TABLES } from './under-test.js'

describe('the recipes on PostgreSQL', () => {
  const openSchema = usePostgres()

  describeAdapters('with pg', async () => {
    const schema = await openSchema(TABLES)
    return sessionOn(schema, pgAdapters(schema.pool))
  })

  describeAdapters('with Drizzle', async () => {
    const schema = await openSchema(TABLES)
    return sessionOn(schema, drizzleAdapters(drizzle(schema.pool)))
  })

  describeAdapters('with Knex', async () => {
    const schema = await openSchema(TABLES)
    const { connectionString = '', options = '' } = schema.pool.options
    const db = knex({ client: 'pg', connection: { connectionString, options } })
    const close = async (): Promise<void> => {
      await db.destroy()
      await schema.close()
    }
    return sessionOn({ ...schema, close }, knexAdapters(db))
  })
})
