import type { PostReader, PostSlice } from '../memory/post-reader.js'
import type { StoredPost } from '../memory/rows.js'
import type { Database } from './database.js'
import { READ_BYTES, type Statement } from './pages.js'
import { numberIn, POST_COLUMNS, textIn, toPost } from './rows.js'

/** A row of a list, which may have been read without its contents. */
interface ListedRow {
  readonly id: string
  readonly size: number
  readonly post: StoredPost | null
}

/** The posts of a statement of `pages.ts`. Reads the contents that it left out when their turn comes. */
export async function readRows(
  query: Database['query'],
  statement: Statement,
  withDeleted = false,
): Promise<PostReader> {
  const rows = (await query(...statement)).map(toListedRow)
  const read = async (part: readonly ListedRow[]): Promise<StoredPost[]> => {
    const left = part.flatMap(({ id, post }) => (post ? [] : [id]))
    const late = new Map<string, StoredPost>()
    for (const row of left.length === 0 ? [] : await query(CONTENTS, [left])) {
      const post = toPost(row)
      if (post.deleteAt === undefined || withDeleted) late.set(post.id, post)
    }
    return part.flatMap(({ id, post }) => post ?? late.get(id) ?? [])
  }
  return {
    count: rows.length,
    slices: async function* (from): AsyncGenerator<PostSlice> {
      for (const { part, size } of partsOf(from === 'newest' ? rows : rows.toReversed())) {
        const posts = await read(part)
        if (posts.length > 0) yield { posts, size }
      }
    },
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
