import type { BatchResult, DeliveryAdapters, Once } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { NewPost } from '../model/records.js'
import type { Resolved } from './resolve.js'

/**
 * Step 5, the only one that writes: creates the direct channel if it is missing, then stores all
 * posts or none. When it returns, they are on stable storage.
 */
export async function store(
  posts: readonly NewPost[],
  { place }: Resolved,
  once: Once | null,
  adapters: DeliveryAdapters,
): Promise<BatchResult> {
  const placed = place.kind === 'channel' ? posts : await intoDirect(posts, place.userIds, adapters)
  if (!once) return adapters.posts.createBatch({ posts: placed })
  try {
    return await adapters.posts.createBatch({ posts: placed, once })
  } catch (error) {
    throw isTimeout(error) ? repeatable(error) : error
  }
}

function isTimeout(error: unknown): error is WebhookError {
  return error instanceof WebhookError && error.code === 'storage_timeout'
}

// It is unknown whether the message was stored, but with its key a retry stores it only once.
function repeatable(cause: WebhookError): WebhookError {
  const detail = 'retry with the same Idempotency-Key'
  return new WebhookError('storage_timeout', { detail, cause })
}

async function intoDirect(
  posts: readonly NewPost[],
  [first, second]: readonly [string, string],
  { channels }: DeliveryAdapters,
): Promise<readonly NewPost[]> {
  const { id: channelId } = await channels.createDirect(first, second)
  return posts.map((post) => ({ ...post, channelId }))
}
