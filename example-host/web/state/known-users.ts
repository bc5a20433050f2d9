import { listOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'
import { type Post, readUser } from '../api/shapes.js'
import { type ChatState, withEntries } from './model.js'
import type { Store } from './store.js'

const AT_ONCE = 200

/** Loads the authors of posts and replies that are not known yet. */
export async function knowUsers(store: Store<ChatState>, posts: readonly Post[]): Promise<void> {
  const { users } = store.get()
  const named = new Set(posts.flatMap(({ userId, replies }) => [userId, ...replies.userIds]))
  const unknown = [...named].filter((id) => !users.has(id)).slice(0, AT_ONCE)
  if (unknown.length === 0) return
  const found = listOf(await call('POST', '/users/ids', unknown)).map(readUser)
  store.set((state) => ({
    users: withEntries(
      state.users,
      found.map((user) => [user.id, user]),
    ),
  }))
}
