import { fieldNames, recordOf } from '../../../model/fields.js'
import type { HookLog } from '../../../model/log.js'
import type { WatchedTables } from '../stores.js'
import type { PgQuery } from '../transactions.js'

const TABLES = {
  users: 'chat_users',
  logins: 'chat_logins',
  teams: 'chat_teams',
  channels: 'chat_channels',
  members: 'chat_members',
  posts: 'chat_posts',
  changes: 'chat_changes',
  batches: 'incoming_webhook_batches',
}

/** The names of the tables, with their prefix. */
export type ChatTables = Readonly<Record<keyof typeof TABLES, string>>

/** What the parts of a chat share. */
export interface ChatParts extends WatchedTables {
  readonly tables: ChatTables
  readonly clock: () => number
  readonly log: HookLog
  transaction<Result>(work: (query: PgQuery) => Promise<Result>): Promise<Result>
}

export type ReadParts = Pick<ChatParts, 'query' | 'tables'>

export function chatTables(prefix: string): ChatTables {
  return recordOf<ChatTables>(fieldNames(TABLES), (name) => prefix + TABLES[name])
}
