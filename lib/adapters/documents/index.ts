import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import { fieldNames, recordOf } from '../../model/fields.js'
import type { Settings } from '../../model/records.js'
import { takeFrom } from '../../rules/bucket.js'
import { checkSettings } from '../check-settings.js'
import { keptPosts, keptPostsOf } from '../kept-posts.js'
import type { Stores } from '../stores.js'
import type { CountersAdapter, SessionsAdapter, SettingsAdapter, StoredSettings } from '../types.js'
import {
  asDocument,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
} from './calls.js'
import { documentBatches } from './batches.js'
import { documentPosts } from './posts.js'
import { createSweeper } from './sweeper.js'
import { documentThings } from './things.js'
import { documentWebhooks } from './webhooks.js'

export type {
  DocumentCalls,
  DocumentCollection,
  DocumentHost,
  DocumentReader,
  StoredDocument,
} from './calls.js'
export type { MessagePlace, OwnMessages, StoredMessage, Stores, WrittenPosts } from '../stores.js'

/** Options of `createDocumentStores`. */
export interface DocumentStoresOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
}

/**
 * Webhooks, settings, sessions, rate limits, idempotency keys, things and posts as documents of the
 * host. Lists of webhooks and things are filtered and sorted in memory.
 *
 * @example
 * ```ts
 * const stores = createDocumentStores({
 *   get: (collection, id) => database.read(collection, id),
 *   list: (collection) => database.readAll(collection),
 *   transaction: (work) => database.transaction((calls) => work(calls)),
 * })
 * ```
 */
export function createDocumentStores<Calls extends DocumentCalls>(
  host: DocumentHost<Calls>,
  { clock = Date.now }: DocumentStoresOptions = {},
): Stores<Calls, Calls> {
  const things = documentThings(host, clock)
  const batches = documentBatches(host, things, clock)
  const kept = documentPosts(host)
  return {
    webhooks: documentWebhooks(host),
    settings: documentSettings(host),
    sessions: documentSessions(host, clock),
    counters: documentCounters(host, clock),
    posts: (messages) =>
      keptPosts({
        kept,
        batches,
        things,
        messages,
        clock,
        transaction: (work) => host.transaction((calls: Calls) => work(calls, calls)),
      }),
    postsOf: (ids) => keptPostsOf(kept, ids),
    deletePosts: (ids) => host.transaction((calls) => kept.delete(calls, ids)),
    findBatch: batches.findBatch,
    findThing: things.findThing,
    listThings: things.listThings,
    once: batches.once,
  }
}

function documentSettings(host: DocumentHost): SettingsAdapter {
  const collection = COLLECTIONS.settings
  const read = async (calls: DocumentReader): Promise<StoredSettings> => {
    const found = asDocument(await calls.get(collection, 'all'))
    return recordOf<Record<keyof Settings, unknown>>(
      fieldNames(DEFAULT_SETTINGS),
      (name) => found?.[name] ?? DEFAULT_SETTINGS[name],
    )
  }
  return {
    get: () => read(host),
    update: async (changes) => {
      checkSettings(changes)
      return host.transaction(async (calls) => {
        const changed = { ...(await read(calls)), ...changes }
        await calls.put(collection, 'all', { id: 'all', ...changed })
        return changed
      })
    },
  }
}

function documentSessions(host: DocumentHost, clock: () => number): SessionsAdapter {
  const collection = COLLECTIONS.sessions
  const sweep = createSweeper(host, collection, 'expiresAt')
  return {
    create: async (session) => {
      await sweep(clock())
      await host.transaction(async (calls) => {
        await calls.put(collection, session.id, { ...session })
      })
    },
    find: async (id) => {
      const found = asDocument(await host.get(collection, id))
      const expiresAt = Number(found?.['expiresAt'])
      return found && expiresAt > clock()
        ? { id, userId: String(found['userId']), expiresAt }
        : null
    },
    delete: (id) =>
      host.transaction(async (calls) => {
        await calls.delete(collection, id)
      }),
    deleteForUser: async (userId) => {
      const all = (await host.list(collection)).map(asDocument)
      const ids = all.filter((found) => found?.['userId'] === userId).map((found) => found?.['id'])
      await host.transaction(async (calls) => {
        for (const id of ids) await calls.delete(collection, String(id))
      })
    },
  }
}

function documentCounters(host: DocumentHost, clock: () => number): CountersAdapter {
  const collection = COLLECTIONS.counters
  const sweep = createSweeper(host, collection, 'fullAt')
  return {
    take: async (key, limit, cost) => {
      const now = clock()
      await sweep(now)
      return host.transaction(async (calls) => {
        const found = asDocument(await calls.get(collection, key))
        const known = found && { fullAt: Number(found['fullAt']) }
        const { bucket, taken } = takeFrom(known, limit, now, cost)
        const isLower = known !== null && bucket.fullAt < known.fullAt
        if (cost !== 0 || isLower) await calls.put(collection, key, { id: key, ...bucket })
        return taken
      })
    },
    reset: (key) =>
      host.transaction(async (calls) => {
        await calls.delete(collection, key)
      }),
  }
}
