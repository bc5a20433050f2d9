import { CallError } from 'express-incoming-webhooks-ui/call'
import { textOf } from 'express-incoming-webhooks-ui/wire'
import { call } from '../api/call.js'
import { readPost } from '../api/shapes.js'
import { arrived } from './arrival.js'
import { isSafeHref } from '../text/links.js'
import { type ChatState, type Pending, withEntries } from './model.js'
import type { Store } from './store.js'

const FAILED = 'The program behind this button did not respond. Try again later.'

let last = 0

/** Shows the message immediately and sends it. */
export async function sendMessage(
  store: Store<ChatState>,
  message: Pick<Pending, 'channelId' | 'rootId' | 'message'>,
): Promise<void> {
  const pending: Pending = { ...message, key: `p${++last}`, at: Date.now(), failed: false }
  store.set((state) => ({ pending: [...state.pending, pending] }))
  await transmit(store, pending)
}

export async function sendAgain(store: Store<ChatState>, pending: Pending): Promise<void> {
  const again = { ...pending, failed: false }
  store.set((state) => ({
    pending: state.pending.map((each) => (each.key === pending.key ? again : each)),
  }))
  await transmit(store, again)
}

export function discard(store: Store<ChatState>, { key }: Pending): void {
  store.set(({ pending }) => ({ pending: pending.filter((each) => each.key !== key) }))
}

/**
 * Presses a button and shows the response of its integration in place of what an earlier press has
 * shown. Returns an error text, or ''.
 */
export async function pressAction(
  store: Store<ChatState>,
  postId: string,
  actionId: string,
  option: string,
): Promise<string> {
  const showAside = (text: string): void =>
    store.set(({ asides }) => ({ asides: withEntries(asides, [[postId, text]]) }))
  showAside('')
  try {
    const path = `/posts/${postId}/actions/${encodeURIComponent(actionId)}`
    const answer = await call('POST', path, option === '' ? {} : { selected_option: option })
    const aside = textOf(answer, 'ephemeral_text')
    // Another button may have been pressed meanwhile, and its answer be there.
    if (aside !== '') showAside(aside)
    goTo(textOf(answer, 'goto_location'))
    return ''
  } catch (error) {
    if (error instanceof CallError) return error.detail === '' ? FAILED : error.detail
    return FAILED
  }
}

function goTo(address: string): void {
  if (isSafeHref(address)) window.open(address, '_blank', 'noopener,noreferrer')
}

async function transmit(store: Store<ChatState>, pending: Pending): Promise<void> {
  const { channelId, rootId, message } = pending
  try {
    const answer = await call('POST', '/posts', { channel_id: channelId, message, root_id: rootId })
    discard(store, pending)
    store.set((state) => arrived(state, readPost(answer)))
  } catch {
    store.set((state) => ({
      pending: state.pending.map((each) =>
        each.key === pending.key ? { ...each, failed: true } : each,
      ),
    }))
  }
}
