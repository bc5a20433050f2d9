import type { Channel } from '../model/records.js'

/** The name of a channel for people. Hosts need not give one for display. */
export function shownChannelName({
  displayName,
  name,
}: Pick<Channel, 'displayName' | 'name'>): string {
  return displayName || name
}
