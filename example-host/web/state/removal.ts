import type { Post } from '../api/shapes.js'
import type { ChatState, Feed } from './model.js'

/** The state without a post and its replies. */
export function withoutPost(state: ChatState, post: Post): Partial<ChatState> {
  const gone = new Set([post.id])
  for (const { id, rootId } of state.posts.values()) if (rootId === post.id) gone.add(id)
  const posts = new Map(state.posts)
  const asides = new Map(state.asides)
  for (const id of gone) {
    posts.delete(id)
    asides.delete(id)
  }
  return {
    posts,
    asides,
    feeds: feedsWithout(state.feeds, post, gone),
    deleted: new Set([...state.deleted, ...gone]),
    deleting: gone.has(state.deleting) ? '' : state.deleting,
  }
}

function feedsWithout(
  feeds: ChatState['feeds'],
  { channelId, rootId, updateAt }: Post,
  gone: ReadonlySet<string>,
): ChatState['feeds'] {
  const changed = new Map(feeds)
  for (const id of gone) changed.delete(id)
  for (const id of [channelId, rootId]) {
    const feed = changed.get(id)
    if (feed) changed.set(id, withoutPosts(feed, gone, updateAt))
  }
  return changed
}

function withoutPosts(feed: Feed, gone: ReadonlySet<string>, at: number): Feed {
  return {
    ...feed,
    order: feed.order.filter((id) => !gone.has(id)),
    seenAt: Math.max(feed.seenAt, at),
  }
}
