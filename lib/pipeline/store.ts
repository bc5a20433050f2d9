import type { BatchResult, DeliveryAdapters, Once } from '../adapters/types.js'
import type { NewPost } from '../model/records.js'
import type { Resolved } from './resolve.js'

/**
 * Step 5, the only one that writes: makes the direct channel if it is missing, then stores all
 * posts or none. When it answers they are on stable storage.
 */
export async function store(
  posts: readonly NewPost[],
  { place }: Resolved,
  once: Once | null,
  adapters: DeliveryAdapters,
): Promise<BatchResult> {
  const placed = place.kind === 'channel' ? posts : await intoDirect(posts, place.userIds, adapters)
  return adapters.posts.createBatch(once ? { posts: placed, once } : { posts: placed })
}

async function intoDirect(
  posts: readonly NewPost[],
  [first, second]: readonly [string, string],
  { channels }: DeliveryAdapters,
): Promise<readonly NewPost[]> {
  const { id: channelId } = await channels.createDirect(first, second)
  return posts.map((post) => ({ ...post, channelId }))
}
