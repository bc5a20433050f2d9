import { CallError } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Post, readHasNext, readPost, readPosts } from '../api/shapes.js'
import { arrived, merged, withLoaded } from './arrival.js'
import { recount } from './changing.js'
import { knowUsers } from './known-users.js'
import { type ChatState, EMPTY_FEED, type Feed, feedOf, withEntries } from './model.js'
import type { Store } from './store.js'

const PAGE = 60
/** The minimum number of visible posts in a page; replies are not shown in the channel. */
const ENOUGH = 25
const MOST_PER_FRAME = 8
/** What a frame with new posts may take, in milliseconds: fewer follow in the next one. */
const SLOW_MS = 34

/** Loads the posts of channels and threads. */
export class Feeds {
  readonly #store: Store<ChatState>

  constructor(store: Store<ChatState>) {
    this.#store = store
  }

  /** Loads the newest posts of a channel, or with `around` those around that post. */
  async open(channelId: string, around = ''): Promise<void> {
    const known = this.#feed(channelId)
    const isShown = known.status === 'ready' && !known.hasNewer
    const readUntil = this.#store.get().unread.get(channelId)?.viewedAt ?? Infinity
    if (isShown && (around === '' || known.order.includes(around))) {
      this.#change(channelId, { readUntil })
      quietly(this.catchUp(channelId))
      return
    }
    this.#change(channelId, { ...EMPTY_FEED, readUntil, hasNewer: around !== '' })
    try {
      if (around === '') await this.#load(channelId, '', true)
      else await this.#loadAround(channelId, around)
    } catch (error) {
      this.#change(channelId, { status: 'failed', requestId: requestIdOf(error) })
    }
  }

  async openThread(rootId: string): Promise<void> {
    if (this.#feed(rootId).status !== 'ready') this.#change(rootId, EMPTY_FEED)
    try {
      const posts = await this.#wholeThread(rootId)
      const ids = posts.map(({ id }) => id)
      const order = merged(ids, this.#feed(rootId).order, this.#store.get().posts)
      this.#change(rootId, { status: 'ready', order })
    } catch (error) {
      const isMissing = error instanceof CallError && error.status === 404
      const status = isMissing ? 'missing' : 'failed'
      this.#change(rootId, { status, requestId: requestIdOf(error) })
    }
  }

  async older(channelId: string): Promise<void> {
    const { status, hasOlder, loading, order } = this.#feed(channelId)
    if (status !== 'ready' || !hasOlder || loading !== '') return
    this.#change(channelId, { loading: 'older' })
    try {
      await this.#load(channelId, order[0] ?? '', false)
    } catch {
      // The next scroll retries.
    }
    this.#change(channelId, { loading: '' })
  }

  async newer(channelId: string): Promise<void> {
    const { status, hasNewer, loading, order } = this.#feed(channelId)
    if (status !== 'ready' || !hasNewer || loading !== '') return
    this.#change(channelId, { loading: 'newer' })
    try {
      await this.#loadAfter(channelId, order.at(-1) ?? '')
    } catch {
      // The next scroll retries.
    }
    this.#change(channelId, { loading: '' })
  }

  /** Loads posts that were missed. */
  async catchUp(channelId: string): Promise<void> {
    const { status, seenAt, hasNewer } = this.#feed(channelId)
    if (status !== 'ready' || hasNewer) return
    const answer = await call('GET', `/channels/${channelId}/posts?since=${seenAt}`)
    const posts = readPosts(answer)
    if (readHasNext(answer)) {
      this.#change(channelId, EMPTY_FEED)
      await this.#load(channelId, '', true)
      return
    }
    await knowUsers(this.#store, posts)
    for (const post of posts) this.#store.set((state) => arrived(state, post))
    recount(
      this.#store,
      posts.filter(({ deleteAt }) => deleteAt > 0),
    )
  }

  /** Oldest first. A long thread needs several requests and is loaded from its end. */
  async #wholeThread(rootId: string): Promise<readonly Post[]> {
    let posts: readonly Post[] = []
    for (let path = `/posts/${rootId}/thread`; path !== '';) {
      const answer = await call('GET', path)
      const page = readPosts(answer)
      await this.#take(page)
      posts = [...page, ...posts]
      const [oldest] = page
      path = readHasNext(answer) && oldest ? `/posts/${rootId}/thread?before=${oldest.id}` : ''
    }
    return posts
  }

  async #load(channelId: string, before: string, isFirst: boolean): Promise<void> {
    const shown: Post[] = []
    let oldest = before
    let hasOlder = true
    while (hasOlder && shown.length < ENOUGH) {
      const query = oldest === '' ? '' : `&before=${oldest}`
      const answer = await call('GET', `/channels/${channelId}/posts?per_page=${PAGE}${query}`)
      const page = readPosts(answer)
      await this.#take(page)
      hasOlder = readHasNext(answer)
      oldest = page[0]?.id ?? oldest
      shown.unshift(...page.filter(({ rootId }) => rootId === ''))
      if (isFirst) this.#seen(channelId, page)
    }
    const ids = shown.map(({ id }) => id)
    if (!isFirst) await this.#putAbove(channelId, ids)
    const { order, status, hasNewer } = this.#feed(channelId)
    this.#change(channelId, {
      ...(status === 'loading' && hasNewer ? {} : { status: 'ready' as const }),
      hasOlder,
      order: isFirst ? merged(ids, order, this.#store.get().posts) : order,
    })
  }

