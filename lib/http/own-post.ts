import type { OwnPosts } from '../pipeline/own-posts.js'

const PATH = /^\/posts\/([^/]+)$/

/** The id in `/posts/{id}`, behind the key; null for other paths. */
export function ownPostIn(path: string): string | null {
  const [, written] = PATH.exec(path) ?? []
  if (written === undefined) return null
  try {
    return decodeURIComponent(written)
  } catch {
    return written
  }
}

/** What a host's store can do with posts of the sender's own. */
export function ownPostMethods({ change, delete: remove }: OwnPosts): readonly string[] {
  return [...(change ? ['PATCH'] : []), ...(remove ? ['DELETE'] : [])]
}
