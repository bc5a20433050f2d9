import { checkTables } from '../../sql/tables.js'

/** The names of the tables, with their prefix. */
export interface ChatTables {
  readonly users: string
  readonly teams: string
  readonly channels: string
  readonly members: string
  readonly posts: string
  readonly changes: string
  readonly batches: string
}

export function chatTables(prefix: string | undefined): ChatTables {
  const before = checkTables({ dialect: 'postgres', ...(prefix !== undefined && { prefix }) })
  return {
    users: `${before}chat_users`,
    teams: `${before}chat_teams`,
    channels: `${before}chat_channels`,
    members: `${before}chat_members`,
    posts: `${before}chat_posts`,
    changes: `${before}chat_changes`,
    batches: `${before}incoming_webhook_batches`,
  }
}
