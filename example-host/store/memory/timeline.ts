import { ChannelPosts, type PageQuery } from './channel-posts.js'
import {
  isDeleted,
  KeptPost,
  type OutlinedPost,
  outlineOf,
  parsePost,
  type PostOutline,
  withoutContent,
  written,
} from './kept-post.js'
import { type IndexedPost, indexLine } from './post-index.js'
import { ReadLast } from './packed-texts.js'
import type { PostSlice } from './post-reader.js'
import type { StoredPost } from './rows.js'
import { SegmentLayout } from './segment-layout.js'
import { removeSorted } from './sorted.js'

/** How many authors of a thread are listed, and how many of its latest replies are read for them. */
const AUTHORS = 3
export const AUTHORS_FROM = 50

/** Characters of JSON after which a slice ends. */
const SLICE_CHARACTERS = 65_536

/** What a put did; null for nothing that a listener has to be notified of. */
type PutResult = 'posted' | 'edited' | 'deleted' | null

/** The replies to a post. */
export interface Replies {
  readonly count: number
  /** 0 without any. */
  readonly lastAt: number
  /** The latest few authors, the last first. */
  readonly authors: readonly ReplyAuthor[]
}

/** Who replied: a webhook, or a person if `webhookId` is `''`. */
type ReplyAuthor = Pick<StoredPost, 'userId' | 'webhookId'>

/** The latest few of these authors, each once. */
export function latestAuthors(newestFirst: readonly ReplyAuthor[]): readonly ReplyAuthor[] {
  const found = new Map<string, ReplyAuthor>()
  for (const { userId, webhookId } of newestFirst) {
    const name = webhookId || userId
    if (!found.has(name)) found.set(name, { userId, webhookId })
  }
  return [...found.values()].slice(0, AUTHORS)
}

/**
 * All posts in order of arrival, which is the order of `createAt`. A post's index in it is its place,
 * which never changes: the lists of channels and threads and the segments of the snapshot hold places.
 */
export class Timeline {
  readonly #posts: KeptPost[] = []
  /** By post id, also of deleted posts. */
  readonly #byId = new Map<string, KeptPost>()
  readonly #channels = new Map<string, ChannelPosts>()
  /** Places of the replies by the id of their root, rising. */
  readonly #replies = new Map<string, number[]>()
  /** Ids of channels, users and webhooks, each of which is kept once, whatever posts have it. */
  readonly #ids = new Map<string, string>()
  /** The indexes of posts by their places, until they are written: making them later takes a parse. */
  readonly #indexes = new Map<number, string>()
  /** Enough for the pages of some channels in turns. */
  readonly #readLast = new ReadLast(16)
  /** Which places are in which file of the snapshot. */
  readonly layout = new SegmentLayout()
  #lastTime = 0

  /** Keeps a post that is new, or newer than the one with its id. */
  put(put: OutlinedPost): PutResult {
    const { post } = put
    const known = this.#byId.get(post.id) ?? null
    if (known && post.updateAt <= known.updateAt) return null
    if (isDeleted(post)) return this.#putDeleted(put, known)
    const root = post.rootId === '' ? undefined : this.#byId.get(post.rootId)
    if (root?.isDeleted) {
      // The reply was being stored while its thread was deleted.
      const at = Math.max(root.updateAt, post.updateAt)
      this.#putDeleted(written(withoutContent(parsePost(put.json), at)), known)
      return null
    }
    if (known) this.#change(known, put)
    else this.#append(put)
    return known ? 'edited' : 'posted'
  }

  /** Deleted posts included. */
  count(): number {
    return this.#posts.length
  }

  /** The latest `createAt` or `updateAt`. */
  lastTime(): number {
    return this.#lastTime
  }

  byId(id: string): StoredPost | null {
    const post = this.#byId.get(id)
    return post && !post.isDeleted ? post.read() : null
  }

  /** Also what remains of a deleted post. */
  stored(id: string): StoredPost | null {
    return this.#byId.get(id)?.read() ?? null
  }

  /** Deleted posts are in the answer to `since` only, without their content. */
  list(channelId: string, query: PageQuery = {}) {
    const channel = this.channel(channelId)
    if (query.since !== undefined) return this.#reader(channel.since(query.since), true)
    const anchorId = query.before ?? query.after
    if (anchorId === undefined) return this.#reader(channel.window(query))
    const anchor = this.#byId.get(anchorId)
    return this.#reader(anchor?.channelId === channelId ? channel.window(query, anchor.place) : [])
  }

