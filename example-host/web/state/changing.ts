import { CallError } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Post, readPost } from '../api/shapes.js'
import { arrived, withLoaded } from './arrival.js'
import type { ChatState } from './model.js'
import { reasonOf } from './reason.js'
import { withoutPost } from './removal.js'
import type { Store } from './store.js'

const DELETED = 'The message was deleted.'
/** The error id for a missing post. */
const NO_POST = 'api.context.404.app_error'

/** Edits a message. Returns an error text, or ''. */
export async function editMessage(
  store: Store<ChatState>,
  id: string,
  message: string,
): Promise<string> {
  try {
    const post = readPost(await call('PUT', `/posts/${id}/patch`, { message }))
    store.set((state) => arrived(state, post))
    return ''
  } catch (error) {
    return failureOf(error)
  }
}

/** Deletes a message. Returns an error text, or ''. */
export async function deleteMessage(store: Store<ChatState>, post: Post): Promise<string> {
  try {
    await call('DELETE', `/posts/${post.id}`)
  } catch (error) {
    const reason = failureOf(error)
    // The response to an earlier attempt may have been lost.
    if (reason !== DELETED) return reason
  }
  removePost(store, post)
  return ''
}

/** Removes a deleted post and reloads the reply count of its thread. */
export function removePost(store: Store<ChatState>, post: Post): void {
  store.set((state) => withoutPost(state, post))
  recount(store, [post])
}

/** Reloads reply counts after replies were deleted. */
export function recount(store: Store<ChatState>, deleted: readonly Post[]): void {
  const { posts } = store.get()
  const roots = new Set(deleted.map(({ rootId }) => rootId).filter((id) => posts.has(id)))
  for (const id of roots) quietly(askAgain(store, id))
}

async function askAgain(store: Store<ChatState>, id: string): Promise<void> {
  const post = readPost(await call('GET', `/posts/${id}`))
  store.set((state) => ({ posts: withLoaded(state, [post]) }))
}

function failureOf(error: unknown): string {
  return error instanceof CallError && error.id === NO_POST ? DELETED : reasonOf(error)
}
