import type { HookSettings } from 'express-incoming-webhooks'
import { DEFAULT_SETTINGS } from 'express-incoming-webhooks/adapters'
import type { Broken } from './broken.js'

const SETTINGS_COPIES =
  'settings: are copies: changing input or results does not change what is stored'
const NAMED = 'settings: change only where a value is given, and are returned in full'
const UNNAMED = 'settings: do not change if nothing is given'
const SIGNS_IN = ', if the library signs users in'
const FOUND = `sessions: are found unchanged until they expire${SIGNS_IN}`
const ENDED = `sessions: end when deleted; deleting again is harmless${SIGNS_IN}`
const ALL_ENDED = `sessions: of one user can all be ended at once, without ending those of others${SIGNS_IN}`
const COPIES = `sessions: are copies: changing input or results does not change what is stored${SIGNS_IN}`
const COUNTS = ', if the host provides counters'
const ALLOWED = `counters: give as many tokens at once as the bucket holds, and return how many are left${COUNTS}`
const LOOKED = `counters: take nothing if the cost is 0${COUNTS}`
const EACH_KEY = `counters: keep a bucket per key${COUNTS}`
const EXACT = `counters: count exactly under concurrent calls${COUNTS}`
const BACK = `counters: refill the bucket one token at a time, including fractions${COUNTS}`
const HIGHER = `counters: apply a changed limit from the next call on${COUNTS}`
const RESET = `counters: refill a bucket that is reset, without affecting others${COUNTS}`

export const BROKEN_SETTINGS: readonly Broken[] = [
  {
    what: 'settings that nobody has changed are missing',
    fails: ['settings: are complete before the first change', NAMED, UNNAMED, SETTINGS_COPIES],
    breakAdapters: ({ settings }) => {
      let changed: object = {}
      return {
        settings: {
          // As a host without types would answer.
          get: () => JSON.parse(JSON.stringify(changed)) as HookSettings,
          update: async (changes) => {
            changed = { ...changed, ...changes }
            return settings.update(changes)
          },
        },
      }
    },
  },
  {
    what: 'what is not named goes back to its default',
    fails: [NAMED],
    breakAdapters: ({ settings }) => ({
      settings: {
        ...settings,
        update: (changes) => settings.update({ ...DEFAULT_SETTINGS, ...changes }),
      },
    }),
  },
  {
    what: 'a column for a setting is missing',
    fails: [NAMED],
    breakAdapters: ({ settings }) => ({
      settings: {
        ...settings,
        update: ({ restrictDirectMessagesToCreator: _lost, ...changes }) =>
          settings.update(changes),
      },
    }),
  },
  {
    what: 'no change is a failure',
    fails: [UNNAMED],
    breakAdapters: ({ settings }) => ({
      settings: {
        ...settings,
        update: (changes) => {
          if (Object.keys(changes).length === 0) throw new Error('syntax error near WHERE')
          return settings.update(changes)
        },
      },
    }),
  },
  {
    what: 'settings are live references',
    fails: [SETTINGS_COPIES],
    breakAdapters: ({ host, settings }) => ({
      settings: { ...settings, get: () => host.settings },
    }),
  },
]

export const BROKEN_SESSIONS: readonly Broken[] = [
  {
    what: 'sessions do not expire',
    fails: [FOUND],
    breakAdapters: ({ host, sessions }) => ({
      sessions: { ...sessions, find: (id) => structuredClone(host.sessions.get(id) ?? null) },
    }),
  },
  {
    what: 'deleting a session twice is a failure',
    fails: [ENDED],
    breakAdapters: ({ host, sessions }) => ({
      sessions: {
        ...sessions,
        delete: (id) => {
          if (!host.sessions.delete(id)) throw new Error('no such session')
        },
      },
    }),
  },
  {
    what: 'all users are signed out together',
    fails: [ALL_ENDED],
    breakAdapters: ({ host, sessions }) => ({
      sessions: {
        ...sessions,
        deleteForUser: () => {
          host.sessions.clear()
        },
      },
    }),
  },
  {
    what: 'one session of a user is left',
    fails: [ALL_ENDED],
    breakAdapters: ({ host, sessions }) => ({
      sessions: {
        ...sessions,
        deleteForUser: (userId) => {
          const own = [...host.sessions.values()].find((session) => session.userId === userId)
          if (own) host.sessions.delete(own.id)
        },
      },
    }),
  },
  {
    what: 'sessions are live references',
    fails: [COPIES],
    breakAdapters: ({ host, sessions }) => ({
      sessions: {
        ...sessions,
        create: (session) => {
          host.sessions.set(session.id, session)
        },
      },
    }),
  },
]

export const BROKEN_COUNTERS: readonly Broken[] = [
  {
    what: 'one more than allowed is allowed',
    fails: [ALLOWED, LOOKED, EXACT, BACK, RESET],
    breakAdapters: ({ counters }) => ({
      counters: {
        ...counters,
        take: (key, limit, cost) => counters.take(key, { ...limit, burst: limit.burst + 1 }, cost),
      },
    }),
  },
  {
    what: 'looking takes a token',
    fails: [LOOKED],
    breakAdapters: ({ counters }) => ({
      counters: { ...counters, take: (key, limit) => counters.take(key, limit) },
    }),
  },
  {
    what: 'all keys count together',
    fails: [EACH_KEY, RESET],
    breakAdapters: ({ counters }) => ({
      counters: {
        take: (_key, limit, cost) => counters.take('all', limit, cost),
        reset: () => counters.reset('all'),
      },
    }),
  },
  {
    what: 'the count is read, awaited and written',
    fails: [EXACT],
    breakAdapters: ({ counters }) => ({
      counters: {
        ...counters,
        take: async (key, limit, cost) => {
          const seen = await counters.take(key, limit, 0)
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (cost === 0 || !seen.allowed) return seen
          const taken = await counters.take(key, limit, cost)
          return { ...taken, allowed: true }
        },
      },
    }),
  },
  {
    what: 'tokens never come back',
    fails: [BACK, HIGHER],
    breakAdapters: ({ counters }) => ({
      counters: {
        ...counters,
        take: async (key, limit, cost) => {
          const taken = await counters.take(key, { ...limit, perSecond: 0.001 }, cost)
          const tokenMs = 1000 / limit.perSecond
          return { ...taken, nextMs: taken.nextMs && tokenMs, fullMs: taken.fullMs && tokenMs }
        },
      },
    }),
  },
  {
    what: 'a window of whole seconds instead of a bucket',
    fails: [BACK, HIGHER],
    breakAdapters: () => {
      const windows = new Map<string, { count: number; endsAt: number }>()
      return {
        counters: {
          take: (key, { perSecond, burst }, cost = 1) => {
            const now = Date.now()
            const known = windows.get(key)
            const window =
              known && known.endsAt > now
                ? known
                : { count: 0, endsAt: now + Math.ceil(burst / perSecond) * 1000 }
            const allowed = window.count < burst
            if (allowed) window.count += cost
            windows.set(key, window)
            const fullMs = window.count === 0 ? 0 : Math.min(window.endsAt - now, 20_000)
            const remaining = burst - window.count
            return { allowed, remaining, nextMs: remaining > 0 ? 0 : fullMs, fullMs }
          },
          reset: (key) => {
            windows.delete(key)
          },
        },
      }
    },
  },
  {
    what: 'a reset does nothing',
    fails: [RESET],
    breakAdapters: ({ counters }) => ({ counters: { ...counters, reset: () => undefined } }),
  },
]
