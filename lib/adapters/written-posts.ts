import type { StoredPost } from '../model/records.js'
import type { WrittenPosts } from './stores.js'

/** What was stored, by hosts that store no edits too. */
export function writtenPosts(stored: readonly StoredPost[] | WrittenPosts): WrittenPosts {
  return 'posts' in stored ? stored : { posts: stored, edited: null }
}
