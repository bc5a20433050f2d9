import type pg from 'pg'
import type { Row } from '../../sql/database.js'
import { checkTables } from '../../sql/tables.js'
import { type PgValue, runStatement } from '../transactions.js'

/** The names of the tables, with their prefix. */
export interface ChatTables {
  readonly users: string
  readonly teams: string
  readonly channels: string
  readonly members: string
  readonly posts: string
  readonly changes: string
  readonly batches: string
}

/** Runs a statement, and returns its rows. */
export type Query = (text: string, ...values: readonly PgValue[]) => Promise<readonly Row[]>

export function chatTables(prefix: string | undefined): ChatTables {
  const before = checkTables({ dialect: 'postgres', ...(prefix !== undefined && { prefix }) })
  return {
    users: `${before}chat_users`,
    teams: `${before}chat_teams`,
    channels: `${before}chat_channels`,
    members: `${before}chat_members`,
    posts: `${before}chat_posts`,
    changes: `${before}chat_changes`,
    batches: `${before}incoming_webhook_batches`,
  }
}

export function queryOn(pool: pg.Pool): Query {
  return async (text, ...values) =>
    (await runStatement(pool, text, values)).map((row) => Object.fromEntries(Object.entries(row)))
}
