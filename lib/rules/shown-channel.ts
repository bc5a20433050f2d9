import type { Destination } from '../model/message.js'
import type { HookChannel, HookUser } from '../model/records.js'

/** The name of a channel for people. Hosts need not give one for display. */
export function shownChannelName({
  displayName,
  name,
}: Pick<HookChannel, 'displayName' | 'name'>): string {
  return displayName || name
}

/**
 * The name of the channel that a message went to, for people. Direct channels are named after the
 * users whom the request named, because their own names are ids.
 */
export function shownDestination(
  destination: Destination,
  channel: Pick<HookChannel, 'displayName' | 'name' | 'type'>,
  ownerId: string,
  usersById: ReadonlyMap<string, Pick<HookUser, 'username'>>,
): string {
  switch (destination.kind) {
    case 'directToUser':
      return `@${destination.username}`
    case 'directBetween': {
      const others = destination.userIds.filter((id) => id !== ownerId)
      const named = others.length === 0 ? [ownerId] : others
      return named.map((id) => `@${usersById.get(id)?.username ?? id}`).join(' and ')
    }
    default:
      return channel.type === 'direct' ? channel.displayName : shownChannelName(channel)
  }
}
