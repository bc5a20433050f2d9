import { call } from '../api/call.js'
import { NOTHING_UNREAD } from '../api/shapes.js'
import { type ChatState, withEntries } from './model.js'
import type { Store } from './store.js'

/** Marks the channel as read. */
export async function markRead(store: Store<ChatState>, channelId: string): Promise<void> {
  store.set(({ unread }) => {
    const known = unread.get(channelId) ?? NOTHING_UNREAD
    return { unread: withEntries(unread, [[channelId, { ...known, posts: 0, mentions: 0 }]]) }
  })
  try {
    await call('POST', '/channels/members/me/view', { channel_id: channelId })
  } catch {
    // Repeated the next time.
  }
}
