import { type KeptPost, parsePost } from './kept-post.js'
import type { PostReader, PostSlice } from './post-reader.js'
import type { StoredPost } from './rows.js'

/** Characters of JSON after which a slice ends. */
const SLICE_CHARACTERS = 65_536

export interface KeptPostReader extends PostReader {
  slices(from: 'newest' | 'oldest'): Generator<PostSlice>
}

/** Reads posts of the timeline, which are given oldest first. */
export function keptPostReader(posts: readonly KeptPost[], withDeleted: boolean): KeptPostReader {
  return {
    count: posts.length,
    slices: (from) => slicesOf(from === 'newest' ? posts.toReversed() : posts, withDeleted),
  }
}

function* slicesOf(kept: readonly KeptPost[], withDeleted: boolean): Generator<PostSlice> {
  let posts: StoredPost[] = []
  let size = 0
  for (const post of kept) {
    if (post.isDeleted && !withDeleted) continue
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