  /** A post and the replies to it; of them only those before the post `before`, if it is given. */
  thread(rootId: string, before?: string) {
    const root = this.#byId.get(rootId)
    if (!root || root.isDeleted) return this.#reader([])
    const places = [root.place, ...(this.#replies.get(rootId) ?? [])]
    if (before === undefined) return this.#reader(places)
    const end = places.indexOf(this.#byId.get(before)?.place ?? -1)
    return this.#reader(places.slice(0, Math.max(0, end)))
  }

  /** Those of the posts that are there. */
  byIds(ids: readonly string[]) {
    const places = ids.flatMap((id) => this.#byId.get(id)?.place ?? [])
    return this.#reader(places.sort((a, b) => a - b))
  }

  replies(rootId: string): Replies {
    const places = this.#replies.get(rootId) ?? []
    const latest = places.slice(-AUTHORS_FROM).map(this.#at)
    return {
      count: places.length,
      lastAt: latest.at(-1)?.createAt ?? 0,
      authors: latestAuthors(latest.reverse()),
    }
  }

  /** Without posts for an unknown channel. */
  channel(id: string): ChannelPosts {
    return this.#channels.get(id) ?? new ChannelPosts(this.#at, this.#readLast)
  }

  /** At most `count` posts from a place on, also those that arrive during the iteration. */
  *from(place: number, count: number): Generator<KeptPost> {
    for (let i = place; i < Math.min(place + count, this.#posts.length); i++) yield this.#at(i)
  }

  /** The same as a segment has them. Throws at a post that cannot have an index: then the journals keep it. */
  *indexed(place: number, count: number): Generator<IndexedPost> {
    for (const post of this.from(place, count)) {
      const { json } = post
      const index = this.#indexes.get(post.place) ?? indexLine(outlineOf(parsePost(json)))
      if (index === null) throw new Error(`The post at place ${post.place} can have no index`)
      this.#indexes.delete(post.place)
      yield { index, json }
    }
  }

  #putDeleted(deleted: OutlinedPost, known: KeptPost | null): PutResult {
    if (!known) {
      this.#write(deleted)
      return null
    }
    const wasThere = !known.isDeleted
    const replies = wasThere ? this.#withdraw(known, deleted.post) : []
    this.#change(known, deleted)
    for (const place of replies) {
      const reply = this.#at(place)
      this.#change(reply, written(withoutContent(reply.read(), known.updateAt)))
    }
    return wasThere ? 'deleted' : null
  }

  /** Takes a post and its replies out of all lists; returns the places of the replies. */
  #withdraw({ place, channelId }: KeptPost, { id, rootId }: PostOutline): readonly number[] {
    const replies = this.#replies.get(id) ?? []
    this.#channel(channelId).remove([place, ...replies])
    this.#replies.delete(id)
    removeSorted(this.#replies.get(rootId) ?? [], [place])
    return replies
  }

  #append(put: OutlinedPost) {
    const { channelId, rootId } = put.post
    const kept = this.#write(put)
    this.#channel(channelId).add(kept, put.post)
    if (rootId === '') return
    const places = this.#replies.get(rootId)
    if (places) places.push(kept.place)
    else this.#replies.set(rootId, [kept.place])
  }

  /** Keeps a post that was not there, in the next place. */
  #write(put: OutlinedPost) {
    const kept = new KeptPost(put, this.#posts.length, this.#shared)
    this.#posts.push(kept)
    this.#byId.set(put.post.id, kept)
    this.#note(kept, put)
    return kept
  }

  #change(kept: KeptPost, put: OutlinedPost) {
    kept.change(put, this.#shared)
    this.layout.noteChange(kept.place)
    this.#note(kept, put)
  }

  #note({ place, channelId, createAt, updateAt }: KeptPost, { index }: OutlinedPost) {
    if (index) this.#indexes.set(place, index)
    else this.#indexes.delete(place)
    if (updateAt > createAt) this.#channel(channelId).noteChange(place, updateAt)
    this.#lastTime = Math.max(this.#lastTime, createAt, updateAt)
  }

  #channel(id: string) {
    const channel = this.channel(id)
    this.#channels.set(id, channel)
    return channel
  }

  readonly #at = (place: number) => {
    const post = this.#posts[place]
    if (!post) throw new Error('A post is missing from the timeline')
    return post
  }

  #reader(places: readonly number[], withDeleted = false) {
    const posts = places.map(this.#at)
    return {
      count: posts.length,
      slices: (from: 'newest' | 'oldest') =>
        slicesOf(from === 'newest' ? posts.toReversed() : posts, withDeleted),
    }
  }

  readonly #shared = (id: string) => {
    const known = this.#ids.get(id)
    if (known === undefined) this.#ids.set(id, id)
    return known ?? id
  }
}

function* slicesOf(kept: readonly KeptPost[], withDeleted: boolean): Generator<PostSlice> {
  let posts: StoredPost[] = []
  let size = 0
  for (const post of kept) {
    if (post.isDeleted && !withDeleted) continue
    const { json } = post
    posts.push(parsePost(json))
    size += json.length
    if (size < SLICE_CHARACTERS) continue
    yield { posts, size }
    posts = []
    size = 0
  }
  if (posts.length > 0) yield { posts, size }
}
