import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.js'

/** Deletes what is kept of posts whose messages the database has deleted by itself. */
export const FORGET_POSTS = `
  DELETE FROM incoming_webhook_posts WHERE NOT EXISTS (
    SELECT 1 FROM messages WHERE CAST(messages.id AS text) = incoming_webhook_posts.id
  );
`

/** The tables of a small chat, as they were before it had webhooks. */
export const CHAT_TABLES = tablesOf('chat.postgres.sql')
export const SQLITE_CHAT_TABLES = tablesOf('chat.sqlite.sql')

function tablesOf(file: string): string {
  return readFileSync(join(ROOT, 'docs/examples/adapters', file), 'utf8')
}
