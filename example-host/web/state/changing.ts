import { CallError } from 'express-incoming-webhooks-ui/call'
import { call, quietly } from '../api/call.js'
import { type Post, readPost } from '../api/shapes.js'
import { arrived, withLoaded, withoutPost } from './arrival.js'
import { Refusal } from './reason.js'
import { store } from './store.js'

/** The error id for a missing post. */
const NO_POST = 'api.context.404.app_error'

export async function editMessage(id: string, message: string): Promise<void> {
  try {
    const post = readPost(await call('PUT', `/posts/${id}/patch`, { message }))
    store.set((state) => arrived(state, post))
  } catch (error) {
    throw isGone(error) ? new Refusal('The message was deleted.') : error
  }
}

export async function deleteMessage(post: Post): Promise<void> {
  try {
    await call('DELETE', `/posts/${post.id}`)
  } catch (error) {
    // The response to an earlier attempt may have been lost.
    if (!isGone(error)) throw error
  }
  removePost(post)
}

/** Removes a deleted post and reloads the reply count of its thread. */
export function removePost(post: Post): void {
  store.set((state) => withoutPost(state, post))
  recount([post])
}

/** Reloads reply counts after replies were deleted. */
export function recount(deleted: readonly Post[]): void {
  const { posts } = store.get()
  const roots = new Set(deleted.map(({ rootId }) => rootId).filter((id) => posts.has(id)))
  for (const id of roots) quietly(askAgain(id))
}

function isGone(error: unknown): boolean {
  return error instanceof CallError && error.id === NO_POST
}

async function askAgain(id: string): Promise<void> {
  const post = readPost(await call('GET', `/posts/${id}`))
  store.set((state) => ({ posts: withLoaded(state, [post]) }))
}
