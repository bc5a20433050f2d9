import type { HookLog } from '../../../model/log.js'
import type { WatchedTables } from '../stores.js'
import type { PgQuery } from '../transactions.js'

/** What the parts of a chat share. In its statements, `{table}` stands for the prefix. */
export interface ChatParts extends WatchedTables {
  readonly clock: () => number
  readonly log: HookLog
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
}

/**
 * Runs statements in which `{table}` stands for what comes before the names of tables. Only texts of the code
 * come here, and each is written once: the same string is found 2.5 µs sooner among the prepared statements
 * than one that was just made.
 */
export function prefixedWith(prefix: string): (query: PgQuery) => PgQuery {
  const written = new Map<string, string>()
  const write = (text: string) => {
    const known = written.get(text)
    if (known !== undefined) return known
    const own = text.replaceAll('{table}', prefix)
    written.set(text, own)
    return own
  }
  return (query) => (text, values) => query(write(text), values)
}
