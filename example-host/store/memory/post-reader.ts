import type { StoredPost } from './rows.js'

/** Posts that were read together. */
export interface PostSlice {
  readonly posts: readonly StoredPost[]
  /** About how many characters of JSON they are, or bytes. */
  readonly size: number
  /** The slices behind it have no later posts. Absent: they may have. */
  readonly until?: number
}

/** Posts that are read while they are sent: together they may be larger than the memory. */
export interface PostReader {
  /** Those that are deleted before they are read count too, but may be left out. */
  readonly count: number
  /** A few at a time, from the newest or from the oldest on. No slice is empty. */
  slices(from: 'newest' | 'oldest'): Iterable<PostSlice> | AsyncIterable<PostSlice>
}

/** All posts at once, newest first: for lists that are known to be small. */
export async function allOf(reader: PostReader): Promise<readonly StoredPost[]> {
  const all: StoredPost[] = []
  for await (const { posts } of reader.slices('newest')) all.push(...posts)
  return all
}
