import type { Post } from '../api/shapes.js'
import { type ChatState, type Feed, NO_DIALOG, withAll } from './store.js'
import { isBy } from './names.js'

/** The state after a post event: a new post, a change or a deletion. */
export function arrived(state: ChatState, post: Post): Partial<ChatState> {
  if (post.deleteAt > 0) return withoutPost(state, post)
  const known = state.posts.get(post.id)
  if (isDeleted(state, post) || (known && known.updateAt > post.updateAt)) return {}
  const posts = new Map(state.posts).set(post.id, known ? withKnownReplies(post, known) : post)
  if (!known) countReply(posts, post)
  const feeds = noted(state.feeds, post, ({ order, hasNewer }, feedId) => {
    const isShown = feedId === (post.rootId || post.channelId) && !hasNewer
    return known || !isShown || order.includes(post.id) ? order : [...order, post.id]
  })
  return { posts, feeds, pending: withoutSent(state, post) }
}

/** The state after loading posts, whose reply counts are current. */
export function withLoaded(state: ChatState, posts: readonly Post[]): ChatState['posts'] {
  return withAll(
    state.posts,
    posts.filter((post) => !isDeleted(state, post)),
  )
}

/** The order with these ids inserted by time, each once. */
export function merged(
  order: readonly string[],
  ids: readonly string[],
  posts: ChatState['posts'],
): readonly string[] {
  const time = (id: string): number => posts.get(id)?.createAt ?? 0
  return [...new Set([...order, ...ids])].sort((a, b) => time(a) - time(b))
}

function isDeleted({ deleted }: ChatState, { id, rootId }: Post): boolean {
  return deleted.has(id) || deleted.has(rootId)
}

/** The feeds that know of a post now; `orderOf` tells what they show. */
function noted(
  feeds: ChatState['feeds'],
  { channelId, rootId, updateAt }: Post,
  orderOf: (feed: Feed, feedId: string) => Feed['order'],
): Map<string, Feed> {
  const changed = new Map(feeds)
  for (const id of [channelId, rootId]) {
    const feed = changed.get(id)
    if (!feed) continue
    changed.set(id, { ...feed, order: orderOf(feed, id), seenAt: Math.max(feed.seenAt, updateAt) })
  }
  return changed
}

function withKnownReplies(post: Post, { replies }: Post): Post {
  return post.replies.count >= replies.count ? post : { ...post, replies }
}

function countReply(posts: Map<string, Post>, reply: Post): void {
  const root = posts.get(reply.rootId)
  if (!root) return
  const { count, authors } = root.replies
  const { userId, webhookId } = reply
  const others = authors.filter((each) => (each.webhookId || each.userId) !== (webhookId || userId))
  posts.set(root.id, {
    ...root,
    replies: {
      count: count + 1,
      lastAt: reply.createAt,
      authors: [{ userId, webhookId }, ...others].slice(0, 3),
    },
  })
}

// The response to sending may arrive after the event; without this the message would be shown twice.
function withoutSent({ me, pending }: ChatState, post: Post): ChatState['pending'] {
  if (!isBy(post, me)) return pending
  const sent = pending.find(
    (each) =>
      !each.failed &&
      each.channelId === post.channelId &&
      each.rootId === post.rootId &&
      each.message === post.message,
  )
  return sent ? pending.filter((each) => each !== sent) : pending
}

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
  const feeds = noted(state.feeds, post, ({ order }) => order.filter((id) => !gone.has(id)))
  for (const id of gone) feeds.delete(id)
  return {
    posts,
    asides,
    feeds,
    deleted: new Set([...state.deleted, ...gone]),
    dialog: gone.has(state.dialog.about) ? NO_DIALOG : state.dialog,
  }
}
