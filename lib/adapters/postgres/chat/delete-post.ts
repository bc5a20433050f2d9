import { numberIn } from '../../stored-values.js'
import type { PgQuery } from '../transactions.js'
import type { ChatTables } from './database.js'

/**
 * Deletes a post and the replies to it. Their rows stay, without content, because clients ask what was
 * changed since a time. Runs in a transaction. False if there is no such post.
 */
export async function deletePost(
  query: PgQuery,
  tables: ChatTables,
  id: string,
  now: number,
): Promise<boolean> {
  // Its lock keeps new replies out, and no change of the channel gets the same time.
  const turn = `UPDATE ${tables.channels} SET last_at = greatest(last_at + 1, $2)
    WHERE id = (SELECT channel_id FROM ${tables.posts} WHERE id = $1 AND delete_at = 0)
    RETURNING last_at`
  const [row] = await query(turn, [id, now])
  if (!row) return false
  const at = numberIn(row, 'last_at')
  const empty = `UPDATE ${tables.posts} SET message = '', type = '', props = '{}', priority = NULL,
    mentioned = '{}', channel_wide = NULL, edit_at = 0, delete_at = $2, update_at = $2`
  const gone = await query(`${empty} WHERE id = $1 AND delete_at = 0 RETURNING id`, [id, at])
  if (gone.length === 0) return false
  await query(`${empty} WHERE root_id = $1 AND root_id <> '' AND delete_at = 0`, [id, at])
  return true
}
