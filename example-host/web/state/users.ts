import { listOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'
import { type Post, readUser } from '../api/shapes.js'
import { withAll } from './model.js'
import { store } from './store.js'

const AT_ONCE = 200

/** Loads the authors of posts and replies that are not known yet. */
export async function knowUsers(posts: readonly Post[]): Promise<void> {
  const known = store.get().users
  const authors = posts.flatMap((post) => [post, ...post.replies.authors])
  const named = new Set(authors.map(({ userId }) => userId))
  const unknown = [...named].filter((id) => !known.has(id)).slice(0, AT_ONCE)
  if (unknown.length === 0) return
  const found = listOf(await call('POST', '/users/ids', unknown)).map(readUser)
  store.set(({ users }) => ({ users: withAll(users, found) }))
}
