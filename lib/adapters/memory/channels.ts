import { randomUUID } from 'node:crypto'
import type { HookChannel, HookUser } from '../../model/records.js'
import { directName } from '../direct-name.js'
import type { ChannelsAdapter } from '../types.js'
import type { MemoryHost } from './host.js'
import { isAlive } from '../../rules/alive.js'

export function memoryChannels(host: MemoryHost): ChannelsAdapter {
  const find = (matches: (channel: HookChannel) => boolean): HookChannel | null => {
    for (const channel of host.channels.values()) if (matches(channel)) return { ...channel }
    return null
  }
  const findDirect = (a: string, b: string): HookChannel | null => {
    const name = directName(a, b)
    return find((channel) => channel.type === 'direct' && channel.name === name)
  }
  const isMember = (user: HookUser, channel: HookChannel) =>
    host.members.get(channel.id)?.has(user.id) === true
  return {
    findById: (id) => {
      const channel = host.channels.get(id)
      return channel ? { ...channel } : null
    },
    findByName: (name, teamId) =>
      find((c) => c.type !== 'direct' && c.name === name && c.teamId === teamId),
    findDirect,
    createDirect: (a, b) => {
      const existing = findDirect(a, b)
      if (existing) return existing
      const channel: HookChannel = {
        id: randomUUID(),
        teamId: '',
        type: 'direct',
        name: directName(a, b),
        displayName: '',
        deleteAt: 0,
      }
      host.channels.set(channel.id, channel)
      host.members.set(channel.id, new Set([a, b]))
      return { ...channel }
    },
    canPost: (user, channel) =>
      channel.type === 'public' ||
      isMember(user, channel) ||
      (user.admin === true && channel.type !== 'direct'),
    listFor: (user, { query, limit }) => {
      const wanted = query.toLowerCase()
      return [...host.channels.values()]
        .filter(
          (channel) =>
            isAlive(channel) &&
            (channel.type === 'public' || isMember(user, channel)) &&
            [channel.name, channel.displayName].some((name) => name.toLowerCase().includes(wanted)),
        )
        .slice(0, limit)
        .map((channel) => ({ ...channel }))
    },
  }
}
