import type { Post } from '../api/shapes.js'
import { type ChatState, type Feed, NO_DIALOG, withAll } from './model.js'
import { isBy } from './names.js'

/** The state after a post event: a new post, a change or a deletion. */
export function arrived(state: ChatState, post: Post): Partial<ChatState> {
  if (post.deleteAt > 0) return withoutPost(state, post)
  const known = state.posts.get(post.id)
  if (isDeleted(state, post) || (known && known.updateAt > post.updateAt)) return {}
  const changed = new Map(state.posts).set(post.id, known ? withKnownReplies(post, known) : post)
  const feeds = new Map(state.feeds)
  note(feeds, post.channelId, post, post.rootId === '' && !known)
  if (post.rootId !== '' && !known) {
    countReply(changed, post)
    if (feeds.has(post.rootId)) note(feeds, post.rootId, post, true)
  }
  return { posts: changed, feeds, pending: withoutSent(state, post) }
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
  const last = order.at(-1)
  const time = (id: string): number => posts.get(id)?.createAt ?? 0
  const fresh = ids.filter((id) => !order.includes(id))
  if (last === undefined || fresh.every((id) => time(id) >= time(last))) return [...order, ...fresh]
  return [...order, ...fresh].sort((a, b) => time(a) - time(b))
}

function isDeleted({ deleted }: ChatState, { id, rootId }: Post): boolean {
  return deleted.has(id) || deleted.has(rootId)
}

function note(feeds: Map<string, Feed>, id: string, post: Post, isNew: boolean): void {
  const feed = feeds.get(id)
  if (!feed) return
  const shown = isNew && !feed.hasNewer && !feed.order.includes(post.id)
  feeds.set(id, {
    ...feed,
    order: shown ? [...feed.order, post.id] : feed.order,
    seenAt: Math.max(feed.seenAt, post.updateAt),
  })
}

function withKnownReplies(post: Post, { replies }: Post): Post {
  return post.replies.count >= replies.count ? post : { ...post, replies }
}

function countReply(posts: Map<string, Post>, reply: Post): void {
  const root = posts.get(reply.rootId)
  if (!root) return
  const { count, userIds } = root.replies
  const faces = [reply.userId, ...userIds.filter((id) => id !== reply.userId)].slice(0, 3)
  posts.set(root.id, {
    ...root,
    replies: { count: count + 1, lastAt: reply.createAt, userIds: faces },
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
  return {
    posts,
    asides,
    feeds: feedsWithout(state.feeds, post, gone),
    deleted: new Set([...state.deleted, ...gone]),
    dialog: gone.has(state.dialog.about) ? NO_DIALOG : state.dialog,
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
