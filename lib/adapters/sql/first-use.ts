import { randomUUID } from 'node:crypto'
import { WrongResult } from '../../host/wrong-result.js'
import { FirstUse, tryTransaction } from '../first-use.js'
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
export function firstQuery(db: SqlDatabase, clock: () => number) {
  const firstUse = new FirstUse()
  /** Tries the query unless another was. */
  const tryOnce = (query: AnyQuery) => firstUse.once(() => tryQuery(db.within(query), clock()))
  return {
    tryOnce,
    /** The query, which is tried before its first statement unless another was. */
    guard: (query: AnyQuery): AnyQuery => {
      if (firstUse.isOver) return query
      return async (text, values) => {
        await tryOnce(query)
        return query(text, values)
      }
    },
  }
}

async function tryQuery(db: SqlDatabase, now: number) {
  const { jsonPlace, flagPlace, toFlag } = db.words
  const name = `first use ${randomUUID()}`
  const until = now + KEPT_MS + 0.25
  const json = JSON.stringify({ text: TEXT })

  const select = `SELECT ${jsonPlace} AS whole, ${jsonPlace} ->> 'text' AS part`
  compare(await db.rows(select, json, json), [[{ text: TEXT }, TEXT]], (row) => [
    jsonIn(row, 'whole'),
    textIn(row, 'part'),
  ])
  const insert = `INSERT INTO {table}incoming_webhook_counters (name, full_at, taken)
    VALUES (?, CAST(? AS double precision), ${flagPlace}) RETURNING name, full_at, taken`
  compare(await db.rows(insert, name, until, toFlag(true)), [[name, until, true]], (row) => [
    textIn(row, 'name'),
    numberIn(row, 'full_at'),
    flagIn(row, 'taken'),
  ])
  const update = `UPDATE {table}incoming_webhook_counters SET taken = ${flagPlace} WHERE name = ? RETURNING taken`
  compare(await db.rows(update, toFlag(false), name), [false], (row) => flagIn(row, 'taken'))
  const remove = `DELETE FROM {table}incoming_webhook_counters WHERE name = ? RETURNING name`
  compare(await db.rows(remove, name), [name], (row) => textIn(row, 'name'))
  compare(await db.rows(remove, name), [], (row) => row)
}

/** Nothing of this is the host's, so that it may be told. */
function compare(rows: readonly Row[], stored: readonly unknown[], read: (row: Row) => unknown) {
  const [expected, got] = [stored, rows.map(read)].map((each) => JSON.stringify(each))
  if (got !== expected) {
    throw new WrongResult('query', `rows with what was stored, ${expected ?? ''}, not ${got ?? ''}`)
  }
}

/** The host's `transaction`, which is tried before its first use; `inside` is the first query in one. */
export function triedTransaction<Handle>(
  host: Pick<SqlStoresOptions<Handle>, 'transaction'>,
  db: SqlDatabase,
  inside: ReturnType<typeof firstQuery>,
): SqlStoresOptions<Handle>['transaction'] {
  const firstUse = new FirstUse()
  const trial = () =>
    tryTransaction<AnyQuery>({
      transaction: (work) => host.transaction((query) => work(query)),
      read: (query) => inside.tryOnce(query),
      write: (query, name) => {
        const { flagPlace, toFlag } = db.words
        const insert = `INSERT INTO {table}incoming_webhook_counters (name, full_at, taken) VALUES (?, 0, ${flagPlace}) RETURNING name`
        return db.within(query).rows(insert, name, toFlag(true))
      },
      remains: (name) => db.delete('{table}incoming_webhook_counters', 'name = ?', name),
    })
  return async (work) => {
    if (!firstUse.isOver) await firstUse.once(trial)
    return host.transaction((query, handle) => work(query, handle))
  }
}
