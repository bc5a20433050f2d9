import { atMostEvery } from '../at-most-every.js'
import { numberIn, type Row } from '../stored-values.js'
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
  /** The column that says where a row is. */
  readonly place: string
  /** What a table has whose rows change often. */
  readonly inPlace: string
  /** Whether a text contains a value, which is passed as `part` makes it. */
  readonly contains: (text: string) => string
  readonly part: (value: string) => SqlValue
  /** The texts of a JSON list. */
  readonly texts: string
  /** Whether a column has one of the values that a statement selects. */
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
    place: 'ctid',
    inPlace: ' WITH (fillfactor = 50)',
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
    place: 'rowid',
    inPlace: '',
    contains: (text) => `instr(${text}, ?) > 0`,
    part: (value) => value,
    texts: 'SELECT value FROM json_each(?)',
    isAmong: (column, select) => `${column} IN (${select})`,
  },
}

interface SqlPage {
  readonly from: string
  readonly order: string
  readonly values: readonly SqlValue[]
  readonly offset: number
  readonly limit: number
  /** Whether to count all of them. Default: true. */
  readonly withTotal?: boolean
}

/** Rows are swept at most this often, in milliseconds. */
const SWEEP_MS = 60_000
/** Rows that one statement deletes, so that nobody waits for its locks for long. */
const SWEPT_AT_ONCE = 1_000

/** Which of the rows that are found are deleted: those that nobody has locked, or all, after a wait. */
type Swept = 'unlocked' | 'all'

/** The library's tables in the host's database. */
export class SqlDatabase {
  /** Runs statements outside transactions. */
  readonly query: AnyQuery
  readonly dialect: SqlDialect
  readonly words: Words
  /** Comes before the names of the tables. */
  readonly prefix: string
  readonly #sweepFailed: ((error: unknown) => void) | undefined

  /** `sweepFailed` is told why rows could not be swept. */
  constructor(
    query: AnyQuery,
    dialect: SqlDialect,
    prefix: string,
    sweepFailed?: (error: unknown) => void,
  ) {
    this.query = query
    this.dialect = dialect
    this.words = WORDS[dialect]
    this.prefix = prefix
    this.#sweepFailed = sweepFailed
  }

  /** The same tables, in a transaction of the host. */
  within(query: AnyQuery): SqlDatabase {
    return new SqlDatabase(query, this.dialect, this.prefix, this.#sweepFailed)
  }

  /** Runs a statement, whose placeholders are all written `?`. In it, `{table}` stands for the prefix. */
  async rows(text: string, ...values: readonly SqlValue[]): Promise<readonly Row[]> {
    let position = 0
    const named = text.replaceAll('{table}', this.prefix)
    const written =
      this.dialect === 'sqlite' ? named : named.replace(/\?/g, () => `$${(position += 1)}`)
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
  async delete(table: string, where: string, ...values: readonly SqlValue[]) {
    const text = `DELETE FROM ${table} WHERE ${where} RETURNING 1 AS deleted`
    return (await this.rows(text, ...values)).length > 0
  }

  /**
   * Deletes the rows of a table that `find` finds, a thousand in a statement: it selects `words.place` of
   * each, the first to go first.
   */
  async sweep(
    table: string,
    find: string,
    values: readonly SqlValue[] = [],
    which: Swept = 'unlocked',
  ) {
    const first = `${find} LIMIT ${SWEPT_AT_ONCE}`
    for (;;) {
      const { found, deleted } = await this.#sweepOnce(table, first, values, which)
      if (found < SWEPT_AT_ONCE && (which === 'unlocked' || deleted === found)) return
      // Somebody else has locked all of them, to use them or to delete them.
      if (which === 'unlocked' && deleted === 0) return
    }
  }

  /** Deletes the rows of a table whose `column` is not after `now`. */
  sweepExpired(table: string, now: number, column = 'expires_at') {
    const old = `SELECT ${this.words.place} FROM ${table} WHERE ${column} <= ? ORDER BY ${column}`
    return this.sweep(table, old, [now])
  }

  /** Deletes the first rows by `place` whose `column` is before a time, which needs no index of the column. */
  sweepFirst(table: string, before: number, column: string) {
    const first = `SELECT ctid, ${column} FROM ${table} ORDER BY place LIMIT ${SWEPT_AT_ONCE}`
    return this.sweep(table, `SELECT ctid FROM (${first}) AS first WHERE ${column} < ?`, [before])
  }

  /** Starts `sweep`, for which nobody waits, at most once a minute. */
  sweeper(sweep: (now: number) => Promise<unknown>): (now: number) => void {
    return atMostEvery(SWEEP_MS, sweep, this.#sweepFailed)
  }

  async #sweepOnce(
    table: string,
    find: string,
    values: readonly SqlValue[],
    which: Swept,
  ): Promise<{ readonly found: number; readonly deleted: number }> {
    if (this.dialect === 'sqlite') {
      const text = `DELETE FROM ${table} WHERE rowid IN (${find}) RETURNING 1 AS deleted`
      const { length } = await this.rows(text, ...values)
      return { found: length, deleted: length }
    }
    // ARRAY makes PostgreSQL find rows by their places: it does not scan the table.
    const places = 'SELECT ctid FROM found'
    const unlocked = `SELECT ctid FROM ${table} WHERE ctid = ANY (ARRAY(${places})) FOR UPDATE SKIP LOCKED`
    const text = `WITH found AS MATERIALIZED (${find}),
      gone AS (DELETE FROM ${table}
        WHERE ctid = ANY (ARRAY(${which === 'all' ? places : unlocked})) RETURNING 1)
      SELECT (SELECT count(*) FROM found) AS found, (SELECT count(*) FROM gone) AS deleted`
    const row = await this.row(text, ...values)
    return row
      ? { found: numberIn(row, 'found'), deleted: numberIn(row, 'deleted') }
      : { found: 0, deleted: 0 }
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
  if (rows?.every(isObject)) return rows
  throw new WrongResult('query', THE_ROWS, result)
}

const THE_ROWS =
  'the rows, each an object by column name, also of INSERT, UPDATE and DELETE with RETURNING'

function listIn(result: unknown) {
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
