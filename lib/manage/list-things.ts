import type { CheckedManagement } from '../adapters/checked.js'
import type { Channel, Post } from '../model/records.js'
import type { Thing, ThingState } from '../model/things.js'

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

/** The things of a webhook, the one of the latest event first. */
export type ListThings = (
  webhookId: string,
  page: { readonly offset: number; readonly limit: number },
) => Promise<{ readonly things: readonly ThingView[]; readonly total_count: number }>

interface ThingSources {
  readonly guarantees: CheckedManagement['guarantees']
  readonly posts: Pick<CheckedManagement['posts'], 'listThings' | 'findById'>
  readonly channels: Pick<CheckedManagement['channels'], 'findById'>
}

export function createListThings(
  { posts, channels, guarantees }: ThingSources,
  permalink: (post: Post, channel: Channel | null) => string,
): ListThings {
  return async (webhookId, page) => {
    if (!guarantees.has('things')) return { things: [], total_count: 0 }
    const { items, total } = await posts.listThings(webhookId, page)
    const ids = [...new Set(items.map(({ channelId }) => channelId))]
    const found = await Promise.all(ids.map(async (id) => channels.findById(id)))
    const byId = new Map(ids.map((id, index) => [id, found[index] ?? null]))
    const view = async (thing: Thing): Promise<ThingView> => {
      const post = await posts.findById(thing.postId)
      return viewOf(thing, post ? permalink(post, byId.get(thing.channelId) ?? null) : '')
    }
    return { things: await Promise.all(items.map(view)), total_count: total }
  }
}

function viewOf(thing: Thing, permalink: string): ThingView {
  const { key, title, state, count, since, until } = thing
  const last_event_at = thing.lastAt
  const place = { channel_id: thing.channelId, post_id: thing.postId, permalink }
  return { key, title, state, count, since, until, last_event_at, ...place }
}
