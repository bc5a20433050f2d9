import type { SQL } from 'drizzle-orm'
import {
  type createSqlStores,
  oneConnection,
  type SqlQuery,
  type SqlResult,
  type SqlValue,
} from 'express-incoming-webhooks/sql'
import type { Knex } from 'knex'
import type { Pool, PoolClient } from 'pg'
import type { Sql, TransactionSql } from 'postgres'
import type { DataSource, EntityManager } from 'typeorm'
import { drizzleSql } from './drizzle.js'
import { inTransaction } from './pg.js'

// With Drizzle on better-sqlite3, use `db.$client` as the database. With TypeORM on better-sqlite3, put
// `oneConnection` around its `query`.

/** The two options of `createSqlStores` that depend on the driver. */
export type Connection<Handle> = Pick<
  Parameters<typeof createSqlStores<Handle>>[0],
  'query' | 'transaction'
>
/** A driver returns its own kind of result, which is passed on as it is. */
type Query = SqlQuery<SqlResult>

export function withPg(pool: Pool): Connection<PoolClient> {
  const queryOf = (on: Pool | PoolClient): Query => {
    return (text, values) => on.query<object>(text, values)
  }
  return {
    query: queryOf(pool),
    transaction: (work) => inTransaction(pool, (client) => work(queryOf(client), client)),
  }
}

export function withPostgresJs(db: Sql): Connection<TransactionSql> {
  const queryOf = (on: Sql | TransactionSql): Query => {
    return (text, values) => on.unsafe<object[]>(text, values)
  }
  return {
    query: queryOf(db),
    // In an object, because of a promise or a list, begin returns what is in it.
    transaction: async (work) =>
      (await db.begin(async (tx) => ({ done: await work(queryOf(tx), tx) }))).done,
  }
}

export function withTypeOrm(db: DataSource): Connection<EntityManager> {
  const queryOf = (on: EntityManager): Query => {
    return (text, values) => on.query<object[]>(text, values)
  }
  return {
    query: queryOf(db.manager),
    transaction: (work) => db.transaction((manager) => work(queryOf(manager), manager)),
  }
}

/** What the example uses of Drizzle on any driver of PostgreSQL. */
interface Drizzle<Handle> {
  execute(statement: SQL): PromiseLike<SqlResult>
  transaction<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result>
}

export function withDrizzle<Handle extends Pick<Drizzle<never>, 'execute'>>(
  db: Drizzle<Handle>,
): Connection<Handle> {
  const queryOf = (on: Pick<Drizzle<never>, 'execute'>): Query => {
    return async (text, values) => on.execute(drizzleSql(text, values))
  }
  return {
    query: queryOf(db),
    transaction: (work) => db.transaction((tx) => work(queryOf(tx), tx)),
  }
}

/** On PostgreSQL or SQLite. */
export function withKnex(db: Knex): Connection<Knex.Transaction> {
  const queryOf = (on: Knex): Query => {
    return async (text, values) => on.raw<SqlResult>(text.replace(/\$\d+/g, '?'), values)
  }
  return {
    query: queryOf(db),
    transaction: (work) => db.transaction((trx) => work(queryOf(trx), trx)),
  }
}

/** What the example uses of a Prisma client, which is generated for each app. */
interface Prisma<Handle> {
  $queryRawUnsafe<Rows>(text: string, ...values: unknown[]): Promise<Rows>
  $transaction<Result>(work: (tx: Handle) => Promise<Result>): Promise<Result>
}

export function withPrisma<Handle extends Pick<Prisma<never>, '$queryRawUnsafe'>>(
  prisma: Prisma<Handle>,
): Connection<Handle> {
  const queryOf = (on: Pick<Prisma<never>, '$queryRawUnsafe'>): Query => {
    return (text, values) => on.$queryRawUnsafe<object[]>(text, ...values)
  }
  return {
    query: queryOf(prisma),
    transaction: (work) => prisma.$transaction((tx) => work(queryOf(tx), tx)),
  }
}

/** What the example uses of sqlite3. */
interface Sqlite3 {
  all(
    sql: string,
    values: readonly unknown[],
    done: (error: Error | null, rows: object[]) => void,
  ): unknown
}

export function withSqlite3(db: Sqlite3): Connection<SqlQuery> {
  return oneConnection(
    (sql, values) =>
      new Promise<object[]>((resolve, reject) => {
        db.all(sql, values, (error, rows) => {
          if (error) reject(error)
          else resolve(rows)
        })
      }),
  )
}

/** What the example uses of node:sqlite. */
interface NodeSqlite {
  prepare(sql: string): { all(...values: SqlValue[]): object[] }
}

export function withNodeSqlite(db: NodeSqlite): Connection<SqlQuery> {
  return oneConnection((sql, values) => db.prepare(sql).all(...values))
}

/** What the example uses of better-sqlite3. */
interface BetterSqlite3 {
  prepare(sql: string): {
    readonly reader: boolean
    all(...values: unknown[]): object[]
    run(...values: unknown[]): unknown
  }
}

export function withBetterSqlite3(db: BetterSqlite3): Connection<SqlQuery> {
  return oneConnection((sql, values) => {
    const statement = db.prepare(sql)
    if (statement.reader) return statement.all(...values)
    statement.run(...values)
    return []
  })
}
