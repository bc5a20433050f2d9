import { call } from '../api/call.js'
import type { Channel, Unread } from '../api/shapes.js'
import { channelName } from './names.js'
import { type ChatState, store, unreadOf } from './store.js'

type Listed = Pick<ChatState, 'channels' | 'own' | 'place' | 'users' | 'me' | 'unread'>

export const GROUPS = ['unread', 'public', 'private', 'direct'] as const
export type GroupName = (typeof GROUPS)[number]

// Numbers by their value: `rack-9` before `rack-10`.
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

export function compareNames(a: string, b: string): number {
  return collator.compare(a, b)
}

/**
 * The channels of the list: those with unread messages first, the others by kind, each sorted by name.
 * The one that is open is not among the unread.
 */
export function listedChannels(
  state: Listed,
  filter = '',
): Readonly<Record<GroupName, readonly Channel[]>> {
  const { channels, own, place } = state
  const wanted = filter.trim().toLowerCase()
  const groups: Record<GroupName, Channel[]> = { unread: [], public: [], private: [], direct: [] }
  const named = [...channels.values()]
    .map((channel) => ({ channel, name: channelName(channel, state) }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .sort((a, b) => compareNames(a.name, b.name))
  for (const { channel } of named) {
    const { id, kind } = channel
    const isOpen = id === place.channelId
    if (!own.has(id) && !isOpen) continue
    groups[!isOpen && unreadOf(state, id).posts > 0 ? 'unread' : kind].push(channel)
  }
  return groups
}

/** All of them, from top to bottom. */
export function inOrder(groups: ReturnType<typeof listedChannels>): readonly Channel[] {
  return GROUPS.flatMap((name) => groups[name])
}

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
