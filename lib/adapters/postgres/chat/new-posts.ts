import { isJsonObject } from '../../../model/json.js'
import type { Channel, Post } from '../../../model/records.js'
import { numberIn, textIn } from '../../sql/database.js'
import type { ChatChange } from './chat-change.js'
import type { Query } from '../query.js'
import type { ChatTables } from './database.js'
import { POST_COLUMNS, toPost } from './posts.js'

/** Posts of a channel that are read at once. */
const AT_ONCE = 1000
/** How long the position in a channel is kept without new posts, in milliseconds: longer than a look goes back. */
const KEPT_MS = 60_000
/** Posts before the first that is told of in a channel, which may have been told of too late. */
const BEFORE = 100

export interface NewPostsParts {
  readonly query: Query
  readonly tables: ChatTables
  readonly findChannel: (id: string) => Promise<Channel | null>
}

interface Position {
  readonly at: number
  readonly since: number
}

/** New posts, which are read where the last reading of their channel has ended. */
export class NewPosts {
  readonly #query: Query
  readonly #tables: ChatTables
  readonly #text: string
  readonly #findChannel: NewPostsParts['findChannel']
  /** By channel, the time of the last post that was told of. */
  readonly #positions = new Map<string, Position>()
  /** By channel, the time after which posts are expected. */
  readonly #expected = new Map<string, number>()
  /** Posts up to this place need not be told of. */
  #place = 0

  constructor({ query, tables, findChannel }: NewPostsParts) {
    this.#query = query
    this.#tables = tables
    this.#findChannel = findChannel
    this.#text = readText(tables)
  }

  /** Posts that a node tells of: the times of the first and the last, and their channel. */
  expect(told: string): void {
    const [from = '', to = '', channelId = ''] = told.split(' ')
    this.#expect(channelId, Number(from), Number(to))
  }

  /** Posts after this place are told of, also where a channel has been quiet. */
  beginAt(place: number): void {
    this.#place = place
  }

  /** Finds posts that nobody told of. */
  async look(): Promise<void> {
    const now = performance.now()
    for (const [channelId, { since }] of this.#positions) {
      if (now - since > KEPT_MS) this.#positions.delete(channelId)
    }
    const text = `SELECT channel_id, min(create_at) AS from_at, max(create_at) AS to_at
      FROM ${this.#tables.posts} WHERE place > $1 GROUP BY channel_id`
    for (const row of await this.#query(text, this.#place)) {
      this.#expect(textIn(row, 'channel_id'), numberIn(row, 'from_at'), numberIn(row, 'to_at'))
    }
  }

  /** Reads what is expected, and tells of it. */
  async read(tell: (change: ChatChange) => void): Promise<void> {
    while (this.#expected.size > 0) {
      const channelIds = [...this.#expected.keys()]
      const times = [...this.#expected.values()]
      const areNew = channelIds.map((id) => !this.#positions.has(id))
      const values = [channelIds, times, areNew, this.#place] as const
      const posts = (await this.#query(this.#text, ...values)).map(toPost)
      for (const id of channelIds) {
        this.#expected.delete(id)
        const ofChannel = posts.filter(({ channelId }) => channelId === id)
        await this.#tell(id, ofChannel, tell)
      }
    }
  }

  #expect(channelId: string, from: number, to: number): void {
    const position = this.#positions.get(channelId)
    if (position && position.at >= to) return
    const begin = position ? position.at : from - 1
    const expected = this.#expected.get(channelId)
    this.#expected.set(channelId, expected === undefined ? begin : Math.min(expected, begin))
  }

  async #tell(
    channelId: string,
    posts: readonly Post[],
    tell: (change: ChatChange) => void,
  ): Promise<void> {
    const isCut = posts.length === AT_ONCE
    const batches = inBatches(posts)
    // The posts of a commit are told of together, so the last ones wait for the rest of theirs.
    const whole = isCut && batches.length > 1 ? batches.slice(0, -1) : batches
    const last = whole.at(-1)?.at(-1)
    if (!last) return
    this.#positions.set(channelId, { at: last.createAt, since: performance.now() })
    if (isCut) this.#expected.set(channelId, last.createAt)
    const channel = await this.#findChannel(channelId)
    if (!channel) return
    for (const batch of whole) tell({ kind: 'posted', posts: batch, channel })
  }
}

/**
 * Two nodes may tell in another order than they have committed. In a channel without a position, the
 * reading therefore begins before the first that was told, where posts are as new. Places rise within
 * a channel, too.
 */
function readText({ posts }: ChatTables): string {
  return `SELECT post.*
    FROM unnest($1::text[], $2::bigint[], $3::boolean[]) AS told (channel_id, at, is_new)
    CROSS JOIN LATERAL (SELECT least(told.at, CASE WHEN told.is_new THEN
      (SELECT min(create_at) - 1 FROM (SELECT create_at, place FROM ${posts}
        WHERE channel_id = told.channel_id ORDER BY create_at DESC LIMIT ${BEFORE}) AS latest
       WHERE place > $4) END) AS at) AS begin
    CROSS JOIN LATERAL (SELECT ${POST_COLUMNS} FROM ${posts} AS post
      WHERE post.channel_id = told.channel_id AND post.create_at > begin.at AND post.delete_at = 0
      ORDER BY post.create_at LIMIT ${AT_ONCE}) AS post`
}

/** The parts of a message follow each other, and name the first of them. */
function inBatches(posts: readonly Post[]): readonly (readonly Post[])[] {
  const batches: Post[][] = []
  let before: unknown
  for (const post of posts) {
    const part = post.props['webhook_part']
    const firstId = isJsonObject(part) ? part['first_id'] : undefined
    const batch = batches.at(-1)
    if (batch && firstId !== undefined && firstId === before) batch.push(post)
    else batches.push([post])
    before = firstId
  }
  return batches
}
