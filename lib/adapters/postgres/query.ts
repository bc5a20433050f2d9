import type pg from 'pg'
import type { Row } from '../sql/database.js'
import { type PgValue, runStatement } from './transactions.js'

/** Runs a statement, and returns its rows. */
export type Query = (text: string, ...values: readonly PgValue[]) => Promise<readonly Row[]>

export function queryOn(pool: pg.Pool): Query {
  return async (text, ...values) =>
    (await runStatement(pool, text, values)).map((row) => Object.fromEntries(Object.entries(row)))
}
