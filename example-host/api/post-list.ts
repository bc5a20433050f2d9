import type { Response } from 'express'
import type { MaybePromise } from 'express-incoming-webhooks/adapters'
import { once } from 'node:events'
import type { ChatPosts, PostReader, StoredPost } from '../store/index.js'
import { turn } from '../store/search.js'
import { postView } from './views.js'

/** Bytes of a response. A page of 200 posts of 740 kB each would be 148 MB, which no client can show. */
const MAX_BYTES = 20_000_000
/** Bytes that are written before other readers get their turn. */
const SLICE_BYTES = 256 * 1024
/** Room for the names and braces around the posts. */
const FRAME_BYTES = 100
/** For an id in `order` and before its post: quotes, comma and colon. */
const BYTES_BESIDE_ID = 7

interface PostListOptions {
  readonly posts: PostReader
  readonly store: Pick<ChatPosts, 'replies'>
  /** Which posts to keep if there is no room for all. Default: the newest. */
  readonly keep?: 'newest' | 'oldest'
  /**
   * Whether there are more beyond the last post that was sent, in the direction in which it is paged.
   * There is none if all have been deleted meanwhile. Default: there are no more.
   */
  readonly isMore?: (last: StoredPost | undefined) => MaybePromise<boolean>
  /** Further members of the response. */
  readonly beside?: Readonly<Record<string, null>>
  /** For tests: another limit than 20,000,000. */
  readonly maxBytes?: number
}

/**
 * `{ posts, order, has_next }`. Posts are serialised one by one while they are sent, as fast as the
 * client reads them, and only as many as fit into the response.
 */
export class PostList {
  readonly #options: PostListOptions

  constructor(options: PostListOptions) {
    this.#options = options
  }

  async send(res: Response): Promise<void> {
    res.setHeader('Content-Type', 'application/json; charset=utf-8')
    let slice = ''
    for await (const piece of this.#pieces()) {
      slice += piece
      if (slice.length < SLICE_BYTES) continue
      if (!(await written(res, slice))) return
      slice = ''
    }
    // Most lists are short, and get a Content-Length.
    res.end(slice)
  }

  async *#pieces(): AsyncGenerator<string> {
    const { keep, isMore = () => false, beside = {}, maxBytes = MAX_BYTES } = this.#options
    const order: string[] = []
    let room = maxBytes - FRAME_BYTES
    let last: StoredPost | undefined
    let isCut = false
    yield '{"posts":{'
    for await (const { post, piece } of this.#written()) {
      room -= Buffer.byteLength(piece) + 2 * post.id.length + BYTES_BESIDE_ID
      // The first post is always included; otherwise the client would request it forever.
      isCut = room < 0 && order.length > 0
      if (isCut) break
      yield `${order.length > 0 ? ',' : ''}${JSON.stringify(post.id)}:${piece}`
      order.push(post.id)
      last = post
    }
    const hasNext = isCut || (await isMore(last))
    if (keep === 'oldest') order.reverse()
    const rest = JSON.stringify({ order, has_next: hasNext, ...beside })
    yield `},${rest.slice(1)}`
  }

  /** The posts and their JSON, from the end that is kept. */
  async *#written(): AsyncGenerator<{ readonly post: StoredPost; readonly piece: string }> {
    const { posts, store, keep = 'newest' } = this.#options
    for await (const slice of posts.slices(keep)) {
      const replies = await store.replies(rootsOf(slice.posts))
      for (const post of slice.posts) {
        yield { post, piece: JSON.stringify(postView(post, replies.get(post.id))) }
      }
    }
  }
}

/** The posts that may have replies: replies have none themselves. */
function rootsOf(posts: readonly StoredPost[]): string[] {
  return posts.flatMap(({ id, rootId }) => (rootId === '' ? [id] : []))
}

/** False if the client has disconnected. */
async function written(res: Response, slice: string): Promise<boolean> {
  await turn()
  if (!res.write(slice) && !res.destroyed) {
    const gone = new AbortController()
    const onClose = (): void => {
      gone.abort()
    }
    res.once('close', onClose)
    await once(res, 'drain', { signal: gone.signal }).catch(() => undefined)
    res.off('close', onClose)
  }
  return !res.destroyed
}
