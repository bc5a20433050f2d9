import { CallError } from 'express-incoming-webhooks-ui/call'
import { listOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly } from '../api/call.js'
import { type Post, type PostPage, readPage, readPost, readUser } from '../api/shapes.js'
import { arrived, merged, recount, withLoaded } from './posts.js'
import { EMPTY_FEED, type Feed, feedOf, store, withAll } from './store.js'

const AT_ONCE = 200

/** Loads the authors of posts and replies that are not known yet. */
export async function knowUsers(posts: readonly Post[]): Promise<void> {
  const known = store.get().users
  const authors = posts.flatMap((post) => [post, ...post.replies.authors])
  const named = new Set(authors.map(({ userId }) => userId))
  const unknown = [...named].filter((id) => !known.has(id)).slice(0, AT_ONCE)
  if (unknown.length === 0) return
  const found = listOf(await call('POST', '/users/ids', unknown)).map(readUser)
  store.set(({ users }) => ({ users: withAll(users, found) }))
}

const PAGE = 60
/** The minimum number of visible posts in a page; replies are not shown in the channel. */
const ENOUGH = 25
const MOST_PER_FRAME = 8
/** What a frame with new posts may take, in milliseconds: fewer follow in the next one. */
const SLOW_MS = 34

/** Loads the newest posts of a channel, or with `around` those around that post. */
export async function openFeed(channelId: string, around = ''): Promise<void> {
  const known = feed(channelId)
  const isShown = known.status === 'ready' && !known.hasNewer
  const readUntil = store.get().unread.get(channelId)?.viewedAt ?? Infinity
  if (isShown && (around === '' || known.order.includes(around))) {
    change(channelId, { readUntil })
    quietly(catchUp(channelId))
    return
  }
  change(channelId, { ...EMPTY_FEED, readUntil, hasNewer: around !== '' })
  await attempt(
    channelId,
    around === '' ? load(channelId, '', true) : loadAround(channelId, around),
  )
}

export async function openThread(rootId: string): Promise<void> {
  if (feed(rootId).status !== 'ready') change(rootId, EMPTY_FEED)
  await attempt(rootId, loadThread(rootId))
}

async function attempt(id: string, loading: Promise<void>): Promise<void> {
  try {
    await loading
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const status = error.status === 404 ? 'missing' : 'failed'
    change(id, { status, requestId: error.requestId })
  }
}

export async function loadMore(channelId: string, side: 'older' | 'newer'): Promise<void> {
  const { status, hasOlder, hasNewer, loading, order } = feed(channelId)
  const hasMore = side === 'older' ? hasOlder : hasNewer
  if (status !== 'ready' || !hasMore || loading !== '') return
  change(channelId, { loading: side })
  try {
    if (side === 'older') await load(channelId, order[0] ?? '', false)
    else await loadAfter(channelId, order.at(-1) ?? '')
  } catch {
    // The next scroll retries.
  }
  change(channelId, { loading: '' })
}

/** Loads posts that were missed. */
export async function catchUp(channelId: string): Promise<void> {
  const { status, seenAt, hasNewer } = feed(channelId)
  if (status !== 'ready' || hasNewer) return
  const { posts, hasNext } = readPage(
    await call('GET', `/channels/${channelId}/posts?since=${seenAt}`),
  )
  if (hasNext) {
    change(channelId, EMPTY_FEED)
    await load(channelId, '', true)
    return
  }
  await knowUsers(posts)
  for (const post of posts) store.set((state) => arrived(state, post))
  recount(posts.filter(({ deleteAt }) => deleteAt > 0))
}

/** A long thread needs several requests and is loaded from its end. */
async function loadThread(rootId: string): Promise<void> {
  const ids: string[] = []
  for (let path = `/posts/${rootId}/thread`; path !== '';) {
    const { posts, hasNext } = await loadPage(path)
    ids.unshift(...posts.map(({ id }) => id))
    path = hasNext && posts[0] ? `/posts/${rootId}/thread?before=${posts[0].id}` : ''
  }
  const order = merged(ids, feed(rootId).order, store.get().posts)
  change(rootId, { status: 'ready', order })
}

async function load(channelId: string, before: string, isFirst: boolean): Promise<void> {
  const ids: string[] = []
  let oldest = before
  let hasOlder = true
  while (hasOlder && ids.length < ENOUGH) {
    const query = oldest === '' ? '' : `&before=${oldest}`
    const page = await loadPage(`/channels/${channelId}/posts?per_page=${PAGE}${query}`)
    hasOlder = page.hasNext
    oldest = page.posts[0]?.id ?? oldest
    ids.unshift(...idsInChannel(page))
    if (isFirst) seen(channelId, page)
  }
  if (!isFirst) await putAbove(channelId, ids)
  const { order, status, hasNewer } = feed(channelId)
  change(channelId, {
    ...(status === 'loading' && hasNewer ? {} : { status: 'ready' as const }),
    hasOlder,
    order: isFirst ? merged(ids, order, store.get().posts) : order,
  })
}

// A few per frame, because all at once would interrupt scrolling.
async function putAbove(channelId: string, ids: readonly string[]): Promise<void> {
  let count = MOST_PER_FRAME / 2
  let rest = ids
  while (rest.length > 0) {
    const start = performance.now()
    const { order } = feed(channelId)
    change(channelId, { order: [...rest.slice(-count), ...order] })
    rest = rest.slice(0, -count)
    await nextFrame()
    const isSlow = performance.now() - start > SLOW_MS
    count = isSlow ? Math.ceil(count / 2) : Math.min(count + 1, MOST_PER_FRAME)
  }
}

async function loadAround(channelId: string, postId: string): Promise<void> {
  await take([readPost(await call('GET', `/posts/${postId}`))])
  await load(channelId, postId, true)
  change(channelId, { order: [...feed(channelId).order, postId] })
  await loadAfter(channelId, postId)
  change(channelId, { status: 'ready' })
  await catchUp(channelId)
}

async function loadAfter(channelId: string, after: string): Promise<void> {
  const page = await loadPage(`/channels/${channelId}/posts?per_page=${PAGE}&after=${after}`)
  seen(channelId, page)
  const order = merged(feed(channelId).order, idsInChannel(page), store.get().posts)
  change(channelId, { order, hasNewer: page.hasNext })
  // Posts that arrived during this request are not in its result.
  await catchUp(channelId)
}

/** Loads some posts, and keeps them. */
async function loadPage(path: string): Promise<PostPage> {
  const page = readPage(await call('GET', path))
  await take(page.posts)
  return page
}

function idsInChannel({ posts }: PostPage): readonly string[] {
  return posts.filter(({ rootId }) => rootId === '').map(({ id }) => id)
}

async function take(posts: readonly Post[]): Promise<void> {
  await knowUsers(posts)
  store.set((state) => ({ posts: withLoaded(state, posts) }))
}

function seen(channelId: string, { posts }: PostPage): void {
  const { seenAt } = feed(channelId)
  change(channelId, { seenAt: Math.max(seenAt, ...posts.map(({ updateAt }) => updateAt)) })
}

function feed(id: string): Feed {
  return feedOf(store.get(), id)
}

function change(id: string, members: Partial<Feed>): void {
  store.set((state) => ({
    feeds: new Map(state.feeds).set(id, { ...feedOf(state, id), ...members }),
  }))
}

// A page in the background renders no frames.
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 0)
    else requestAnimationFrame(() => setTimeout(resolve, 0))
  })
}
