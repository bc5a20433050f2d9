import { assembleStores } from '../assemble-stores.js'
import { nothingElse } from '../kept-posts.js'
import type { Stores } from '../stores.js'
import type { CountersAdapter } from '../types.js'
import { sqlBatches } from './batches.js'
import type { Computed } from './computed.js'
import type { AnyQuery, SqlDatabase, SqlQuery, SqlResult } from './database.js'
import { sqlPosts } from './posts.js'
import { sqlSessions } from './sessions.js'
import { sqlSettings } from './settings.js'
import type { SqlTablesOptions } from './tables.js'
import { sqlIncidents } from './incidents.js'
import { sqlWebhooks } from './webhooks.js'

/** Options of `createSqlStores`. `Handle` is the type of your transactions. */
export interface SqlStoresOptions<Handle> extends SqlTablesOptions {
  /** Runs a statement outside transactions. */
  readonly query: SqlQuery<SqlResult>
  /**
   * Runs `work` in a new transaction, which is committed when `work` is over and rolled back if it
   * throws. Returns what `work` returned, or throws what it threw. `handle` is whatever the host's own statements need.
   */
  transaction<Result>(
    work: (query: SqlQuery<SqlResult>, handle: Handle) => Promise<Result>,
  ): Promise<Result>
  /**
   * Milliseconds since 1970. Default: `Date.now`, and for rate limits in PostgreSQL the clock of the
   * server, which all processes share.
   */
  readonly clock?: () => number
}

interface SqlParts<Handle> extends Pick<SqlStoresOptions<Handle>, 'transaction'> {
  readonly db: SqlDatabase
  readonly counters: CountersAdapter
  readonly clock: () => number
  /** Where the database has what lists of webhooks ask for. Default: in expressions. */
  readonly computed?: Computed
}

/** The stores on a database whose results are known to be right. */
export function sqlStores<Handle>({
  db,
  computed,
  ...parts
}: SqlParts<Handle>): Stores<AnyQuery, Handle> {
  const { clock } = parts
  const kept = sqlPosts(db)
  return assembleStores<AnyQuery, Handle>({
    ...parts,
    webhooks: sqlWebhooks(db, computed),
    settings: sqlSettings(db),
    sessions: sqlSessions(db, clock),
    kept,
    keys: sqlBatches(db, clock),
    incidents: sqlIncidents(db, clock),
    deletePosts: (ids) => kept.delete(db.query, ids, nothingElse),
  })
}
