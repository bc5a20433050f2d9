import { type KeptPost, packOldest, type PostOutline } from './kept-post.js'
import type { ReadLast } from './packed-texts.js'
import { firstAbove, firstAtLeast, removeSorted } from './sorted.js'

/** Most posts in the answer to `since`. */
export const SINCE_LIMIT = 1_000

/** Not the id of a user. */
const EVERYBODY = ''

/** Which posts of a channel, by default the newest. At most one of `before`, `after` and `since`. */
export interface PageQuery {
  /** From 0, counted away from `before` or `after`. */
  readonly page?: number
  /** Default 60. */
  readonly perPage?: number
  /** The posts before this one. */
  readonly before?: string
  /** The posts that follow this one. */
  readonly after?: string
  /** Posts made, changed or deleted after this time, at most 1,000, the newest of them. */
  readonly since?: number
}

/** The posts of a channel by their places in the timeline, and whom they notify. */
export class ChannelPosts {
  readonly #postAt: (place: number) => KeptPost
  /** Places of all posts but deleted ones, rising. */
  readonly #places: number[] = []
  /** Changed and deleted posts by the time of the change, rising. */
  readonly #changes: { readonly place: number; readonly at: number }[] = []
  /** Times of the posts that notify a user, and under `EVERYBODY` of those that notify the channel. */
  readonly #mentions = new Map<string, number[]>()
  /** The latest posts, which are not packed. */
  readonly #loose: KeptPost[] = []
  readonly #readLast: ReadLast

  constructor(postAt: (place: number) => KeptPost, readLast: ReadLast) {
    this.#postAt = postAt
    this.#readLast = readLast
  }

  /** A new post, later than all others. */
  add(kept: KeptPost, { createAt, mentions }: PostOutline): void {
    this.#places.push(kept.place)
    this.#loose.push(kept)
    packOldest(this.#loose, this.#readLast)
    noteEach(this.#mentions, mentions, createAt)
  }

  /** Posts that are about to be deleted, which still have their mentions. The places rise. */
  remove(places: readonly number[]): void {
    removeSorted(this.#places, places)
    const gone = new Map<string, number[]>()
    for (const place of places) {
      const { createAt, mentions } = this.#postAt(place).read()
      noteEach(gone, mentions, createAt)
    }
    for (const [name, times] of gone) removeSorted(this.#mentions.get(name) ?? [], times)
  }

  noteChange(place: number, at: number): void {
    // Nearly always the end. A snapshot holds posts in order of creation, not of change.
    const index = firstAbove(this.#changes, at, (change) => change.at)
    this.#changes.splice(index, 0, { place, at })
  }

  /** The `createAt` of the newest post, or 0. */
  lastTime(): number {
    const last = this.#places.at(-1)
    return last === undefined ? 0 : this.#createdAt(last)
  }

  unread(userId: string, viewedAt: number): { posts: number; mentions: number } {
    const countOf = (name: string) => {
      const times = this.#mentions.get(name) ?? []
      return times.length - firstAbove(times, viewedAt, (time) => time)
    }
    return {
      posts: this.#places.length - firstAbove(this.#places, viewedAt, this.#createdAt),
      mentions: countOf(userId) + countOf(EVERYBODY),
    }
  }

  /** Places of a page, rising. `anchor`: the place of `before` or `after`, whose post may be deleted. */
  window({ page = 0, perPage = 60, after }: PageQuery, anchor = Infinity): number[] {
    const list = this.#places
    const from =
      after === undefined
        ? firstAtLeast(list, anchor) - (page + 1) * perPage
        : firstAtLeast(list, anchor + 1) + page * perPage
    return list.slice(Math.max(0, from), Math.max(0, from + perPage))
  }

  /** Places of posts made, changed or deleted since, rising. */
  since(time: number): number[] {
    const first = firstAbove(this.#places, time, this.#createdAt)
    const found = new Set(this.#places.slice(first).slice(-SINCE_LIMIT))
    const changed = firstAbove(this.#changes, time, (change) => change.at)
    for (const { place } of this.#changes.slice(changed)) {
      const post = this.#postAt(place)
      if (post.createAt <= time || post.isDeleted) found.add(place)
    }
    return [...found].sort((a, b) => a - b).slice(-SINCE_LIMIT)
  }

  readonly #createdAt = (place: number) => this.#postAt(place).createAt
}

function noteEach(
  times: Map<string, number[]>,
  { channelWide, userIds }: PostOutline['mentions'],
  at: number,
) {
  // A channel-wide mention counts once for each member, also for those who are named besides.
  for (const name of channelWide === null ? new Set(userIds) : [EVERYBODY]) {
    const known = times.get(name)
    if (known) known.push(at)
    else times.set(name, [at])
  }
}
