import { randomUUID } from 'node:crypto'
import { WrongResult } from '../../host/wrong-result.js'
import { tryTransaction } from '../first-transaction.js'
import { FirstUse } from '../first-use.js'
import { flagIn, jsonIn, numberIn, type Row, textIn } from '../stored-values.js'
import type { AnyQuery, SqlDatabase } from './database.js'
import type { SqlStoresOptions } from './stores.js'

/** A row that somebody else deletes if the process ends before it does. */
const KEPT_MS = 3_600_000
/** What a driver could take for something else: quotes, placeholders and letters beyond ASCII. */
const TEXT = `it's "$1" ? \\ é`

/**
 * Tries the host's `query` before its first statement: writes a row, changes it and deletes it again,
 * and compares what comes back. So what cannot be read is told before anything is written.
 */
export class FirstQuery {
  readonly #db: SqlDatabase
  readonly #clock: () => number
  readonly #firstUse = new FirstUse()

  constructor(db: SqlDatabase, clock: () => number) {
    this.#db = db
    this.#clock = clock
  }

  /** The query, which is tried before its first statement unless another was. */
  guard(query: AnyQuery): AnyQuery {
    if (this.#firstUse.isOver) return query
    return async (text, values) => {
      await this.try(query)
      return query(text, values)
    }
  }

  /** Tries the query unless another was. */
  async try(query: AnyQuery): Promise<void> {
    await this.#firstUse.once(() => this.#run(query))
  }

  async #run(query: AnyQuery): Promise<void> {
    const db = this.#db.within(query)
    const table = db.table('counters')
    const { jsonPlace, flagPlace, toFlag } = db.words
    const name = `first use ${randomUUID()}`
    const until = this.#clock() + KEPT_MS + 0.25
    const json = JSON.stringify({ text: TEXT })

    const select = `SELECT ${jsonPlace} AS whole, ${jsonPlace} ->> 'text' AS part`
    compare(await db.rows(select, json, json), [[{ text: TEXT }, TEXT]], (row) => [
      jsonIn(row, 'whole'),
      textIn(row, 'part'),
    ])
    const insert = `INSERT INTO ${table} (name, full_at, taken)
      VALUES (?, CAST(? AS double precision), ${flagPlace}) RETURNING name, full_at, taken`
    compare(await db.rows(insert, name, until, toFlag(true)), [[name, until, true]], (row) => [
      textIn(row, 'name'),
      numberIn(row, 'full_at'),
      flagIn(row, 'taken'),
    ])
    const update = `UPDATE ${table} SET taken = ${flagPlace} WHERE name = ? RETURNING taken`
    compare(await db.rows(update, toFlag(false), name), [false], (row) => flagIn(row, 'taken'))
    const remove = `DELETE FROM ${table} WHERE name = ? RETURNING name`
    compare(await db.rows(remove, name), [name], (row) => textIn(row, 'name'))
    compare(await db.rows(remove, name), [], (row) => row)
  }
}

/** Nothing of this is the host's, so that it may be told. */
function compare(
  rows: readonly Row[],
  stored: readonly unknown[],
  read: (row: Row) => unknown,
): void {
  const [expected, got] = [stored, rows.map(read)].map((each) => JSON.stringify(each))
  if (got !== expected) {
    throw new WrongResult('query', `rows with what was stored, ${expected ?? ''}, not ${got ?? ''}`)
  }
}

type Transacting<Handle> = Pick<SqlStoresOptions<Handle>, 'transaction'>

/** The host's `transaction`, which is tried before its first use; `inside` is the first query in one. */
export function triedTransaction<Handle>(
  host: Transacting<Handle>,
  db: SqlDatabase,
  inside: FirstQuery,
): Transacting<Handle>['transaction'] {
  const firstUse = new FirstUse()
  const table = db.table('counters')
  const trial = (): Promise<void> =>
    tryTransaction<AnyQuery>({
      transaction: (work) => host.transaction((query) => work(query)),
      read: (query) => inside.try(query),
      write: (query, name) => {
        const { flagPlace, toFlag } = db.words
        const insert = `INSERT INTO ${table} (name, full_at, taken) VALUES (?, 0, ${flagPlace}) RETURNING name`
        return db.within(query).rows(insert, name, toFlag(true))
      },
      remains: (name) => db.delete('counters', 'name = ?', name),
    })
  return async (work) => {
    if (!firstUse.isOver) await firstUse.once(trial)
    return host.transaction((query, handle) => work(query, handle))
  }
}