  // A few per frame, because all at once would interrupt scrolling.
  async #putAbove(channelId: string, ids: readonly string[]): Promise<void> {
    let count = MOST_PER_FRAME / 2
    let rest = ids
    while (rest.length > 0) {
      const start = performance.now()
      const { order } = this.#feed(channelId)
      this.#change(channelId, { order: [...rest.slice(-count), ...order] })
      rest = rest.slice(0, -count)
      await nextFrame()
      const isSlow = performance.now() - start > SLOW_MS
      count = isSlow ? Math.ceil(count / 2) : Math.min(count + 1, MOST_PER_FRAME)
    }
  }

  async #loadAround(channelId: string, postId: string): Promise<void> {
    await this.#take([readPost(await call('GET', `/posts/${postId}`))])
    await this.#load(channelId, postId, true)
    this.#change(channelId, { order: [...this.#feed(channelId).order, postId] })
    await this.#loadAfter(channelId, postId)
    this.#change(channelId, { status: 'ready' })
    await this.catchUp(channelId)
  }

  async #loadAfter(channelId: string, after: string): Promise<void> {
    const path = `/channels/${channelId}/posts?per_page=${PAGE}&after=${after}`
    const answer = await call('GET', path)
    const page = readPosts(answer)
    await this.#take(page)
    this.#seen(channelId, page)
    const ids = page.filter(({ rootId }) => rootId === '').map(({ id }) => id)
    const { order } = this.#feed(channelId)
    this.#change(channelId, {
      order: merged(order, ids, this.#store.get().posts),
      hasNewer: readHasNext(answer),
    })
    // Posts that arrived during this request are not in its result.
    await this.catchUp(channelId)
  }

  async #take(posts: readonly Post[]): Promise<void> {
    await knowUsers(this.#store, posts)
    this.#store.set((state) => ({ posts: withLoaded(state, posts) }))
  }

  #seen(channelId: string, posts: readonly Post[]): void {
    const { seenAt } = this.#feed(channelId)
    this.#change(channelId, { seenAt: Math.max(seenAt, ...posts.map(({ updateAt }) => updateAt)) })
  }

  #feed(id: string): Feed {
    return feedOf(this.#store.get(), id)
  }

  #change(id: string, change: Partial<Feed>): void {
    this.#store.set((state) => ({
      feeds: withEntries(state.feeds, [[id, { ...feedOf(state, id), ...change }]]),
    }))
  }
}

// A page in the background renders no frames.
function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) setTimeout(resolve, 0)
    else requestAnimationFrame(() => setTimeout(resolve, 0))
  })
}

function requestIdOf(error: unknown): string {
  if (error instanceof CallError) return error.requestId
  throw error
}
