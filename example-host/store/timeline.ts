import type { Post } from 'express-incoming-webhooks'
import type { Replies } from './replies.js'
import { SegmentLayout } from './segment-layout.js'
import { firstAbove, firstAtLeast } from './sorted.js'

/** Posts of an answer to `since`. */
export const SINCE_LIMIT = 1_000
/** Authors told of a thread, and the replies among which they are looked for. */
const FACES = 3
const FACES_FROM = 50

/** Which posts of a channel; the newest first unless told. At most one of `before`, `after`, `since`. */
export interface PageQuery {
  /** From 0, counted away from `before` or `after`. */
  readonly page?: number
  /** 60 unless told. */
  readonly perPage?: number
  /** The posts before this one. */
  readonly before?: string
  /** The posts that follow this one. */
  readonly after?: string
  /** Posts made or changed after this time, at most 1,000, the newest of them. */
  readonly since?: number
}

export type PutResult = 'new' | 'changed' | 'known'

interface ChannelPosts {
  /** Places in the whole timeline, rising. */
  readonly places: number[]
  /** Changed posts by the time of the change, rising. */
  readonly changes: { readonly place: number; readonly at: number }[]
  /** Times of the posts that notify everybody in the channel, and those that notify one user. */
  readonly wide: number[]
  readonly mentions: Map<string, number[]>
}

/** All posts in order of arrival, which is the order of `createAt`, and by channel. */
export class Timeline {
  readonly #posts: Post[] = []
  readonly #places = new Map<string, number>()
  readonly #channels = new Map<string, ChannelPosts>()
  /** Places of the replies to a post, rising. */
  readonly #replies = new Map<string, number[]>()
  /** Which of them are in which file of the snapshot. */
  readonly layout = new SegmentLayout()
  #lastTime = 0

  /** Takes a post that is new, or newer than the known one of its id. */
  put(post: Post): PutResult {
    const known = this.#places.get(post.id)
    if (known !== undefined && post.updateAt <= this.#at(known).updateAt) return 'known'
    const channel = channelOf(this.#channels, post.channelId)
    const place = known ?? this.#posts.length
    this.#posts[place] = post
    if (known === undefined) {
      this.#places.set(post.id, place)
      channel.places.push(place)
      noteMentions(channel, post)
      this.#noteReply(post, place)
    }
    if (post.updateAt > post.createAt) noteChange(channel, place, post.updateAt)
    this.layout.noteChange(place)
    this.#lastTime = Math.max(this.#lastTime, post.createAt, post.updateAt)
    return known === undefined ? 'new' : 'changed'
  }

  count(): number {
    return this.#posts.length
  }

  /** The latest `createAt` or `updateAt`. */
  lastTime(): number {
    return this.#lastTime
  }

  byId(id: string): Post | null {
    const place = this.#places.get(id)
    return place === undefined ? null : this.#at(place)
  }

  page(channelId: string, query: PageQuery): Post[] {
    const channel = this.#channels.get(channelId)
    if (!channel) return []
    const found =
      query.since === undefined
        ? windowOf(channel.places, query, this.#places)
        : placesSince(channel, query.since, this.#createdAt)
    return found.reverse().map((place) => this.#at(place))
  }

  /** A post and the replies to it, newest first. */
  thread(rootId: string): Post[] {
    const root = this.byId(rootId)
    if (!root) return []
    return [...(this.#replies.get(rootId) ?? []).map((place) => this.#at(place)).reverse(), root]
  }

  replies(rootId: string): Replies {
    const places = this.#replies.get(rootId) ?? []
    const latest = places.slice(-FACES_FROM).map((place) => this.#at(place))
    return {
      count: places.length,
      lastAt: latest.at(-1)?.createAt ?? 0,
      userIds: [...new Set(latest.reverse().map(({ userId }) => userId))].slice(0, FACES),
    }
  }

  #noteReply({ rootId }: Post, place: number): void {
    if (rootId === '') return
    const places = this.#replies.get(rootId)
    if (places) places.push(place)
    else this.#replies.set(rootId, [place])
  }

  /** The `createAt` of the channel's newest post, or 0. */
  lastTimeIn(channelId: string): number {
    const last = this.#channels.get(channelId)?.places.at(-1)
    return last === undefined ? 0 : this.#createdAt(last)
  }

  unread(channelId: string, userId: string, viewedAt: number): { posts: number; mentions: number } {
    const channel = this.#channels.get(channelId)
    if (!channel) return { posts: 0, mentions: 0 }
    const { places, wide, mentions } = channel
    return {
      posts: places.length - firstAbove(places, viewedAt, this.#createdAt),
      mentions: countAbove(mentions.get(userId) ?? [], viewedAt) + countAbove(wide, viewedAt),
    }
  }

  /** So many posts from a place on. Those that come while they are walked through are part of it. */
  *from(place: number, count: number): Generator<Post> {
    for (let i = place; i < Math.min(place + count, this.#posts.length); i++) yield this.#at(i)
  }

  #at(place: number): Post {
    const post = this.#posts[place]
    if (!post) throw new Error('A post is missing from the timeline')
    return post
  }

  readonly #createdAt = (place: number): number => this.#at(place).createAt
}

function channelOf(channels: Map<string, ChannelPosts>, id: string): ChannelPosts {
  let channel = channels.get(id)
  if (!channel) {
    channel = { places: [], changes: [], wide: [], mentions: new Map() }
    channels.set(id, channel)
  }
  return channel
}

function noteChange({ changes }: ChannelPosts, place: number, at: number): void {
  // Always the end, but when a snapshot is read: it holds posts in order of creation.
  changes.splice(
    firstAbove(changes, at, (change) => change.at),
    0,
    { place, at },
  )
}

function noteMentions(channel: ChannelPosts, post: Post): void {
  // A channel-wide call counts once for each member, whoever is named beside it.
  if (post.mentions.channelWide !== null) {
    channel.wide.push(post.createAt)
    return
  }
  for (const userId of new Set(post.mentions.userIds)) {
    const times = channel.mentions.get(userId)
    if (times) times.push(post.createAt)
    else channel.mentions.set(userId, [post.createAt])
  }
}

function windowOf(
  list: readonly number[],
  { page = 0, perPage = 60, before, after }: PageQuery,
  places: ReadonlyMap<string, number>,
): number[] {
  const anchorId = before ?? after
  const skipped = page * perPage
  if (anchorId === undefined) return sliceBefore(list, list.length - skipped, perPage)
  const anchor = places.get(anchorId)
  if (anchor === undefined) return []
  const index = firstAtLeast(list, anchor)
  if (list[index] !== anchor) return []
  if (before !== undefined) return sliceBefore(list, index - skipped, perPage)
  const from = index + 1 + skipped
  return list.slice(from, from + perPage)
}

function sliceBefore(list: readonly number[], end: number, count: number): number[] {
  return end <= 0 ? [] : list.slice(Math.max(0, end - count), end)
}

function placesSince(
  channel: ChannelPosts,
  since: number,
  createdAt: (place: number) => number,
): number[] {
  const { places, changes } = channel
  const fresh = places.slice(firstAbove(places, since, createdAt)).slice(-SINCE_LIMIT)
  const found = new Set(fresh)
  for (let i = firstAbove(changes, since, (change) => change.at); i < changes.length; i++) {
    const change = changes[i]
    if (change && createdAt(change.place) <= since) found.add(change.place)
  }
  return [...found].sort((a, b) => a - b).slice(-SINCE_LIMIT)
}

function countAbove(times: readonly number[], limit: number): number {
  return times.length - firstAbove(times, limit, (time) => time)
}
