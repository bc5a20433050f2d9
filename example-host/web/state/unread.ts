import { call } from '../api/call.js'
import type { Channel, Unread } from '../api/shapes.js'
import { type ChatState, unreadOf } from './model.js'
import { store } from './store.js'

type Counted = Pick<ChatState, 'channels' | 'unread'>

/** Marks the channel as read. */
export async function markRead(channelId: string): Promise<void> {
  store.set((state) => ({
    unread: new Map(state.unread).set(channelId, asRead(unreadOf(state, channelId))),
  }))
  try {
    await call('POST', '/channels/members/me/view', { channel_id: channelId })
  } catch {
    // Repeated the next time.
  }
}

export function asRead(unread: Unread): Unread {
  return { ...unread, posts: 0, mentions: 0 }
}

/** The unread messages that are for the reader: mentions, and all messages in a direct channel. */
export function personalCount({ kind }: Channel, { posts, mentions }: Unread): number {
  return kind === 'direct' ? Math.max(mentions, posts) : mentions
}

export function allPersonal({ channels, unread }: Counted): number {
  let sum = 0
  for (const [id, each] of unread) {
    const channel = channels.get(id)
    if (channel) sum += personalCount(channel, each)
  }
  return sum
}

export type UnreadLevel = 'none' | 'some' | 'personal'

/** The state of the tab's icon. */
export function unreadLevel(state: Counted): UnreadLevel {
  if (allPersonal(state) > 0) return 'personal'
  const isUnread = [...state.channels.keys()].some((id) => unreadOf(state, id).posts > 0)
  return isUnread ? 'some' : 'none'
}
