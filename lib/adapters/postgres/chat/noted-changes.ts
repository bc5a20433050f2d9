import { numberIn, type Row, textIn } from '../../stored-values.js'
import type { NotedChange } from './chat-change.js'
import type { ReadParts } from './database.js'

/** Changes that are remembered as told. */
const REMEMBERED = 10_000

/** Changes besides new posts, each told once. */
export class NotedChanges {
  readonly #parts: ReadParts
  readonly #expected = new Set<number>()
  readonly #told = new Set<number>()

  constructor(parts: ReadParts) {
    this.#parts = parts
  }

  /** Forgets what is expected: what was before is not told of. */
  reset(): void {
    this.#expected.clear()
  }

  expect(id: number): void {
    if (!this.#told.has(id)) this.#expected.add(id)
  }

  /** Finds changes after this one that nobody told of. */
  async look(id: number): Promise<void> {
    const rows = await this.#parts.query(
      `SELECT id FROM ${this.#parts.tables.changes} WHERE id > $1`,
      [id],
    )
    for (const row of rows) this.expect(numberIn(row, 'id'))
  }

  /** Reads what is expected, and tells of it. */
  async read(tell: (change: NotedChange) => void): Promise<void> {
    if (this.#expected.size === 0) return
    const ids = [...this.#expected]
    const text = `SELECT id, kind, channel_id, post_id, user_id, by_user_id
      FROM ${this.#parts.tables.changes} WHERE id = ANY($1::bigint[]) ORDER BY id`
    const rows = await this.#parts.query(text, [ids])
    for (const id of ids) this.#expected.delete(id)
    for (const row of rows) {
      const id = numberIn(row, 'id')
      if (this.#told.has(id)) continue
      this.#remember(id)
      const change = toChange(row)
      if (change) tell(change)
    }
  }

  #remember(id: number): void {
    this.#told.add(id)
    const [oldest] = this.#told
    if (this.#told.size > REMEMBERED && oldest !== undefined) this.#told.delete(oldest)
  }
}

function toChange(row: Row): NotedChange | null {
  const channelId = textIn(row, 'channel_id')
  const userId = textIn(row, 'user_id')
  const kind = row['kind']
  switch (kind) {
    case 'edited':
    case 'deleted':
      return { kind, channelId, postId: textIn(row, 'post_id') }
    case 'channelCreated':
    case 'channelChanged':
    case 'channelArchived':
      return { kind, channelId }
    case 'memberAdded':
    case 'memberRemoved':
      return { kind, channelId, userId, byUserId: textIn(row, 'by_user_id') }
    case 'signedOut':
      return { kind, userId }
    default:
      // Of a newer version, while nodes are updated one by one.
      return null
  }
}
