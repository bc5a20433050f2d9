import type pg from 'pg'
import { rowsOf } from '../sql/rows.js'
import type { Row } from '../stored-values.js'
import { type PgQuery, type PgValue, runStatement } from './transactions.js'

/** Runs a statement, and returns its rows. */
export type Query = (text: string, ...values: readonly PgValue[]) => Promise<readonly Row[]>

export function queryOn(pool: pg.Pool): Query {
  return queryWithin((text, values = []) => runStatement(pool, text, values))
}

/** The same in a transaction. */
export function queryWithin(run: PgQuery): Query {
  return async (text, ...values) => rowsOf(await run(text, values))
}
