import { isRow, numberIn, type Row } from '../stored-values.js'
import type { MaybePromise } from '../types.js'
import { isObject } from '../../model/json.js'
import { WrongResult } from '../../host/wrong-result.js'

/** The database: PostgreSQL, or SQLite 3.38 or later, which has `RETURNING` and `->>`. */
export type SqlDialect = 'postgres' | 'sqlite'

/** A value of a statement. */
export type SqlValue = string | number | null

/**
 * Runs one statement and returns its rows, in any form that drivers have for them. Placeholders are
 * `$1`, `$2` … for PostgreSQL, in order and each once, and `?` for SQLite.
 */
export type SqlQuery<Result extends SqlResult = readonly object[]> = (
  text: string,
  values: SqlValue[],
) => MaybePromise<Result>

/** A query of a host, whatever its driver makes of the rows. */
export type AnyQuery = SqlQuery<SqlResult>

/** The words in which the dialects differ. */
export interface Words {
  readonly json: string
  /** The place of a JSON text, for a column of JSON. */
  readonly jsonPlace: string
  readonly flag: string
  /** The place of a flag, for a column of flags. */
  readonly flagPlace: string
  /** A flag as a value. */
  readonly toFlag: (flag: boolean) => SqlValue
  /** An object of JSON with the members of another one. */
  readonly merged: (before: string, after: string) => string
  /** An object of JSON with another value, also of JSON, for a member. */
  readonly withMember: (object: string, name: string, value: string) => string
  /** Finds a column: its values are a table and a name. */
  readonly column: string
  readonly greatest: string
  readonly least: string
  /** Whether a text contains a value, which is passed as `part` makes it. */
  readonly contains: (text: string) => string
  readonly part: (value: string) => SqlValue
  /** The texts of a JSON list. */
  readonly texts: string
  /** Whether a column has one of the values that a statement selects, of which there are few. */
  readonly isAmong: (column: string, select: string) => string
}

export const WORDS: Readonly<Record<SqlDialect, Words>> = {
  postgres: {
    json: 'jsonb',
    // As text, which all drivers pass on as it is. Some ask the server for the types of its places,
    // and then make a JSON string of a text, and false of everything but true.
    jsonPlace: '?::text::jsonb',
    flag: 'boolean',
    flagPlace: '?::text::boolean',
    toFlag: String,
    merged: (before, after) => `${before} || ${after}`,
    withMember: (object, name, value) => `jsonb_set(${object}, '{${name}}', ${value})`,
    column: `SELECT 1 AS found FROM pg_attribute
      WHERE attrelid = to_regclass(?::text) AND attname = ?::text AND NOT attisdropped`,
    greatest: 'greatest',
    least: 'least',
    contains: (text) => `${text} LIKE ?`,
    part: (value) => `%${value.replaceAll(/[\\%_]/g, '\\$&')}%`,
    texts: 'SELECT jsonb_array_elements_text(?::text::jsonb)',
    // For an array, PostgreSQL uses an index, whatever it knows of the table.
    isAmong: (column, select) => `${column} = ANY (ARRAY(${select}))`,
  },
  sqlite: {
    json: 'text',
    jsonPlace: '?',
    flag: 'integer',
    flagPlace: '?',
    toFlag: Number,
    merged: (before, after) => `json_patch(${before}, ${after})`,
    withMember: (object, name, value) => `json_set(${object}, '$.${name}', json(${value}))`,
    column: 'SELECT 1 AS found FROM pragma_table_info(?) WHERE name = ?',
    greatest: 'max',
    least: 'min',
    contains: (text) => `instr(${text}, ?) > 0`,
    part: (value) => value,
    texts: 'SELECT value FROM json_each(?)',
    isAmong: (column, select) => `${column} IN (${select})`,
  },
}

/** The tables, whose names a host's own tables are not likely to have. */
export const TABLES = {
  webhooks: 'incoming_webhooks',
  settings: 'incoming_webhook_settings',
  sessions: 'incoming_webhook_sessions',
  counters: 'incoming_webhook_counters',
  posts: 'incoming_webhook_posts',
  batches: 'incoming_webhook_batches',
  incidents: 'incoming_webhook_things',
} as const

export type TableName = keyof typeof TABLES

interface SqlPage {
  readonly from: string
  readonly order: string
  readonly values: readonly SqlValue[]
  readonly offset: number
  readonly limit: number
  /** Whether to count all of them. Default: true. */
  readonly withTotal?: boolean
}

/** Expired rows are swept at most this often, in milliseconds. */
export const SWEEP_MS = 60_000

/** The library's tables in the host's database. */
export class SqlDatabase {
  /** Runs statements outside transactions. */
  readonly query: AnyQuery
  readonly dialect: SqlDialect
  readonly words: Words
  /** Comes before the names of the tables. */
  readonly prefix: string

  constructor(query: AnyQuery, dialect: SqlDialect, prefix: string) {
    this.query = query
    this.dialect = dialect
    this.words = WORDS[dialect]
    this.prefix = prefix
  }

  table(name: TableName): string {
    return `${this.prefix}${TABLES[name]}`
  }

  /** The same tables, in a transaction of the host. */
  within(query: AnyQuery): SqlDatabase {
    return new SqlDatabase(query, this.dialect, this.prefix)
  }

  /** Runs a statement, whose placeholders are all written `?`. */
  async rows(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    let position = 0
    const written =
      this.dialect === 'sqlite' ? text : text.replace(/\?/g, () => `$${(position += 1)}`)
    return rowsOf(await this.query(written, [...values]))
  }

  async row(text: string, ...values: readonly SqlValue[]): Promise<Row | null> {
    const [row = null] = await this.rows(text, ...values)
    return row
  }

  /** A page of the rows that `from` finds, and how many it finds in all; 0 if that is not asked for. */
  async page(
    columns: string,
    { from, order, values, offset, limit, withTotal = true }: SqlPage,
  ): Promise<{ readonly rows: readonly Row[]; readonly total: number }> {
    const page = `SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`
    const [rows, count] = await Promise.all([
      this.rows(page, ...values, limit, offset),
      withTotal ? this.row(`SELECT count(*) AS total FROM ${from}`, ...values) : null,
    ])
    return { rows, total: count ? numberIn(count, 'total') : 0 }
  }

  /** Deletes rows. False if there were none. */
  async delete(name: TableName, where: string, ...values: readonly SqlValue[]): Promise<boolean> {
    const text = `DELETE FROM ${this.table(name)} WHERE ${where} RETURNING 1 AS deleted`
    return (await this.rows(text, ...values)).length > 0
  }
}

/**
 * The rows of a statement, as objects by column name: a list of them, an object that has them in
 * `rows`, or a pair of them and whatever else a driver tells, such as their number.
 */
export type SqlResult =
  | readonly object[]
  | {
      /** The rows. */
      readonly rows: readonly object[]
    }
  | readonly [rows: readonly object[], more: unknown]

/** The rows of a result. Throws `WrongResult` for everything that is not one, such as a count. */
export function rowsOf(result: unknown): readonly Row[] {
  const rows = listIn(result)
  if (rows?.every(isRow)) return rows
  throw new WrongResult('query', THE_ROWS, result)
}

const THE_ROWS =
  'the rows, each an object by column name, also of INSERT, UPDATE and DELETE with RETURNING'

function listIn(result: unknown): readonly unknown[] | null {
  if (isList(result)) {
    const [rows, more] = result
    // Rows are objects, so that a list in their place is not one of them.
    return result.length === 2 && isList(rows) && !isList(more) ? rows : result
  }
  return isObject(result) && isList(result['rows']) ? result['rows'] : null
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
