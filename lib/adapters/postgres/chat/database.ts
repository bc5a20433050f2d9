import type { HookLog } from '../../../model/log.js'
import type { WatchedTables } from '../stores.js'
import type { PgQuery } from '../transactions.js'

/** What the parts of a chat share. In its statements, `{table}` stands for the prefix. */
export interface ChatParts extends WatchedTables {
  readonly clock: () => number
  readonly log: HookLog
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
}

/** Runs statements in which `{table}` stands for what comes before the names of tables. */
export function prefixed(query: PgQuery, prefix: string): PgQuery {
  return (text, values) => query(text.replaceAll('{table}', prefix), values)
}
