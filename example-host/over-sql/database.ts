import initSqlJs, { type Database as Engine, type SqlValue } from 'sql.js'
import { SCHEMA } from './schema.js'

export type Row = Readonly<Record<string, SqlValue>>

/** An in-memory database. Calls are synchronous, so transactions never interleave. */
export interface Database {
  all(sql: string, ...values: readonly SqlValue[]): readonly Row[]
  one(sql: string, ...values: readonly SqlValue[]): Row | null
  /** Returns the number of changed rows. */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** Runs in a transaction. */
  transaction<T>(work: () => T): T
  close(): void
}

let engines: ReturnType<typeof initSqlJs> | undefined

export async function openDatabase(schema = SCHEMA): Promise<Database> {
  engines ??= initSqlJs()
  const engine = new (await engines).Database()
  engine.run(`PRAGMA foreign_keys = ON;${schema}`)
  const all: Database['all'] = (sql, ...values) => select(engine, sql, values)
  return {
    all,
    one: (sql, ...values) => all(sql, ...values)[0] ?? null,
    run: (sql, ...values) => {
      engine.run(sql, [...values])
      return engine.getRowsModified()
    },
    transaction: (work) => {
      engine.run('BEGIN IMMEDIATE')
      try {
        const result = work()
        engine.run('COMMIT')
        return result
      } catch (error) {
        engine.run('ROLLBACK')
        throw error
      }
    },
    close: () => {
      engine.close()
    },
  }
}

function select(engine: Engine, sql: string, values: readonly SqlValue[]): readonly Row[] {
  const statement = engine.prepare(sql, [...values])
  try {
    const rows: Row[] = []
    while (statement.step()) rows.push(statement.getAsObject())
    return rows
  } finally {
    statement.free()
  }
}

export function textOf(row: Row, column: string): string {
  const value = row[column]
  if (typeof value === 'string') return value
  throw new TypeError(`${column} is not text`)
}

export function numberOf(row: Row, column: string): number {
  const value = row[column]
  if (typeof value === 'number') return value
  throw new TypeError(`${column} is not a number`)
}

/** The object in a column of JSON. */
export function objectOf(row: Row, column: string): object {
  const value: unknown = JSON.parse(textOf(row, column))
  if (typeof value === 'object' && value !== null) return value
  throw new TypeError(`${column} is not an object`)
}

/** 0 for null, which means never in the library. */
export function timeOf(row: Row, column: string): number {
  return row[column] === null ? 0 : numberOf(row, column)
}

/** Ids are numbers here and text in the library. Null for text that is not an id of this host. */
export function rowId(id: string): number | null {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
}
