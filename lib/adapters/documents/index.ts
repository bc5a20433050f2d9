import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import { fieldNames, recordOf } from '../../model/fields.js'
import type { HookSettings } from '../../model/records.js'
import { takeFrom } from '../../rules/bucket.js'
import { checkFunctions } from '../check-functions.js'
import { checkSettings } from '../check-settings.js'
import { keptPosts, keptPostsOf, nothingElse } from '../kept-posts.js'
import { numberIn, textIn } from '../stored-values.js'
import type { PlainStores, Stores } from '../stores.js'
import type { CountersAdapter, SessionsAdapter, SettingsAdapter, StoredSettings } from '../types.js'
import {
  asDocument,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type DocumentReader,
  listed,
  type PlainDocumentHost,
} from './calls.js'
import { documentBatches } from './batches.js'
import { documentPosts } from './posts.js'
import { createSweeper } from './sweeper.js'
import { documentIncidents } from './incidents.js'
import { hasTransactions, inTurn, tried } from './transactions.js'
import { documentWebhooks } from './webhooks.js'

export type { DocumentCalls, DocumentHost, PlainDocumentHost } from './calls.js'

/** Options of `createDocumentStores`. */
interface DocumentStoresOptions {
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number
}

/**
 * Webhooks, settings, sessions, rate limits, idempotency keys, incidents and posts as documents of the
 * host. Lists of webhooks and incidents are filtered and sorted in memory.
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
  options?: DocumentStoresOptions,
): Stores<Calls, Calls>
/**
 * For a database without transactions, such as a MongoDB server outside a replica set. `PlainStores`
 * says what does not hold.
 *
 * @example
 * ```ts
 * const stores = createDocumentStores({
 *   transactions: 'none',
 *   get: (collection, id) => database.read(collection, id),
 *   list: (collection) => database.readAll(collection),
 *   put: (collection, id, document) => database.write(collection, id, document),
 *   delete: (collection, id) => database.remove(collection, id),
 * })
 * ```
 */
export function createDocumentStores(
  host: PlainDocumentHost,
  options?: DocumentStoresOptions,
): PlainStores
export function createDocumentStores<Calls extends DocumentCalls>(
  host: DocumentHost<Calls> | PlainDocumentHost,
  { clock = Date.now }: DocumentStoresOptions = {},
): Stores<Calls, Calls> | PlainStores {
  const isWithout = host instanceof Object && isPlain(host)
  const writing = isWithout ? ['put', 'delete'] : ['transaction']
  checkFunctions('createDocumentStores', host, ['get', 'list', ...writing])
  return isPlain(host) ? plainStores(host, clock) : transactedStores(host, clock)
}

function isPlain(host: object): host is PlainDocumentHost {
  return 'transactions' in host && host.transactions === 'none'
}

function transactedStores<Calls extends DocumentCalls>(
  host: DocumentHost<Calls>,
  clock: () => number,
): Stores<Calls, Calls> {
  const { webhooks, ...stores } = storesOn(tried(host), (calls) => calls, clock)
  return { ...stores, webhooks: { ...webhooks, hasTransactions: () => hasTransactions(host) } }
}

/** Without the methods of guarantees that do not hold, so that a list with them is refused. */
function plainStores(host: PlainDocumentHost, clock: () => number): PlainStores {
  const stores = storesOn(inTurn(host), () => null, clock)
  const { webhooks, settings, sessions, counters, postsOf, deletePosts } = stores
  return {
    webhooks,
    settings,
    sessions,
    counters,
    posts: (messages) => {
      const posts = stores.posts(messages)
      return {
        createBatch: (batch) => posts.createBatch(batch),
        findById: (id) => posts.findById(id),
        update: (...change) => posts.update(...change),
        ...(posts.delete && { delete: (id: string) => posts.delete?.(id) ?? false }),
      }
    },
    postsOf,
    deletePosts,
  }
}

function storesOn<Calls extends DocumentCalls, Handle>(
  host: DocumentHost<Calls>,
  handleOf: (calls: Calls) => Handle,
  clock: () => number,
): Stores<Calls, Handle> {
  const incidents = documentIncidents(host, clock)
  const batches = documentBatches(host, incidents, clock)
  const kept = documentPosts(host)
  return {
    webhooks: documentWebhooks(host),
    settings: documentSettings(host),
    sessions: documentSessions(host, clock),
    counters: documentCounters(host, clock),
    posts: (messages) =>
      keptPosts<Calls, Handle>({
        kept,
        batches,
        incidents,
        messages,
        clock,
        transaction: (work) => host.transaction((calls) => work(calls, handleOf(calls))),
      }),
    postsOf: (ids) => keptPostsOf(kept, ids),
    deletePosts: (ids) => host.transaction((calls) => kept.delete(calls, ids, nothingElse)),
    findBatch: batches.findBatch,
    findIncident: incidents.findIncident,
    listIncidents: incidents.listIncidents,
    once: batches.once,
  }
}

function documentSettings(host: DocumentHost): SettingsAdapter {
  const collection = COLLECTIONS.settings
  const read = async (calls: DocumentReader): Promise<StoredSettings> => {
    const found = asDocument(await calls.get(collection, 'all'))
    return recordOf<Record<keyof HookSettings, unknown>>(
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
      const expiresAt = found ? numberIn(found, 'expiresAt') : 0
      return found && expiresAt > clock()
        ? { id, userId: textIn(found, 'userId'), expiresAt }
        : null
    },
    delete: (id) =>
      host.transaction(async (calls) => {
        await calls.delete(collection, id)
      }),
    deleteForUser: async (userId) => {
      const all = await listed(host, collection)
      const own = all.filter((found) => textIn(found, 'userId') === userId)
      await host.transaction(async (calls) => {
        for (const found of own) await calls.delete(collection, textIn(found, 'id'))
      })
    },
  }
}

function documentCounters(host: DocumentHost, clock: () => number): CountersAdapter {
  const collection = COLLECTIONS.counters
  const sweep = createSweeper(host, collection, 'fullAt')
  return {
    take: async (key, limit, cost) => {
      await sweep(clock())
      return host.transaction(async (calls) => {
        const found = asDocument(await calls.get(collection, key))
        // A transaction may have waited for others that took later: an earlier time would be too early.
        const now = clock()
        const known = found && { fullAt: numberIn(found, 'fullAt') }
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
