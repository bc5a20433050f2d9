import { type Channel, NOTHING_UNREAD, type Unread } from '../api/shapes.js'
import type { ChatState } from './model.js'

type Counted = Pick<ChatState, 'channels' | 'unread'>

/** The unread messages that are for the reader: mentions, and all messages in a direct channel. */
export function personalCount(
  { kind }: Channel,
  { posts, mentions }: Pick<Unread, 'posts' | 'mentions'>,
): number {
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
  const { channels, unread } = state
  const isUnread = [...channels.keys()].some((id) => (unread.get(id) ?? NOTHING_UNREAD).posts > 0)
  return isUnread ? 'some' : 'none'
}
