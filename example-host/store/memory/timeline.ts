import { ChannelPosts, type PageQuery } from './channel-posts.js'
import { isDeleted, withoutContent } from './deleted-post.js'
import { freezeDeep } from './freeze.js'
import type { Replies } from './replies.js'
import type { StoredPost } from './rows.js'
import { SegmentLayout } from './segment-layout.js'
import { removeSorted } from './sorted.js'

/** Authors told of a thread, and the replies among which they are looked for. */
const FACES = 3
const FACES_FROM = 50

/** `known`: no listener has to be notified. */
export type PutResult = 'new' | 'changed' | 'deleted' | 'known'

/** All posts in order of arrival, which is the order of `createAt`, and by channel. */
export class Timeline {
  readonly #posts: StoredPost[] = []
  /** Of deleted posts too. */
  readonly #places = new Map<string, number>()
  readonly #channels = new Map<string, ChannelPosts>()
  /** Places of the replies to a post, rising. */
  readonly #replies = new Map<string, number[]>()
  /** Which of them are in which file of the snapshot. */
  readonly layout = new SegmentLayout()
  #lastTime = 0

  /** Takes a post that is new, or newer than the known one of its id. */
  put(post: StoredPost): PutResult {
    const place = this.#places.get(post.id)
    const known = place === undefined ? null : this.#at(place)
    if (known && post.updateAt <= known.updateAt) return 'known'
    if (isDeleted(post)) return this.#putDeleted(post, known)
    const root = this.stored(post.rootId)
    if (root?.deleteAt !== undefined) {
      // A reply that was on its way while its thread was deleted.
      const at = Math.max(root.deleteAt, post.updateAt)
      this.#putDeleted(freezeDeep(withoutContent(post, at)), known)
      return 'known'
    }
    this.#keep(post)
    return known ? 'changed' : 'new'
  }

  /** With those that are deleted. */
  count(): number {
    return this.#posts.length
  }

  /** The latest `createAt` or `updateAt`. */
  lastTime(): number {
    return this.#lastTime
  }

  byId(id: string): StoredPost | null {
    const post = this.stored(id)
    return post && !isDeleted(post) ? post : null
  }

  /** Also what remains of a deleted post. */
  stored(id: string): StoredPost | null {
    const place = this.#places.get(id)
    return place === undefined ? null : this.#at(place)
  }

  /** Newest first. Deleted posts are in the answer to `since` only, without their content. */
  page(channelId: string, query: PageQuery): StoredPost[] {
    const channel = this.#channels.get(channelId)
    if (!channel) return []
    const places = query.since === undefined ? null : channel.since(query.since)
    return (places ?? this.#window(channel, channelId, query)).reverse().map(this.#at)
  }

  /** A post and the replies to it, newest first. */
  thread(rootId: string): StoredPost[] {
    const root = this.byId(rootId)
    if (!root) return []
    return [...(this.#replies.get(rootId) ?? []).map(this.#at).reverse(), root]
  }

  replies(rootId: string): Replies {
    const places = this.#replies.get(rootId) ?? []
    const latest = places.slice(-FACES_FROM).map(this.#at)
    return {
      count: places.length,
      lastAt: latest.at(-1)?.createAt ?? 0,
      userIds: [...new Set(latest.reverse().map(({ userId }) => userId))].slice(0, FACES),
    }
  }

  /** The `createAt` of the channel's newest post, or 0. */
  lastTimeIn(channelId: string): number {
    return this.#channels.get(channelId)?.lastTime() ?? 0
  }

  unread(channelId: string, userId: string, viewedAt: number): { posts: number; mentions: number } {
    return this.#channels.get(channelId)?.unread(userId, viewedAt) ?? { posts: 0, mentions: 0 }
  }

  /** So many posts from a place on. Those that come while they are walked through are part of it. */
  *from(place: number, count: number): Generator<StoredPost> {
    for (let i = place; i < Math.min(place + count, this.#posts.length); i++) yield this.#at(i)
  }

  #window(channel: ChannelPosts, channelId: string, query: PageQuery): number[] {
    const anchorId = query.before ?? query.after
    if (anchorId === undefined) return channel.window(query, null)
    const anchor = this.#places.get(anchorId)
    const isHere = anchor !== undefined && this.#at(anchor).channelId === channelId
    return isHere ? channel.window(query, anchor) : []
  }

  #putDeleted(post: StoredPost, known: StoredPost | null): PutResult {
    const wasThere = known !== null && !isDeleted(known)
    const replies = wasThere ? this.#withdraw(post) : []
    this.#write(post)
    for (const place of replies) {
      this.#write(freezeDeep(withoutContent(this.#at(place), post.updateAt)))
    }
    return wasThere ? 'deleted' : 'known'
  }

  /** Takes a post and the replies to it out of all lists; answers the places of the replies. */
  #withdraw({ id, channelId, rootId }: StoredPost): readonly number[] {
    const place = this.#places.get(id)
    const replies = this.#replies.get(id) ?? []
    if (place === undefined) return replies
    this.#channel(channelId).remove([place, ...replies])
    this.#replies.delete(id)
    removeSorted(this.#replies.get(rootId) ?? [], [place])
    return replies
  }

  #keep(post: StoredPost): void {
    const isNew = !this.#places.has(post.id)
    const place = this.#write(post)
    if (!isNew) return
    this.#channel(post.channelId).add(place, post)
    if (post.rootId === '') return
    const places = this.#replies.get(post.rootId)
    if (places) places.push(place)
    else this.#replies.set(post.rootId, [place])
  }

  /** Puts the post into its place, which is the next one for a new post. */
  #write(post: StoredPost): number {
    const place = this.#places.get(post.id) ?? this.#posts.length
    this.#posts[place] = post
    this.#places.set(post.id, place)
    if (post.updateAt > post.createAt) {
      this.#channel(post.channelId).noteChange(place, post.updateAt)
    }
    this.layout.noteChange(place)
    this.#lastTime = Math.max(this.#lastTime, post.createAt, post.updateAt)
    return place
  }

  #channel(id: string): ChannelPosts {
    let channel = this.#channels.get(id)
    if (!channel) {
      channel = new ChannelPosts(this.#at)
      this.#channels.set(id, channel)
    }
    return channel
  }

  readonly #at = (place: number): StoredPost => {
    const post = this.#posts[place]
    if (!post) throw new Error('A post is missing from the timeline')
    return post
  }
}
