import type { Channel } from '../api/shapes.js'
import { type ChatState, unreadOf } from './model.js'
import { channelName } from './names.js'

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
