import { FirstUse } from '../first-use.js'
import { tryTransaction } from '../first-transaction.js'
import type { SqlDatabase, SqlQuery } from './database.js'
import type { FirstQuery } from './first-query.js'
import type { SqlResult } from './rows.js'
import type { SqlStoresOptions } from './stores.js'

type Transaction<Handle> = SqlStoresOptions<Handle>['transaction']

interface Tried {
  /** Outside transactions. */
  readonly db: SqlDatabase
  /** The first query inside of one. */
  readonly inside: FirstQuery
}

/** The host's `transaction`, which is tried before its first use. */
export function triedTransaction<Handle>(
  host: Pick<SqlStoresOptions<Handle>, 'transaction'>,
  { db, inside }: Tried,
): Transaction<Handle> {
  const firstUse = new FirstUse()
  const table = db.table('counters')
  const trial = (): Promise<void> =>
    tryTransaction<SqlQuery<SqlResult>>({
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
