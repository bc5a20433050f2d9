import { copyOf, isJsonObject } from '../../../model/json.js'
import { MAX_PARTS } from '../../../model/limits.js'
import type { HookChannel, HookPost } from '../../../model/records.js'
import { numberIn, textIn } from '../../stored-values.js'
import type { ChannelsAdapter } from '../../types.js'
import type { ChatChange } from './chat-change.js'
import type { ChatParts } from './database.js'
import { type Committed, POST_COLUMNS, toPost } from './statements.js'

/** Posts of a channel that are read at once: the parts of a message, and more. */
const AT_ONCE = 2 * MAX_PARTS
/** Channels that are read at once, so that what came during an outage does not fill the memory. */
const CHANNELS_AT_ONCE = 50
/** Posts that this node has stored and that wait for their turn to be told; the rest is read. */
const MOST_OWN = 1_000
/** How many posts before the first that a node tells of are looked through for untold ones. */
const BEFORE = 100

export type FindChannel = ChannelsAdapter['findById']

/** The last post of a channel that was told of. */
interface Position {
  readonly at: number
  readonly place: number
}

interface Placed {
  readonly post: HookPost
  readonly place: number
}

/**
 * New posts, which are read where the last reading of their channel has ended, or told unread if this node has
 * stored them. Those of all channels, or of the channels that are followed.
 */
export class NewPosts {
  readonly #query: ChatParts['query']
  readonly #findChannel: FindChannel
  readonly #isChosen: boolean
  readonly #positions = new Map<string, Position>()
  /** By channel, the time after which posts are expected. */
  readonly #expected = new Map<string, number>()
  /** What this node has stored in the channels that are followed, and how many posts that are. */
  #own: Committed[] = []
  #ownPosts = 0
  /** Channels of which a post was told to be changed or deleted since they were last read. */
  readonly #changed = new Set<string>()
  /** Posts up to this place need not be told of. Null until it is known. */
  #place: number | null = null

  constructor({ query }: Pick<ChatParts, 'query'>, findChannel: FindChannel, isChosen = false) {
    this.#query = query
    this.#findChannel = findChannel
    this.#isChosen = isChosen
    if (isChosen) this.#place = 0
  }

  /** Posts that a node tells of: the times of the first and the last, and their channel. */
  expect(told: string): void {
    const [from = '', to = '', channelId = ''] = told.split(' ')
    this.#expect(channelId, Number(from), Number(to))
  }

