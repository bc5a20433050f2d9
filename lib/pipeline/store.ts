import type { CheckedDelivery } from '../host/checked.js'
import type { CheckedResult } from '../host/read-records.js'
import type { IdempotencyRecord, PostsEvent } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type {
  HookChannel,
  HookPost,
  HookWarning,
  IncomingWebhook,
  NewPost,
} from '../model/records.js'
import { withFirstId } from '../rules/stored-post.js'
import type { ComposedPost } from './compose.js'
import type { Action } from './once.js'
import type { Place, Resolved } from './resolve.js'

/** What was stored, or the earlier result of the same request. */
export type Stored =
  | {
      readonly stored: true
      readonly channel: HookChannel
      /** In the order of the receipt. */
      readonly posts: readonly { readonly post: HookPost; readonly action: Action }[]
      /** What could not be done. Default: nothing. */
      readonly warnings?: readonly HookWarning[]
    }
  | Extract<CheckedResult, { readonly earlier: unknown }>

/**
 * Step 5, the only one that writes: creates the direct channel if it is missing, then stores all
 * posts or none. When it returns, they are on stable storage.
 */
export async function store(
  composed: readonly ComposedPost[],
  {
    place,
    webhook,
  }: Pick<Resolved, 'place'> & { readonly webhook: Pick<IncomingWebhook, 'teamId'> },
  once: IdempotencyRecord | null,
  { adapters, announce }: { readonly adapters: CheckedDelivery; readonly announce: Announce },
): Promise<Stored> {
  const [channel, ids] = await Promise.all([
    channelOf(place, webhook.teamId, adapters),
    adapters.posts.newIds(composed.length),
  ])
  const posts = named(composed, ids, channel.id)
  const batch = once ? { posts, once } : { posts }
  const result = await createBatch(batch, adapters)
  if ('changed' in result) throw new TypeError('createBatch refused a batch without conditions')
  if (!result.stored) return result
  announceStored(announce, { edited: [], posted: result.posts }, channel)
  return { stored: true, channel, posts: result.posts.map((post) => ({ post, action: 'created' })) }
}

/** Told of each batch that was stored. */
export type Announce = (event: PostsEvent) => void

/** Tells of what was edited, and of new posts. */
export function announceStored(
  announce: Announce,
  changed: Readonly<Record<'edited' | 'posted', readonly HookPost[]>>,
  channel: HookChannel,
): void {
  for (const change of ['edited', 'posted'] as const) {
    if (changed[change].length > 0) announce({ change, posts: changed[change], channel })
  }
}

/** The posts of one message with their ids, in their channel. */
export function named(
  composed: readonly ComposedPost[],
  ids: readonly string[],
  channelId: string,
): NewPost[] {
  const [firstId = ''] = ids
  return composed.map((post, index) =>
    withFirstId({ id: ids[index] ?? '', ...post, channelId }, firstId),
  )
}

export type Batch = Parameters<CheckedDelivery['posts']['createBatch']>[0]

export async function createBatch(
  batch: Batch,
  { posts }: CheckedDelivery,
): Promise<CheckedResult> {
  try {
    return await posts.createBatch(batch)
  } catch (error) {
    const isTimeout = error instanceof WebhookError && error.code === 'storage_timeout'
    if (!batch.once || !isTimeout) throw error
    // It is unknown whether the message was stored, but with its key a retry stores it only once.
    const detail = 'retry with the same Idempotency-Key'
    throw new WebhookError('storage_timeout', { detail, cause: error })
  }
}

export async function channelOf(
  place: Place,
  teamId: string,
  { channels }: CheckedDelivery,
): Promise<HookChannel> {
  if (place.kind === 'channel') return place.channel
  return channels.createDirect(...place.userIds, teamId)
}
