import type { StoredPost } from './rows.js'

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
