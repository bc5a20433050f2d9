import { fieldNames, partOf } from '../../model/fields.js'
import { isObject } from '../../model/json.js'
import type { IncomingWebhook } from '../../model/records.js'
import { jsonIn, type Row } from '../stored-values.js'
import type { StoredWebhook } from '../types.js'
import type { Name, OwnColumn } from './columns.js'
import { NAMES, OWN_COLUMNS, placeOf, readerOf, toColumn } from './columns.js'
import type { SqlDatabase } from './database.js'

/**
 * Records of webhooks as rows: a column for each field of `own`, and the column `more` for all others and
 * the last result. Tables of 0.9 lack `more` until somebody adds it, and keep nothing of that.
 */
export function webhookRows(db: SqlDatabase, own: readonly OwnColumn[] = fieldNames(OWN_COLUMNS)) {
  const { words } = db
  // Named, because a server refuses a prepared `SELECT *` after a column was added.
  const columns = own.map((name) => OWN_COLUMNS[name]).join(', ')
  let isThere = false
  /** Asks again until it is there: what another process keeps in it may keep somebody out. */
  const hasMore = async () => {
    isThere ||= (await db.row(words.column, `${db.prefix}incoming_webhooks`, 'more')) !== null
    return isThere
  }
  return {
    hasMore,
    columns: async () => ((await hasMore()) ? `${columns}, more` : columns),
    /** The record in a row. Its values are checked where every adapter's results are. */
    read: (row: Row): StoredWebhook => {
      const more = jsonIn(row, 'more')
      return {
        ...(isObject(more) && more),
        ...partOf<Record<OwnColumn, unknown>>(own, (name) =>
          readerOf(name)(row, OWN_COLUMNS[name]),
        ),
      }
    },
    /** What a statement writes, by column; `before` is what is in `more` until then. */
    written: async (record: Partial<Pick<IncomingWebhook, Name>>, before: string) => {
      const given = NAMES.filter((name) => record[name] !== undefined)
      const written = own
        .filter((name) => given.includes(name))
        .map((name) => ({
          column: OWN_COLUMNS[name],
          place: placeOf(name, words),
          values: [toColumn(record[name] ?? null, words)],
        }))
      const others = given.filter((name) => !own.some((each) => each === name))
      if (others.length === 0 || !(await hasMore())) return written
      const place = others.reduce(
        (object, name) => words.withMember(object, name, words.jsonPlace),
        before,
      )
      const values = others.map((name) => JSON.stringify(record[name]))
      return [...written, { column: 'more', place, values }]
    },
  }
}
