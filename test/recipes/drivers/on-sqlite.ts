import knex from 'knex'
import { DataSource } from 'typeorm'
import { oneConnection } from 'express-incoming-webhooks/sql'
import {
  withBetterSqlite3,
  withKnex,
  withNodeSqlite,
  withSqlite3,
} from '../../../docs/examples/adapters/drivers.js'
import { load } from './load.js'
import type { OpenDriver } from './session.js'

type BetterSqlite3 = new (path: string) => Parameters<typeof withBetterSqlite3>[0] & Executes
type NodeSqlite = new (path: string) => Parameters<typeof withNodeSqlite>[0] & Executes
type Sqlite3 = new (path: string) => Parameters<typeof withSqlite3>[0] & {
  exec(sql: string, done: (error: Error | null) => void): void
  close(done: () => void): void
}

interface Executes {
  exec(sql: string): void
  close(): void
}

/** Each gets the statements that create the tables. */
export const ON_SQLITE: Readonly<Record<string, (tables: string) => Promise<OpenDriver<unknown>>>> =
  {
    'better-sqlite3': async (tables) => {
      const Database = load('better-sqlite3') as BetterSqlite3
      const db = new Database(':memory:')
      db.exec(tables)
      return {
        ...withBetterSqlite3(db),
        close: async () => {
          db.close()
        },
      }
    },
    'node:sqlite': async (tables) => {
      const { DatabaseSync } = load('node:sqlite') as { readonly DatabaseSync: NodeSqlite }
      const db = new DatabaseSync(':memory:')
      db.exec(tables)
      return {
        ...withNodeSqlite(db),
        close: async () => {
          db.close()
        },
      }
    },
    sqlite3: async (tables) => {
      const { Database } = load('sqlite3') as { readonly Database: Sqlite3 }
      const db = new Database(':memory:')
      await new Promise<void>((resolve, reject) => {
        db.exec(tables, (error) => {
          if (error) reject(error)
          else resolve()
        })
      })
      return {
        ...withSqlite3(db),
        close: () =>
          new Promise((resolve) => {
            db.close(resolve)
          }),
      }
    },
    'Knex on better-sqlite3': (tables) => knexOn('better-sqlite3', tables),
    'Knex on sqlite3': (tables) => knexOn('sqlite3', tables),
    'TypeORM on better-sqlite3': async (tables) => {
      const driver = load('better-sqlite3')
      const db = new DataSource({ type: 'better-sqlite3', database: ':memory:', driver })
      await db.initialize()
      for (const statement of statementsOf(tables)) await db.query(statement)
      // It has one connection, and statements of others would become part of a transaction.
      const connection = oneConnection((text, values) => db.query<object[]>(text, values))
      return { ...connection, close: () => db.destroy() }
    },
  }

async function knexOn(client: string, tables: string): Promise<OpenDriver<unknown>> {
  const db = knex({ client, connection: ':memory:', useNullAsDefault: true })
  for (const statement of statementsOf(tables)) await db.raw(statement)
  return { ...withKnex(db), close: () => db.destroy() }
}

function statementsOf(tables: string): readonly string[] {
  return tables.split(';').filter((statement) => statement.trim() !== '')
}
