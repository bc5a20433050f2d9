import type pg from 'pg'
import type { Row } from '../sql/database.js'
import { type PgQuery, type PgValue, runStatement } from './transactions.js'

/** Runs a statement, and returns its rows. */
export type Query = (text: string, ...values: readonly PgValue[]) => Promise<readonly Row[]>

export function queryOn(pool: pg.Pool): Query {
  return queryWithin((text, values = []) => runStatement(pool, text, values))
}

/** The same in a transaction. */
export function queryWithin(run: PgQuery): Query {
  return async (text, ...values) =>
    (await run(text, values)).map((row) => Object.fromEntries(Object.entries(row)))
}
