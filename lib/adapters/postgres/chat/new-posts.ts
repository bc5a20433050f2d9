import { isJsonObject } from '../../../model/json.js'
import type { Channel, Post } from '../../../model/records.js'
import { numberIn, textIn } from '../../sql/database.js'
import type { ChatChange } from './chat-change.js'
import type { ChatTables, Query } from './database.js'
import { POST_COLUMNS, toPost } from './posts.js'

/** Posts of a channel that are read at once. */
const AT_ONCE = 1000
/** How long the position in a channel is kept without new posts, in milliseconds. */
const KEPT_MS = 60_000

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
  readonly #findChannel: NewPostsParts['findChannel']
  /** By channel, the time of the last post that was told of. */
  readonly #positions = new Map<string, Position>()
  /** By channel, the time after which posts are expected. */
  readonly #expected = new Map<string, number>()

  constructor({ query, tables, findChannel }: NewPostsParts) {
    this.#query = query
    this.#tables = tables
    this.#findChannel = findChannel
  }

  /** Posts that a node tells of: the times of the first and the last, and their channel. */
  expect(told: string): void {
    const [from = '', to = '', channelId = ''] = told.split(' ')
    this.#expect(channelId, Number(from), Number(to))
  }

  /** Finds posts after this place that nobody told of. */
  async look(place: number): Promise<void> {
    const now = performance.now()
    for (const [channelId, { since }] of this.#positions) {
      if (now - since > KEPT_MS) this.#positions.delete(channelId)
    }
    const text = `SELECT channel_id, min(create_at) AS from_at, max(create_at) AS to_at
      FROM ${this.#tables.posts} WHERE place > $1 GROUP BY channel_id`
    for (const row of await this.#query(text, place)) {
      this.#expect(textIn(row, 'channel_id'), numberIn(row, 'from_at'), numberIn(row, 'to_at'))
    }
  }

  /** Reads what is expected, and tells of it. */
  async read(tell: (change: ChatChange) => void): Promise<void> {
    while (this.#expected.size > 0) {
      const channelIds = [...this.#expected.keys()]
      const times = [...this.#expected.values()]
      const text = `SELECT post.* FROM unnest($1::text[], $2::bigint[]) AS begin (channel_id, at)
        CROSS JOIN LATERAL (SELECT ${POST_COLUMNS} FROM ${this.#tables.posts} AS post
          WHERE post.channel_id = begin.channel_id AND post.create_at > begin.at
            AND post.delete_at = 0
          ORDER BY post.create_at LIMIT ${AT_ONCE}) AS post`
      const posts = (await this.#query(text, channelIds, times)).map(toPost)
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
