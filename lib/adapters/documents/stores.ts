import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import { fieldNames, recordOf } from '../../model/fields.js'
import type { HookSettings } from '../../model/records.js'
import { takeFrom } from '../../rules/bucket.js'
import { checkSettings } from '../check-settings.js'
import { assembleStores, type KeptPosts, nothingElse } from '../kept-posts.js'
import { numberIn, textIn } from '../stored-values.js'
import type { Stores } from '../stores.js'
import type { CountersAdapter, SessionsAdapter, SettingsAdapter, StoredSettings } from '../types.js'
import { documentBatches, documentIncidents } from './once.js'
import {
  collectionOf,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
} from './calls.js'
import { documentWebhooks } from './webhooks.js'

/** The stores on a host whose transactions are known to be right. `handleOf`: what hosts get of one. */
export function storesOn<Calls extends DocumentCalls, Handle>(
  host: DocumentHost<Calls>,
  handleOf: (calls: Calls) => Handle,
  clock: () => number,
): Stores<Calls, Handle> {
  const kept = documentPosts(host)
  return assembleStores<Calls, Handle>({
    webhooks: documentWebhooks(host),
    settings: documentSettings(host),
    sessions: documentSessions(host, clock),
    counters: documentCounters(host, clock),
    kept,
    keys: documentBatches(host, clock),
    incidents: documentIncidents(host, clock),
    deletePosts: (ids) => host.transaction((calls) => kept.delete(calls, ids, nothingElse)),
    clock,
    transaction: (work) => host.transaction((calls) => work(calls, handleOf(calls))),
  })
}

function documentSettings(host: DocumentHost): SettingsAdapter {
  const settings = collectionOf(host, 'settings')
  const read = async (calls?: DocumentReader): Promise<StoredSettings> => {
    const found = await settings.find('all', calls)
    return recordOf<Record<keyof HookSettings, unknown>>(
      fieldNames(DEFAULT_SETTINGS),
      (name) => found?.[name] ?? DEFAULT_SETTINGS[name],
    )
  }
  return {
    get: () => read(),
    update: async (changes) => {
      checkSettings(changes)
      return host.transaction(async (calls) => {
        const changed = { ...(await read(calls)), ...changes }
        await settings.put(calls, { id: 'all', ...changed })
        return changed
      })
    },
  }
}

function documentSessions(host: DocumentHost, clock: () => number): SessionsAdapter {
  const sessions = collectionOf(host, 'sessions')
  const sweep = sessions.sweeper('expiresAt')
  const remove = (ids: readonly string[]) =>
    host.transaction((calls) => sessions.delete(calls, ids))
  return {
    create: async (session) => {
      sweep(clock())
      await host.transaction((calls) => sessions.put(calls, { ...session }))
    },
    find: async (id) => {
      const found = await sessions.find(id)
      const expiresAt = found ? numberIn(found, 'expiresAt') : 0
      return found && expiresAt > clock()
        ? { id, userId: textIn(found, 'userId'), expiresAt }
        : null
    },
    delete: (id) => remove([id]),
    deleteForUser: async (userId) =>
      remove(await sessions.ids((found) => textIn(found, 'userId') === userId)),
  }
}

function documentCounters(host: DocumentHost, clock: () => number): CountersAdapter {
  const counters = collectionOf(host, 'counters')
  const sweep = counters.sweeper('fullAt')
  return {
    take: async (key, limit, cost, aheadMs) => {
      sweep(clock())
      return host.transaction(async (calls) => {
        const found = await counters.find(key, calls)
        // A transaction may have waited for others that took later: an earlier time would be too early.
        const now = clock()
        const known = found && { fullAt: numberIn(found, 'fullAt') }
        const { bucket, taken } = takeFrom(known, limit, now, cost, aheadMs)
        const isLower = known !== null && bucket.fullAt < known.fullAt
        if (cost !== 0 || isLower) await counters.put(calls, { id: key, ...bucket })
        return taken
      })
    },
    reset: (key) => host.transaction((calls) => counters.delete(calls, [key])),
  }
}

function documentPosts(host: DocumentHost): KeptPosts<DocumentCalls> {
  const kept = collectionOf(host, 'posts')
  return {
    find: async (ids) =>
      (await Promise.all(ids.map((id) => kept.find(id)))).filter((found) => found !== null),
    insert: async (calls, posts) => {
      for (const post of posts) await kept.put(calls, { ...post })
    },
    // Without transactions, the message goes first: a retry then finds what is left to do.
    replace: async (calls, post, expectedVersion, message) => {
      const before = await kept.find(post.id, calls)
      if (!before || numberIn(before, 'version') !== expectedVersion) return false
      await message()
      await kept.put(calls, { ...post })
      return true
    },
    delete: async (calls, ids, message) => {
      const result = await message()
      await kept.delete(calls, ids)
      return result
    },
  }
}
