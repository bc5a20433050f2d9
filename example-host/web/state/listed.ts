import { type Channel, NOTHING_UNREAD } from '../api/shapes.js'
import type { ChatState } from './model.js'
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
  const { channels, own, place, unread } = state
  const wanted = filter.trim().toLowerCase()
  const groups: Record<GroupName, (readonly [string, Channel])[]> = {
    unread: [],
    public: [],
    private: [],
    direct: [],
  }
  for (const channel of channels.values()) {
    const { id, kind } = channel
    if (!own.has(id) && id !== place.channelId) continue
    const name = channelName(channel, state)
    if (!name.toLowerCase().includes(wanted)) continue
    const isUnread = id !== place.channelId && (unread.get(id) ?? NOTHING_UNREAD).posts > 0
    groups[isUnread ? 'unread' : kind].push([name, channel])
  }
  const sorted = (group: GroupName): readonly Channel[] =>
    groups[group].sort(([a], [b]) => compareNames(a, b)).map(([, channel]) => channel)
  return {
    unread: sorted('unread'),
    public: sorted('public'),
    private: sorted('private'),
    direct: sorted('direct'),
  }
}

/** All of them, from top to bottom. */
export function inOrder(groups: ReturnType<typeof listedChannels>): readonly Channel[] {
  return GROUPS.flatMap((name) => groups[name])
}
