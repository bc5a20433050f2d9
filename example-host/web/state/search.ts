import { call } from '../api/call.js'
import { readPage } from '../api/shapes.js'
import { knowUsers } from './users.js'

const PER_PAGE = 30

export type Found = Readonly<Awaited<ReturnType<typeof searchMessages>>>

/** The latest messages that contain all words. */
export async function searchMessages(terms: string) {
  const answer = await call('POST', '/posts/search', { terms, per_page: PER_PAGE })
  const { posts, hasNext } = readPage(answer)
  await knowUsers(posts)
  return {
    terms,
    /** Newest first. */
    posts: posts.toReversed(),
    hasMore: hasNext,
  }
}
