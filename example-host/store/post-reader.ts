import { type KeptPost, parsePost } from './memory/kept-post.js'
import type { StoredPost } from './memory/rows.js'

/** Posts that are read while they are sent: together they may be larger than the memory. */
export interface PostReader {
  /** Those that are deleted before they are read count too, but may be left out. */
  readonly count: number
  /** A few at a time, from the newest or from the oldest on. */
  batches(from: 'newest' | 'oldest'): Iterable<readonly StoredPost[]>
  /** At once, newest first. */
  all(): readonly StoredPost[]
}

/** Posts that have been read already, newest first. */
export function readerOf(posts: readonly StoredPost[]): PostReader {
  return {
    count: posts.length,
    batches: (from) => [from === 'newest' ? posts : posts.toReversed()],
    all: () => posts,
  }
}

/** Characters of JSON after which a batch ends. */
const BATCH_CHARACTERS = 65_536

/** Posts of the timeline, oldest first. */
export class KeptPostReader implements PostReader {
  readonly #posts: readonly KeptPost[]
  readonly #withDeleted: boolean

  constructor(posts: readonly KeptPost[], { withDeleted }: { readonly withDeleted: boolean }) {
    this.#posts = posts
    this.#withDeleted = withDeleted
  }

  get count(): number {
    return this.#posts.length
  }

  *batches(from: 'newest' | 'oldest'): Generator<readonly StoredPost[]> {
    let batch: StoredPost[] = []
    let characters = 0
    for (const post of from === 'newest' ? this.#posts.toReversed() : this.#posts) {
      if (post.isDeleted && !this.#withDeleted) continue
      const { json } = post
      batch.push(parsePost(json))
      characters += json.length
      if (characters < BATCH_CHARACTERS) continue
      yield batch
      batch = []
      characters = 0
    }
    if (batch.length > 0) yield batch
  }

  all(): readonly StoredPost[] {
    return [...this.batches('newest')].flat()
  }
}
