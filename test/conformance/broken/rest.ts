import { DEFAULT_SETTINGS, type Settings } from 'express-incoming-webhooks'
import type { Broken } from './broken.js'

const NAMED = 'settings: change only in the given values, and are returned completely'
const UNNAMED = 'settings: do not change if nothing is given'
const SIGNS_IN = ', if the library signs users in'
const FOUND = `sessions: are found unchanged until they expire${SIGNS_IN}`
const ENDED = `sessions: end when deleted, also if deleted again${SIGNS_IN}`
const ALL_ENDED = `sessions: all end for one user, and for no other${SIGNS_IN}`
const COPIES = `sessions: are copies: changing input or results does not change what is stored${SIGNS_IN}`
const COUNTS = ', if the host provides counters'
const ALLOWED = `counters: allow as many points as there are, and return how many are left${COUNTS}`
const LOOKED = `counters: do not consume points if the cost is 0${COUNTS}`
const EACH_KEY = `counters: count each key separately${COUNTS}`
const EXACT = `counters: count exactly under concurrent calls${COUNTS}`
const WINDOW = `counters: start again when the window ends${COUNTS}`
const RESET = `counters: start again when reset, without affecting other keys${COUNTS}`

export const BROKEN_SETTINGS: readonly Broken[] = [
  {
    what: 'settings that nobody has changed are missing',
    fails: ['settings: are complete before the first change', NAMED, UNNAMED],
    breakAdapters: ({ settings }) => {
      let changed: object = {}
      return {
        settings: {
          // As a host without types would answer.
          get: () => JSON.parse(JSON.stringify(changed)) as Settings,
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
    fails: ['settings: are copies: changing input or results does not change what is stored'],
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
    fails: [ALLOWED, LOOKED, EXACT, WINDOW, RESET],
    breakAdapters: ({ counters }) => ({
      counters: {
        ...counters,
        consume: (key, limit, cost) =>
          counters.consume(key, { ...limit, points: limit.points + 1 }, cost),
      },
    }),
  },
  {
    what: 'looking takes a point',
    fails: [LOOKED],
    breakAdapters: ({ counters }) => ({
      counters: { ...counters, consume: (key, limit) => counters.consume(key, limit) },
    }),
  },
  {
    what: 'all keys count together',
    fails: [EACH_KEY, RESET],
    breakAdapters: ({ counters }) => ({
      counters: {
        consume: (_key, limit, cost) => counters.consume('all', limit, cost),
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
        consume: async (key, limit, cost) => {
          const seen = await counters.consume(key, limit, 0)
          await new Promise((resolve) => setTimeout(resolve, 1))
          if (cost === 0 || !seen.allowed) return seen
          const taken = await counters.consume(key, limit, cost)
          return { ...taken, allowed: true }
        },
      },
    }),
  },
  {
    what: 'the window never ends',
    fails: [WINDOW],
    breakAdapters: ({ counters }) => ({
      counters: {
        ...counters,
        consume: async (key, limit, cost) => {
          const state = await counters.consume(key, { ...limit, seconds: 60 }, cost)
          return { ...state, resetMs: Math.min(state.resetMs, limit.seconds * 1000) }
        },
      },
    }),
  },
  {
    what: 'a reset does nothing',
    fails: [RESET],
    breakAdapters: ({ counters }) => ({ counters: { ...counters, reset: () => undefined } }),
  },
]
