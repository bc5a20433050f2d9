import { call, Refusal } from '../api/call.js'
import { readPost } from '../api/shapes.js'
import { arrived } from './arrival.js'
import type { ChatState, Pending } from './model.js'
import type { Store } from './store.js'

let last = 0

/** Shows the message at once and sends it. */
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

/** Why a press of a button failed, in words; '' when it did not. */
export async function pressAction(
  postId: string,
  actionId: string,
  option: string,
): Promise<string> {
  try {
    const path = `/posts/${postId}/actions/${encodeURIComponent(actionId)}`
    await call('POST', path, option === '' ? {} : { selected_option: option })
    return ''
  } catch (error) {
    if (error instanceof Refusal) return error.message
    return 'The program behind this button did not answer. Try again later.'
  }
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
