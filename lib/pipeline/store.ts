import type { BatchResult, DeliveryAdapters, Once, PostBatch } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { Channel, NewPost } from '../model/records.js'
import type { Place, Resolved } from './resolve.js'

/** The result of a batch, and the channel it is for. */
export interface Stored {
  readonly result: BatchResult
  readonly channel: Channel
}

/**
 * Step 5, the only one that writes: creates the direct channel if it is missing, then stores all
 * posts or none. When it returns, they are on stable storage.
 */
export async function store(
  posts: readonly NewPost[],
  { place }: Resolved,
  once: Once | null,
  adapters: DeliveryAdapters,
): Promise<Stored> {
  const channel = await channelOf(place, adapters)
  const placed = place.kind === 'channel' ? posts : posts.map((post) => into(post, channel))
  const batch = once ? { posts: placed, once } : { posts: placed }
  return { result: await createBatch(batch, adapters), channel }
}

async function createBatch(batch: PostBatch, { posts }: DeliveryAdapters): Promise<BatchResult> {
  try {
    return await posts.createBatch(batch)
  } catch (error) {
    throw batch.once && isTimeout(error) ? repeatable(error) : error
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

async function channelOf(place: Place, { channels }: DeliveryAdapters): Promise<Channel> {
  return place.kind === 'channel' ? place.channel : channels.createDirect(...place.userIds)
}

function into(post: NewPost, { id }: Channel): NewPost {
  return { ...post, channelId: id }
}
