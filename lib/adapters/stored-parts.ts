import type { StoredPost } from '../model/records.js'
import type { Thing } from '../model/things.js'
import type { StoredParts } from './stores.js'

/** What was stored, by hosts that store no edits too. */
export function partsOf(stored: readonly StoredPost[] | StoredParts): StoredParts {
  return 'posts' in stored ? stored : { posts: stored, edited: null }
}

/** The thing with the id of its post, which may be the first of its batch. */
export function withPostId(thing: Thing, [first]: readonly { readonly id: string }[]): Thing {
  return { ...thing, postId: thing.postId || (first?.id ?? '') }
}
