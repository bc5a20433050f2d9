import type { CheckedManagement } from '../adapters/checked.js'
import { WebhookError } from '../model/errors.js'
import type { Channel, IncomingWebhook, Post, User } from '../model/records.js'
import type { Thing, ThingState } from '../model/things.js'
import { mayRead } from './may-read.js'

/** A thing as the management API shows it. */
export interface ThingView {
  readonly key: string
  readonly title: string
  readonly state: ThingState
  readonly count: number
  readonly since: number
  readonly until: number | null
  readonly last_event_at: number
  readonly channel_id: string
  readonly post_id: string
  /** `''` if the post has been deleted. */
  readonly permalink: string
}

/**
 * The things of a webhook, the one of the latest event first. Throws `channel_missing` if the user can no
 * longer read the channel of the webhook, and leaves out what is in other channels of that kind.
 */
export type ListThings = (
  user: User,
  webhook: IncomingWebhook,
  page: { readonly offset: number; readonly limit: number },
) => Promise<{ readonly things: readonly ThingView[]; readonly total_count: number }>

interface ThingSources {
  readonly guarantees: CheckedManagement['guarantees']
  readonly posts: Pick<CheckedManagement['posts'], 'listThings' | 'findById'>
  readonly channels: Pick<CheckedManagement['channels'], 'findById' | 'canPost'>
}

export function createListThings(
  { posts, channels, guarantees }: ThingSources,
  permalink: (post: Post, channel: Channel | null) => string,
  redact: (text: string) => string,
): ListThings {
  const readable = async (user: User, id: string): Promise<Channel | 'gone' | null> => {
    const channel = await channels.findById(id)
    if (!channel) return 'gone'
    return (await mayRead(channels, user, channel)) ? channel : null
  }
  const viewIn = async (thing: Thing, channel: Channel | 'gone'): Promise<ThingView> => {
    const post = await posts.findById(thing.postId)
    const { state, count, since, until } = thing
    return {
      // A sender may have named it by the URL of the webhook.
      key: redact(thing.key),
      title: redact(thing.title),
      state,
      count,
      since,
      until,
      last_event_at: thing.lastAt,
      channel_id: thing.channelId,
      post_id: thing.postId,
      permalink: post ? permalink(post, channel === 'gone' ? null : channel) : '',
    }
  }
  return async (user, { id, channelId }, page) => {
    if (!guarantees.has('things')) return { things: [], total_count: 0 }
    if ((await readable(user, channelId)) === null) throw new WebhookError('channel_missing')
    const { items, total } = await posts.listThings(id, page)
    const ids = [...new Set(items.map((thing) => thing.channelId))]
    const found = await Promise.all(ids.map((each) => readable(user, each)))
    const byId = new Map(ids.map((each, index) => [each, found[index] ?? null]))
    const views = items.flatMap((thing) => {
      const channel = byId.get(thing.channelId) ?? null
      return channel === null ? [] : [viewIn(thing, channel)]
    })
    return { things: await Promise.all(views), total_count: total }
  }
}
