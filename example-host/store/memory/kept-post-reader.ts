import { type KeptPost, parsePost } from './kept-post.js'
import type { PostReader } from './post-reader.js'
import type { StoredPost } from './rows.js'

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
