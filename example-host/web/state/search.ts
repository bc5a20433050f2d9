import { call } from '../api/call.js'
import { type Post, readPage } from '../api/shapes.js'
import { knowUsers } from './users.js'

const PER_PAGE = 30

export interface Found {
  readonly terms: string
  /** Newest first. */
  readonly posts: readonly Post[]
  readonly hasMore: boolean
}

/** The latest messages that contain all words. */
export async function searchMessages(terms: string): Promise<Found> {
  const answer = await call('POST', '/posts/search', { terms, per_page: PER_PAGE })
  const { posts, hasNext } = readPage(answer)
  await knowUsers(posts)
  return { terms, posts: posts.toReversed(), hasMore: hasNext }
}
