import initSqlJs, { type Database, type SqlValue } from 'sql.js'
import type { Sqlite } from '../../docs/examples/adapters/better-sqlite3.js'

const sqlJs = await initSqlJs()

/**
 * The calls of better-sqlite3 that the recipe and its tests use, over sql.js. The real one is compiled
 * when it is installed, which not every machine can do.
 */
export default class SqliteDouble implements Sqlite {
  readonly #engine = new sqlJs.Database()

  constructor() {
    // As better-sqlite3 does by default.
    this.#engine.run('PRAGMA foreign_keys = ON')
  }

  prepare<Values extends unknown[], Row>(sql: string) {
    const engine = this.#engine
    const reader = returnsRows(engine, sql)
    return {
      reader,
      all: (...values: Values): Row[] => {
        if (!reader) throw new TypeError('This statement does not return data. Use run() instead')
        // The caller says what the rows are, as in the types of better-sqlite3.
        return select(engine, sql, values) as Row[]
      },
      run: (...values: Values) => {
        if (reader) throw new TypeError('This statement returns data. Use all() instead')
        engine.run(sql, values.map(bindable))
        const changes = engine.getRowsModified()
        const lastInsertRowid = Number(engine.exec('SELECT last_insert_rowid()')[0]?.values[0]?.[0])
        return { changes, lastInsertRowid }
      },
    }
  }

  exec(sql: string): void {
    this.#engine.exec(sql)
  }

  close(): void {
    this.#engine.close()
  }
}

function returnsRows(engine: Database, sql: string): boolean {
  const statement = engine.prepare(sql)
  try {
    return statement.getColumnNames().length > 0
  } finally {
    statement.free()
  }
}

function select(engine: Database, sql: string, values: readonly unknown[]): unknown[] {
  const statement = engine.prepare(sql, values.map(bindable))
  try {
    const rows: unknown[] = []
    while (statement.step()) rows.push(statement.getAsObject())
    return rows
  } finally {
    statement.free()
  }
}

function bindable(value: unknown): SqlValue {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  throw new TypeError('SQLite3 can only bind numbers, strings, bigints, buffers, and null')
}
