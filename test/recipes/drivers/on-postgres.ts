import { drizzle as drizzleOnPg } from 'drizzle-orm/node-postgres'
import { drizzle as drizzleOnPostgresJs } from 'drizzle-orm/postgres-js'
import knex from 'knex'
import pg from 'pg'
import postgres, { type Sql } from 'postgres'
import { DataSource } from 'typeorm'
import {
  withDrizzle,
  withKnex,
  withPg,
  withPostgresJs,
  withPrisma,
  withTypeOrm,
} from '../../../docs/examples/adapters/drivers.js'
import { openPrisma } from './prisma.js'
import type { OpenDriver } from './session.js'

const MAX = 5

/** Each gets a URL whose schema has the tables. */
export const ON_POSTGRES: Readonly<Record<string, (url: string) => Promise<OpenDriver<unknown>>>> =
  {
    pg: async (url) => {
      const pool = poolIn(url)
      return { ...withPg(pool), close: () => pool.end() }
    },
    'postgres.js': async (url) => {
      const db = postgresIn(url)
      return { ...withPostgresJs(db), close: () => db.end() }
    },
    TypeORM: async (url) => {
      const db = new DataSource({ type: 'postgres', url, extra: { max: MAX } })
      await db.initialize()
      return { ...withTypeOrm(db), close: () => db.destroy() }
    },
    'Drizzle on node-postgres': async (url) => {
      const pool = poolIn(url)
      return { ...withDrizzle(drizzleOnPg(pool)), close: () => pool.end() }
    },
    'Drizzle on postgres.js': async (url) => {
      const db = postgresIn(url)
      return { ...withDrizzle(drizzleOnPostgresJs(db)), close: () => db.end() }
    },
    Knex: async (url) => {
      const db = knex({ client: 'pg', connection: url })
      return { ...withKnex(db), close: () => db.destroy() }
    },
    Prisma: async (url) => {
      const prisma = openPrisma({ connectionString: url, max: MAX })
      return { ...withPrisma(prisma), close: () => prisma.$disconnect() }
    },
  }

function poolIn(connectionString: string): pg.Pool {
  return new pg.Pool({ connectionString, max: MAX })
}

function postgresIn(url: string): Sql {
  return postgres(url, { max: MAX, onnotice: () => undefined })
}
