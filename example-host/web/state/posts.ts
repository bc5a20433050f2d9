import { CallError } from 'express-incoming-webhooks-ui/call'
import { textOf } from 'express-incoming-webhooks-ui/wire'
import { type Post, readPost } from '../api/shapes.js'
import { type ChatState, type Feed, NO_DIALOG, type Pending, store, withAll } from './store.js'
import { isBy } from './names.js'
import { call, quietly, Refusal } from '../api/call.js'
import { isSafeHref } from '../text/links.js'

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
function withoutPost(state: ChatState, post: Post): Partial<ChatState> {
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

const FAILED = 'The program behind this button did not respond. Try again later.'

let last = 0

/** Shows the message immediately and sends it. */
export async function sendMessage(
  message: Pick<Pending, 'channelId' | 'rootId' | 'message'>,
): Promise<void> {
  const pending: Pending = { ...message, key: `p${++last}`, failed: false }
  store.set((state) => ({ pending: [...state.pending, pending] }))
  await transmit(pending)
}

export async function sendAgain(pending: Pending): Promise<void> {
  const again = { ...pending, failed: false }
  replace(again)
  await transmit(again)
}

export function discard({ key }: Pending): void {
  store.set(({ pending }) => ({ pending: pending.filter((each) => each.key !== key) }))
}

/**
 * Presses a button and shows the response of its integration in place of what an earlier press has
 * shown. Returns an error text, or ''.
 */
export async function pressAction(
  postId: string,
  actionId: string,
  option: string,
): Promise<string> {
  showAside(postId, '')
  try {
    const path = `/posts/${postId}/actions/${encodeURIComponent(actionId)}`
    const answer = await call('POST', path, option === '' ? {} : { selected_option: option })
    const aside = textOf(answer, 'ephemeral_text')
    // Another button may have been pressed meanwhile, and its answer be there.
    if (aside !== '') showAside(postId, aside)
    const address = textOf(answer, 'goto_location')
    if (isSafeHref(address)) window.open(address, '_blank', 'noopener,noreferrer')
    return ''
  } catch (error) {
    return (error instanceof CallError && error.detail) || FAILED
  }
}

/** Shows a text below a post, or nothing any more. */
export function showAside(postId: string, text: string): void {
  store.set(({ asides }) => ({ asides: new Map(asides).set(postId, text) }))
}

async function transmit(pending: Pending): Promise<void> {
  const { channelId, rootId, message } = pending
  try {
    const answer = await call('POST', '/posts', { channel_id: channelId, message, root_id: rootId })
    discard(pending)
    store.set((state) => arrived(state, readPost(answer)))
  } catch {
    replace({ ...pending, failed: true })
  }
}

function replace(changed: Pending): void {
  store.set(({ pending }) => ({
    pending: pending.map((each) => (each.key === changed.key ? changed : each)),
  }))
}

/** The error id for a missing post. */
const NO_POST = 'api.context.404.app_error'

export async function editMessage(id: string, message: string): Promise<void> {
  try {
    const post = readPost(await call('PUT', `/posts/${id}/patch`, { message }))
    store.set((state) => arrived(state, post))
  } catch (error) {
    throw isGone(error) ? new Refusal('The message was deleted.') : error
  }
}

export async function deleteMessage(post: Post): Promise<void> {
  try {
    await call('DELETE', `/posts/${post.id}`)
  } catch (error) {
    // The response to an earlier attempt may have been lost.
    if (!isGone(error)) throw error
  }
  removePost(post)
}

/** Removes a deleted post and reloads the reply count of its thread. */
export function removePost(post: Post): void {
  store.set((state) => withoutPost(state, post))
  recount([post])
}

/** Reloads reply counts after replies were deleted. */
export function recount(deleted: readonly Post[]): void {
  const { posts } = store.get()
  const roots = new Set(deleted.map(({ rootId }) => rootId).filter((id) => posts.has(id)))
  for (const id of roots) quietly(askAgain(id))
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && error.id === NO_POST
}

async function askAgain(id: string): Promise<void> {
  const post = readPost(await call('GET', `/posts/${id}`))
  store.set((state) => ({ posts: withLoaded(state, [post]) }))
}
