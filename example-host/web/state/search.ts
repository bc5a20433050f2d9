import { call } from '../api/call.js'
import { type Post, readHasNext, readPosts } from '../api/shapes.js'
import { knowUsers } from './known-users.js'
import type { ChatState } from './model.js'
import { reasonOf } from './reason.js'
import type { Store } from './store.js'

const PER_PAGE = 30

export interface Found {
  readonly terms: string
  /** Newest first. */
  readonly posts: readonly Post[]
  readonly hasMore: boolean
  /** Why the search failed, or ''. */
  readonly error: string
}

/** The latest messages that contain all words. */
export async function searchMessages(store: Store<ChatState>, terms: string): Promise<Found> {
  try {
    const answer = await call('POST', '/posts/search', { terms, per_page: PER_PAGE })
    const posts = readPosts(answer).toReversed()
    await knowUsers(store, posts)
    return { terms, posts, hasMore: readHasNext(answer), error: '' }
  } catch (error) {
    return { terms, posts: [], hasMore: false, error: reasonOf(error) }
  }
}
