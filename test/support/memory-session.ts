import { type MemoryDiagnostics, memoryDiagnostics } from './memory-diagnostics.js'
import { createMemoryAdapters, type MemoryAdapters } from 'express-incoming-webhooks/memory'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'

/** A session over adapters in memory, by way of their maps. */
export interface MemorySession extends ConformanceSession {
  readonly adapters: MemoryAdapters & MemoryDiagnostics
}

export function openMemory(): MemorySession {
  const adapters = { ...createMemoryAdapters(), ...memoryDiagnostics() }
  const { host } = adapters
  let made = 0
  const nextId = (kind: string): string => `${kind}${(made += 1)}`.padEnd(26, 'y')
  return {
    adapters,
    seedUser: ({ username, email, admin, active, passwordHash }) => {
      const id = nextId('user')
      const user = { id, username, email, admin, createAt: 1, deleteAt: active ? 0 : 2 }
      host.users.set(id, user)
      host.credentials.set(id, { userId: id, passwordHash })
      return { ...user }
    },
    seedChannel: ({ name, displayName, type, archived }) => {
      const id = nextId('channel')
      const channel = { id, teamId: 'main', type, name, displayName, deleteAt: archived ? 2 : 0 }
      host.channels.set(id, channel)
      host.members.set(id, new Set())
      return { ...channel }
    },
    addMember: (channelId, userId) => {
      host.members.get(channelId)?.add(userId)
    },
    claimLogin: (userId, forge, login) => {
      host.logins.set(`${forge}/${login}`, userId)
    },
    readPosts: (channelId) =>
      [...host.posts.values()].filter((post) => post.channelId === channelId),
  }
}
