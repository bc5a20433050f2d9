import type { PostReader, PostSlice } from '../memory/post-reader.js'
import type { StoredPost } from '../memory/rows.js'
import type { Database } from './database.js'
import { READ_BYTES } from './pages.js'
import { numberIn, POST_COLUMNS, textIn, toPost } from './rows.js'

/** A row of a list, which may have been read without its contents. */
interface ListedRow {
  readonly id: string
  readonly size: number
  readonly post: StoredPost | null
}

/** The posts of a statement of `pages.ts`. Reads the contents that it left out when their turn comes. */
export class RowReader implements PostReader {
  readonly #query: Database['query']
  readonly #rows: readonly ListedRow[]
  readonly #withDeleted: boolean

  constructor(
    query: Database['query'],
    rows: readonly object[],
    { withDeleted }: { readonly withDeleted: boolean },
  ) {
    this.#query = query
    this.#rows = rows.map(toListedRow)
    this.#withDeleted = withDeleted
  }

  get count(): number {
    return this.#rows.length
  }

  async *slices(from: 'newest' | 'oldest'): AsyncGenerator<PostSlice> {
    const rows = from === 'newest' ? this.#rows : this.#rows.toReversed()
    for (const { part, size } of partsOf(rows)) {
      const posts = await this.#read(part)
      if (posts.length > 0) yield { posts, size }
    }
  }

  async #read(rows: readonly ListedRow[]): Promise<StoredPost[]> {
    const left = rows.flatMap(({ id, post }) => (post ? [] : [id]))
    const read = new Map<string, StoredPost>()
    for (const row of left.length === 0 ? [] : await this.#query(CONTENTS, [left])) {
      const post = toPost(row)
      if (post.deleteAt === undefined || this.#withDeleted) read.set(post.id, post)
    }
    return rows.flatMap(({ id, post }) => post ?? read.get(id) ?? [])
  }
}

const CONTENTS = `SELECT ${POST_COLUMNS} FROM chat_posts WHERE id = ANY($1)`

function toListedRow(row: object): ListedRow {
  const isWhole = Reflect.get(row, 'message') !== null
  return { id: textIn(row, 'id'), size: numberIn(row, 'size'), post: isWhole ? toPost(row) : null }
}

/** Rows of at most `READ_BYTES` together, or one that is larger. */
function* partsOf(
  rows: readonly ListedRow[],
): Generator<{ readonly part: readonly ListedRow[]; readonly size: number }> {
  let part: ListedRow[] = []
  let size = 0
  for (const row of rows) {
    if (part.length > 0 && size + row.size > READ_BYTES) {
      yield { part, size }
      part = []
      size = 0
    }
    part.push(row)
    size += row.size
  }
  if (part.length > 0) yield { part, size }
}
