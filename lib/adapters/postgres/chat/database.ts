import { fieldNames, recordOf } from '../../../model/fields.js'

const TABLES = {
  users: 'chat_users',
  teams: 'chat_teams',
  channels: 'chat_channels',
  members: 'chat_members',
  posts: 'chat_posts',
  changes: 'chat_changes',
  batches: 'incoming_webhook_batches',
}

/** The names of the tables, with their prefix. */
export type ChatTables = Readonly<Record<keyof typeof TABLES, string>>

export function chatTables(prefix: string): ChatTables {
  return recordOf<ChatTables>(fieldNames(TABLES), (name) => prefix + TABLES[name])
}
