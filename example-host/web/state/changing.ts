import { CallError, isUnanswered } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Post, readPost } from '../api/shapes.js'
import { arrived, withLoaded } from './arrival.js'
import type { ChatState } from './model.js'
import { withoutPost } from './removal.js'
import type { Store } from './store.js'

const NO_ANSWER = 'The server did not respond. Check your connection and try again.'
const DELETED = 'The message was deleted.'
/** The id of the error for a post that is not there. */
const NO_POST = 'api.context.404.app_error'

/** Gives a message another text. Why that failed, in words; '' when it did not. */
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
    return reasonOf(error)
  }
}

/** Deletes a message. Why that failed, in words; '' when it did not. */
export async function deleteMessage(store: Store<ChatState>, post: Post): Promise<string> {
  try {
    await call('DELETE', `/posts/${post.id}`)
  } catch (error) {
    const reason = reasonOf(error)
    // The answer to an earlier try may have been lost on its way.
    if (reason !== DELETED) return reason
  }
  removePost(store, post)
  return ''
}

/** Takes away a deleted post, and counts anew what is left of its thread. */
export function removePost(store: Store<ChatState>, post: Post): void {
  store.set((state) => withoutPost(state, post))
  recount(store, [post])
}

/** Asks how many replies are left where some were deleted. */
export function recount(store: Store<ChatState>, deleted: readonly Post[]): void {
  const { posts } = store.get()
  const roots = new Set(deleted.map(({ rootId }) => rootId).filter((id) => posts.has(id)))
  for (const id of roots) quietly(askAgain(store, id))
}

async function askAgain(store: Store<ChatState>, id: string): Promise<void> {
  const post = readPost(await call('GET', `/posts/${id}`))
  store.set((state) => ({ posts: withLoaded(state, [post]) }))
}

function reasonOf(error: unknown): string {
  if (isUnanswered(error)) return NO_ANSWER
  if (!(error instanceof CallError)) throw error
  if (error.id === NO_POST) return DELETED
  return error.message || `The server responded with ${error.status}`
}
