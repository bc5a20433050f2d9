import { CallError } from 'express-incoming-webhooks-ui/call'
import { textOf } from 'express-incoming-webhooks-ui/wire'
import { call, quietly, Refusal } from '../api/call.js'
import { type Post, readPost } from '../api/shapes.js'
import { isSafeHref } from '../text/links.js'
import { arrived, withLoaded, withoutPost } from './arrival.js'
import { type Pending, store } from './store.js'

const FAILED = 'The program behind this button did not respond. Try again later.'

let last = 0

/** Shows the message immediately and sends it. */
export async function sendMessage(
  message: Pick<Pending, 'channelId' | 'rootId' | 'message'>,
): Promise<void> {
  const pending: Pending = { ...message, key: `p${++last}`, failed: false }
  store.set((state) => ({ pending: [...state.pending, pending] }))
  await transmit(pending)
}

export async function sendAgain(pending: Pending): Promise<void> {
  const again = { ...pending, failed: false }
  replace(again)
  await transmit(again)
}

export function discard({ key }: Pending): void {
  store.set(({ pending }) => ({ pending: pending.filter((each) => each.key !== key) }))
}

/**
 * Presses a button and shows the response of its integration in place of what an earlier press has
 * shown. Returns an error text, or ''.
 */
export async function pressAction(
  postId: string,
  actionId: string,
  option: string,
): Promise<string> {
  showAside(postId, '')
  try {
    const path = `/posts/${postId}/actions/${encodeURIComponent(actionId)}`
    const answer = await call('POST', path, option === '' ? {} : { selected_option: option })
    const aside = textOf(answer, 'ephemeral_text')
    // Another button may have been pressed meanwhile, and its answer be there.
    if (aside !== '') showAside(postId, aside)
    const address = textOf(answer, 'goto_location')
    if (isSafeHref(address)) window.open(address, '_blank', 'noopener,noreferrer')
    return ''
  } catch (error) {
    return (error instanceof CallError && error.detail) || FAILED
  }
}

/** Shows a text below a post, or nothing any more. */
export function showAside(postId: string, text: string): void {
  store.set(({ asides }) => ({ asides: new Map(asides).set(postId, text) }))
}

async function transmit(pending: Pending): Promise<void> {
  const { channelId, rootId, message } = pending
  try {
    const answer = await call('POST', '/posts', { channel_id: channelId, message, root_id: rootId })
    discard(pending)
    store.set((state) => arrived(state, readPost(answer)))
  } catch {
    replace({ ...pending, failed: true })
  }
}

function replace(changed: Pending): void {
  store.set(({ pending }) => ({
    pending: pending.map((each) => (each.key === changed.key ? changed : each)),
  }))
}

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