  /**
   * Keeps what this node has stored until it is told. False if it will be read instead, once nodes tell of it:
   * in a feed of all channels, which needs the places of posts; if the channel is not followed, if it is not
   * known what came before, or if too much waits; and replies, whose thread may be deleted.
   */
  add(committed: Committed): boolean {
    const { posts, after } = committed
    const [first] = posts
    if (!this.#isChosen || !first || !this.#positions.has(first.channelId)) return false
    if (after === null || posts.some(({ rootId }) => rootId !== '')) return false
    if (this.#ownPosts + posts.length > MOST_OWN) return false
    this.#own.push(committed)
    this.#ownPosts += posts.length
    return true
  }

  /** A post of this channel is told to be changed or deleted: one that is not told yet must be as it is now. */
  noteChange(channelId: string): void {
    if (this.#isChosen && this.#positions.has(channelId)) this.#changed.add(channelId)
  }

  /**
   * Tells of the posts of these channels too, from now on or after `since`. A channel's posts are committed
   * one after the other, so that none which is not there yet has an earlier time.
   */
  async follow(channelIds: readonly string[], since: number): Promise<void> {
    const text = `SELECT id, last_at FROM {table}chat_channels WHERE id = ANY($1::text[])`
    for (const row of await this.#query(text, [channelIds])) {
      const [id, lastAt] = [textIn(row, 'id'), numberIn(row, 'last_at')]
      const at = Math.min(since, lastAt)
      this.#positions.set(id, { at, place: 0 })
      this.#expect(id, at + 1, lastAt)
    }
  }

  unfollow(channelId: string): void {
    this.#positions.delete(channelId)
    this.#expected.delete(channelId)
    this.#changed.delete(channelId)
  }

  /** Finds posts that nobody told of: of all channels, those after this place. */
  async look(begin: number): Promise<void> {
    if (this.#isChosen) {
      await this.#lookInChosen()
      return
    }
    this.#place = begin
    for (const [channelId, { place }] of this.#positions) {
      if (place <= begin) this.#positions.delete(channelId)
    }
    const text = `SELECT channel_id, min(create_at) AS from_at, max(create_at) AS to_at
      FROM {table}chat_posts WHERE place > $1 GROUP BY channel_id`
    for (const row of await this.#query(text, [begin])) {
      this.#expect(textIn(row, 'channel_id'), numberIn(row, 'from_at'), numberIn(row, 'to_at'))
    }
  }

  async #lookInChosen(): Promise<void> {
    const known = [...this.#positions]
    if (known.length === 0) return
    const values = [known.map(([id]) => id), known.map(([, { at }]) => at)]
    for (const row of await this.#query(LOOK, values)) {
      this.#expect(textIn(row, 'channel_id'), numberIn(row, 'create_at'), Infinity)
    }
  }

  /**
   * Tells of what this node has stored; reads what is expected, and tells of it. What cannot be read is still
   * expected.
   */
  async read(tell: (change: ChatChange) => void): Promise<void> {
    if (this.#own.length > 0) await this.#tellOwn(tell)
    while (this.#expected.size > 0 && this.#place !== null) {
      const wanted = [...this.#expected].slice(0, CHANNELS_AT_ONCE)
      for (const [channelId] of wanted) this.#expected.delete(channelId)
      try {
        const found = [...(await this.#find(wanted, this.#place))]
        const channels = await Promise.all(found.map(async ([id]) => this.#findChannel(id)))
        for (const [index, [channelId, posts]] of found.entries()) {
          this.#tell(channelId, channels[index] ?? null, posts, tell)
        }
      } catch (error) {
        for (const [channelId, at] of wanted) this.#expectAfter(channelId, at)
        throw error
      }
    }
  }

  async #tellOwn(tell: (change: ChatChange) => void): Promise<void> {
    const own = this.#own
    this.#own = []
    this.#ownPosts = 0
    const ids = new Set(own.map(({ posts }) => posts[0]?.channelId ?? ''))
    const found = [...ids].map(async (id) => [id, await this.#findChannel(id)] as const)
    const channels = new Map(await Promise.all(found))
    for (const { posts, after } of own) {
      const channelId = posts[0]?.channelId ?? ''
      const isToRead = this.#expected.has(channelId) || this.#changed.has(channelId)
      // What is not told now is read when nodes tell of it.
      if (isToRead || this.#positions.get(channelId)?.at !== after) continue
      // Copies, because their caller has the same posts.
      const placed = posts.map((post) => ({ post: copyOf(post), place: 0 }))
      this.#tell(channelId, channels.get(channelId) ?? null, placed, tell)
    }
  }

  /** The posts of each channel that has some, in order. */
  async #find(
    wanted: readonly (readonly [channelId: string, at: number])[],
    place: number,
  ): Promise<ReadonlyMap<string, readonly Placed[]>> {
    const ids = wanted.map(([id]) => id)
    const areNew = ids.map((id) => !this.#positions.has(id))
    // What was expected before there was a position may have been told of since.
    const times = wanted.map(([id, at]) => this.#positions.get(id)?.at ?? at)
    for (const id of ids) this.#changed.delete(id)
    const found = new Map<string, Placed[]>()
    for (const row of await this.#query(READ, [ids, times, areNew, place])) {
      const placed = { post: toPost(row), place: numberIn(row, 'place') }
      const same = found.get(placed.post.channelId)
      if (same) same.push(placed)
      else found.set(placed.post.channelId, [placed])
    }
    return found
  }

  #expect(channelId: string, from: number, to: number): void {
    const position = this.#positions.get(channelId)
    if (position ? position.at >= to : this.#isChosen) return
    this.#expectAfter(channelId, position ? position.at : from - 1)
  }

  #expectAfter(channelId: string, at: number): void {
    this.#expected.set(channelId, Math.min(at, this.#expected.get(channelId) ?? at))
  }

  #tell(
    channelId: string,
    channel: HookChannel | null,
    found: readonly Placed[],
    tell: (change: ChatChange) => void,
  ): void {
    const isCut = found.length === AT_ONCE
    const batches = inBatches(found)
    // The posts of a commit are told of together, so the last ones wait for the rest of theirs.
    const whole = isCut && batches.length > 1 ? batches.slice(0, -1) : batches
    const last = whole.at(-1)?.at(-1)
    if (!last || (this.#isChosen && !this.#positions.has(channelId))) return
    this.#positions.set(channelId, { at: last.post.createAt, place: last.place })
    if (isCut) this.#expectAfter(channelId, last.post.createAt)
    if (!channel) return
    for (const batch of whole) {
      tell({ kind: 'posted', posts: batch.map(({ post }) => post), channel })
    }
  }
}

/**
 * Two nodes may tell in another order than they have committed. In a channel without a position, the
 * reading therefore begins before the first that was told, where posts are as new. Places rise within
 * a channel, too.
 */
const READ = `SELECT post.*
    FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS told (channel_id, at, is_new)
    CROSS JOIN LATERAL (SELECT least(told.at, CASE WHEN told.is_new THEN
      (SELECT min(create_at) - 1 FROM (SELECT create_at, place FROM {table}chat_posts
        WHERE channel_id = told.channel_id ORDER BY create_at DESC LIMIT ${BEFORE}) AS latest
       WHERE place > $4) END) AS at) AS begin
    CROSS JOIN LATERAL (SELECT place, ${POST_COLUMNS} FROM {table}chat_posts AS post
      WHERE post.channel_id = told.channel_id AND post.create_at > begin.at AND post.delete_at = 0
      ORDER BY post.create_at LIMIT ${AT_ONCE}) AS post`

/** One step of an index for each channel, however many posts others have. */
const LOOK = `SELECT channel_id, post.create_at FROM unnest($1::text[], $2::bigint[]) AS known (channel_id, at)
    CROSS JOIN LATERAL (SELECT create_at FROM {table}chat_posts
      WHERE channel_id = known.channel_id AND create_at > known.at AND delete_at = 0
      ORDER BY create_at LIMIT 1) AS post`

/** The parts of a message follow each other, and name the first of them. */
function inBatches(found: readonly Placed[]): readonly (readonly Placed[])[] {
  const batches: Placed[][] = []
  let before: unknown
  for (const placed of found) {
    const part = placed.post.props['webhook_part']
    const firstId = isJsonObject(part) ? part['first_id'] : undefined
    const batch = batches.at(-1)
    if (batch && firstId !== undefined && firstId === before) batch.push(placed)
    else batches.push([placed])
    before = firstId
  }
  return batches
}
