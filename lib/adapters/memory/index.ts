import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import type { HookChannel, HookUser } from '../../model/records.js'
import { checkSettings } from '../check-settings.js'
import type { CheckedManagement } from '../../host/checked.js'
import type { CountersAdapter, SessionsAdapter, SignInAdapters } from '../types.js'
import { memoryChannels } from './channels.js'
import { createMemoryCounters } from './counters.js'
import type { MemoryHost } from './host.js'
import { KeptPosts } from './kept-posts.js'
import { memoryBatches, type MemoryPosts, memoryPosts } from './posts.js'
import { memoryUsers } from './users.js'
import { memoryWebhooks } from './webhooks.js'

/** Adapters with all guarantees, and their data. */
export interface MemoryAdapters extends SignInAdapters {
  /** Returns whole posts, without optional members. */
  readonly posts: MemoryPosts
  /** Returns whole records, without optional members. */
  readonly webhooks: CheckedManagement['webhooks']
  /** Returns all settings. */
  readonly settings: CheckedManagement['settings']
  /** Rate limits of this process. */
  readonly counters: CountersAdapter
  /** The data, to be filled and read by tests and demos. */
  readonly host: MemoryHost
  /**
   * Adds an administrator `admin` without a password and a public channel `town-square`, enough for
   * a first webhook. Returns copies of both.
   */
  addDemo(): {
    /** The administrator. */
    readonly user: HookUser
    /** The public channel. */
    readonly channel: HookChannel
  }
}

/**
 * Adapters that keep everything in memory: the reference implementation, for tests and demos.
 *
 * @example
 * ```ts
 * const adapters = createMemoryAdapters()
 * const { user, channel } = adapters.addDemo()
 * const webhooks = createIncomingWebhooks({ adapters, secret, siteUrl: 'http://localhost:3000' })
 * const { url } = await webhooks.manage.create(user.id, { channelId: channel.id, displayName: 'CI' })
 * ```
 */
export function createMemoryAdapters(
  options: {
    /** Returns the current time in milliseconds since 1970. Default: `Date.now`. */
    readonly clock?: () => number
  } = {},
): MemoryAdapters {
  const clock = options.clock ?? Date.now
  const host: MemoryHost = {
    users: new Map(),
    logins: new Map(),
    credentials: new Map(),
    channels: new Map(),
    members: new Map(),
    posts: new KeptPosts(),
    batches: new Map(),
    incidents: new Map(),
    webhooks: new Map(),
    sessions: new Map(),
    settings: { ...DEFAULT_SETTINGS },
  }
  const batches = memoryBatches(host.batches, clock)
  return {
    guarantees: ['once', 'consecutive', 'threads', 'incidents', 'direct'],
    host,
    users: memoryUsers(host),
    channels: memoryChannels(host),
    posts: memoryPosts(host.posts, batches, host.incidents, clock),
    webhooks: memoryWebhooks(host, batches),
    settings: memorySettings(host),
    sessions: memorySessions(host, clock),
    counters: createMemoryCounters(options.clock),
    addDemo: () => addDemo(host, clock()),
  }
}

function addDemo(host: MemoryHost, now: number): ReturnType<MemoryAdapters['addDemo']> {
  const user: HookUser = {
    id: 'a'.repeat(26),
    username: 'admin',
    email: 'admin@localhost',
    admin: true,
    createAt: now,
    deleteAt: 0,
  }
  const channel: HookChannel = {
    id: 'c'.repeat(26),
    teamId: 'main',
    teamName: 'main',
    type: 'public',
    name: 'town-square',
    displayName: 'Town Square',
    deleteAt: 0,
  }
  host.users.set(user.id, user)
  host.channels.set(channel.id, channel)
  return { user: { ...user }, channel: { ...channel } }
}

function memorySettings(host: MemoryHost): CheckedManagement['settings'] {
  return {
    get: () => ({ ...host.settings }),
    update: (changes) => {
      checkSettings(changes)
      host.settings = { ...host.settings, ...changes }
      return { ...host.settings }
    },
  }
}

function memorySessions(host: MemoryHost, clock: () => number): SessionsAdapter {
  return {
    create: (session) => {
      host.sessions.set(session.id, { ...session })
    },
    find: (id) => {
      const session = host.sessions.get(id)
      return session && session.expiresAt > clock() ? { ...session } : null
    },
    delete: (id) => {
      host.sessions.delete(id)
    },
    deleteForUser: (userId) => {
      for (const session of host.sessions.values()) {
        if (session.userId === userId) host.sessions.delete(session.id)
      }
    },
  }
}
