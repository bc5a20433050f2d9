import type { Destination } from '../../model/message.js'

/** Reads the payload's `channel` (docs/contract.md, Destination). */
export function readDestination(channel: string, userIdPattern: RegExp): Destination {
  if (channel === '') return { kind: 'webhookChannel' }
  if (channel.startsWith('@')) {
    return { kind: 'directToUser', username: channel.slice(1).toLowerCase() }
  }
  if (channel.startsWith('#')) {
    return { kind: 'channelName', name: channel.slice(1), mayBeId: false }
  }
  const [first, second, ...more] = channel.split('__', 3)
  if (first !== undefined && second !== undefined && more.length === 0) {
    if (userIdPattern.test(first) && userIdPattern.test(second)) {
      return { kind: 'directBetween', userIds: [first, second] }
    }
  }
  return { kind: 'channelName', name: channel, mayBeId: true }
}
