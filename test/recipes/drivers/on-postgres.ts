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
} from '../drivers.js'
import { openPrisma } from './prisma.js'
import type { OpenDriver } from './session.js'

/** A schema of its own: `options` are those of a connection. */
export interface Place {
  readonly url: string
  readonly options: string
}

const MAX = 5

export const ON_POSTGRES: Readonly<Record<string, (place: Place) => Promise<OpenDriver<unknown>>>> =
  {
    pg: async (place) => {
      const pool = poolIn(place)
      return { ...withPg(pool), close: () => pool.end() }
    },
    'postgres.js': async (place) => {
      const db = postgresIn(place)
      return { ...withPostgresJs(db), close: () => db.end() }
    },
    TypeORM: async ({ url, options }) => {
      const db = new DataSource({ type: 'postgres', url, extra: { options, max: MAX } })
      await db.initialize()
      return { ...withTypeOrm(db), close: () => db.destroy() }
    },
    'Drizzle on node-postgres': async (place) => {
      const pool = poolIn(place)
      return { ...withDrizzle(drizzleOnPg(pool)), close: () => pool.end() }
    },
    'Drizzle on postgres.js': async (place) => {
      const db = postgresIn(place)
      return { ...withDrizzle(drizzleOnPostgresJs(db)), close: () => db.end() }
    },
    Knex: async ({ url, options }) => {
      const db = knex({ client: 'pg', connection: { connectionString: url, options } })
      return { ...withKnex(db), close: () => db.destroy() }
    },
    Prisma: async ({ url, options }) => {
      const prisma = openPrisma({ connectionString: url, options, max: MAX })
      return { ...withPrisma(prisma), close: () => prisma.$disconnect() }
    },
  }

function poolIn({ url, options }: Place): pg.Pool {
  return new pg.Pool({ connectionString: url, options, max: MAX })
}

function postgresIn({ url, options }: Place): Sql {
  return postgres(url, { max: MAX, connection: { options }, onnotice: () => undefined })
}
