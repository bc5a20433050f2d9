import type { PostsAdapter, StoredPost } from 'express-incoming-webhooks/adapters'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { CHAT_TABLES } from '../support/chat-tables.js'

export const TABLES = CHAT_TABLES + sqlTables({ dialect: 'postgres' })

export async function postsOf(
  { posts }: { readonly posts: Pick<PostsAdapter<never>, 'findById'> },
  ids: readonly string[],
): Promise<readonly StoredPost[]> {
  const found = await Promise.all(ids.map(async (id) => posts.findById(id)))
  return found.filter((post) => post !== null)
}
