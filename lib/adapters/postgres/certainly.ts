import { WebhookError } from '../../model/errors.js'
import type { BatchResult, PostBatch } from '../types.js'

/**
 * Where the connection broke before the server confirmed, the idempotency key tells: the second try
 * waits for the end of the first and finds its posts, or stores them.
 */
export async function certainly(
  batch: PostBatch,
  createBatch: (batch: PostBatch) => BatchResult | Promise<BatchResult>,
): Promise<BatchResult> {
  try {
    return await createBatch(batch)
  } catch (error) {
    if (!(error instanceof WebhookError) || error.code !== 'storage_timeout') throw error
    if (!batch.once) throw error
    let second
    try {
      second = await createBatch(batch)
    } catch {
      // While nobody answers, it is still unknown.
      throw error
    }
    return isFirst(batch, second) ? { stored: true, posts: second.earlier.posts } : second
  }
}

/** Whether what was found is what the first try has stored, and no other request with this key. */
function isFirst(
  { posts }: PostBatch,
  result: BatchResult,
): result is Extract<BatchResult, { stored: false }> {
  if (result.stored || result.earlier.posts.length !== posts.length) return false
  return result.earlier.posts.every(({ id }, index) => id === posts[index]?.id)
}
