import type { MaybePromise } from '../types.js'

/** The database: PostgreSQL, or SQLite 3.38 or later, which has `RETURNING` and `->>`. */
export type SqlDialect = 'postgres' | 'sqlite'

/** A value of a statement. */
export type SqlValue = string | number | null

/**
 * Runs one statement and returns its rows, as objects by column name; `[]` for a statement without
 * rows. Placeholders are `$1`, `$2` … for PostgreSQL, in order and each once, and `?` for SQLite.
 */
export type SqlQuery = (text: string, values: SqlValue[]) => MaybePromise<readonly object[]>

/** The words in which the dialects differ. */
export interface Words {
  readonly json: string
  readonly flag: string
  readonly greatest: string
  readonly least: string
}

export const WORDS: Readonly<Record<SqlDialect, Words>> = {
  postgres: { json: 'jsonb', flag: 'boolean', greatest: 'greatest', least: 'least' },
  sqlite: { json: 'text', flag: 'integer', greatest: 'max', least: 'min' },
}

/** The tables, whose names a host's own tables are not likely to have. */
export const TABLES = {
  webhooks: 'incoming_webhooks',
  settings: 'incoming_webhook_settings',
  sessions: 'incoming_webhook_sessions',
  counters: 'incoming_webhook_counters',
  posts: 'incoming_webhook_posts',
  batches: 'incoming_webhook_batches',
  things: 'incoming_webhook_things',
} as const

/** What is no longer needed is deleted at most once in this time, in milliseconds. */
export const SWEEP_MS = 60_000

export type Row = Readonly<Record<string, unknown>>

/** The library's tables in the host's database. */
export class SqlDatabase {
  readonly dialect: SqlDialect
  readonly words: Words
  readonly #prefix: string
  readonly #query: SqlQuery

  constructor(query: SqlQuery, dialect: SqlDialect, prefix: string) {
    this.dialect = dialect
    this.words = WORDS[dialect]
    this.#prefix = prefix
    this.#query = query
  }

  table(name: keyof typeof TABLES): string {
    return `${this.#prefix}${TABLES[name]}`
  }

  /** The same tables, in a transaction of the host. */
  within(query: SqlQuery): SqlDatabase {
    return new SqlDatabase(query, this.dialect, this.#prefix)
  }

  /** Runs a statement, whose placeholders are all written `?`. */
  async rows(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    let position = 0
    const written =
      this.dialect === 'sqlite' ? text : text.replace(/\?/g, () => `$${(position += 1)}`)
    return (await this.#query(written, [...values])).map(toRow)
  }

  async row(text: string, ...values: readonly SqlValue[]): Promise<Row | null> {
    const [row = null] = await this.rows(text, ...values)
    return row
  }
}

function toRow(row: object): Row {
  return Object.fromEntries(Object.entries(row))
}

/** A number that the driver may return as text, as drivers of PostgreSQL do with `bigint`. */
export function numberIn(row: Row, column: string): number {
  return Number(row[column])
}

export function textIn(row: Row, column: string): string {
  return String(row[column])
}

/** The value of a JSON column, which the driver may return as text. */
export function jsonIn(row: Row, column: string): unknown {
  const value = row[column]
  return typeof value === 'string' ? (JSON.parse(value) as unknown) : (value ?? null)
}
