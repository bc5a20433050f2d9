import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import { createSqlStores, type SqlQuery } from 'express-incoming-webhooks/sql'
import { messagesIn, rowsWith, sessionOf } from '../../support/stores-session.js'
import type { Connection } from '../../../docs/examples/adapters/drivers.js'

/** What a driver makes of a database that has the tables. */
export interface OpenDriver<Handle> extends Connection<Handle> {
  readonly close: () => Promise<void>
}

/** The ready-made stores on a driver, with messages that are written through the same driver. */
export function sessionWith<Handle>(
  dialect: 'postgres' | 'sqlite',
  { query, transaction, close }: OpenDriver<Handle>,
): ConformanceSession {
  const stores = createSqlStores<SqlQuery>({
    dialect,
    query,
    transaction: (work) => transaction((within) => work(within, rowsWith(within))),
  })
  const isSqlite = dialect === 'sqlite'
  const messages = messagesIn(rowsWith(query), (position) => (isSqlite ? '?' : `$${position}`))
  // These messages know no order between transactions, if there are several connections.
  const order = isSqlite ? (['consecutive'] as const) : []
  return sessionOf(stores, messages, close, ['once', 'incidents', 'direct', ...order])
}
