import { isUnavailable } from '../../../model/errors.js'
import type { ChatParts } from './database.js'

/** How often old rows are deleted, in milliseconds. */
const EVERY_MS = 60_000
/** Rows of one statement, so that none holds its locks for long. */
const AT_ONCE = 1000

/** Deletes changes after an hour, and posts after their retention in milliseconds; null: never. */
export async function clearOld(
  { query, tables, clock }: Pick<ChatParts, 'query' | 'tables' | 'clock'>,
  postRetention: number | null,
): Promise<void> {
  await query(`DELETE FROM ${tables.changes} WHERE at < now() - interval '1 hour'`)
  if (postRetention === null) return
  // The oldest are found by the order of arrival, which needs no index by time.
  const posts = `DELETE FROM ${tables.posts} WHERE place IN
      (SELECT place FROM ${tables.posts} ORDER BY place LIMIT ${AT_ONCE}) AND create_at < $1
    RETURNING place`
  let deleted = AT_ONCE
  while (deleted === AT_ONCE) deleted = (await query(posts, [clock() - postRetention])).length
}

/** Does it regularly. Returns a function that ends it. */
export function startClearing(parts: ChatParts, postRetention: number | null): () => void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    clearOld(parts, postRetention)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) parts.log('warn', 'old rows could not be deleted', { error })
      })
      .finally(() => {
        isRunning = false
      })
  }, EVERY_MS).unref()
  return () => {
    clearInterval(timer)
  }
}
