import type { StoredPost } from '../model/records.js'
import type { StoredParts } from './stores.js'

/** What was stored, by hosts that store no edits too. */
export function partsOf(stored: readonly StoredPost[] | StoredParts): StoredParts {
  return 'posts' in stored ? stored : { posts: stored, edited: null }
}
