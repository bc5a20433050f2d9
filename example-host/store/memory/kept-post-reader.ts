import { type KeptPost, parsePost } from './kept-post.js'
import type { PostReader, PostSlice } from './post-reader.js'
import type { StoredPost } from './rows.js'

/** Characters of JSON after which a slice ends. */
const SLICE_CHARACTERS = 65_536

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

  *slices(from: 'newest' | 'oldest'): Generator<PostSlice> {
    let posts: StoredPost[] = []
    let size = 0
    for (const post of from === 'newest' ? this.#posts.toReversed() : this.#posts) {
      if (post.isDeleted && !this.#withDeleted) continue
      const { json } = post
      posts.push(parsePost(json))
      size += json.length
      if (size < SLICE_CHARACTERS) continue
      yield { posts, size }
      posts = []
      size = 0
    }
    if (posts.length > 0) yield { posts, size }
  }
}
