import { messageOf } from '../../host/host-mistakes.js'
import { WrongResult } from '../../host/wrong-result.js'
import { checkFunctions } from '../check-functions.js'
import { FirstUse, type TransactionTrial, tryTransaction } from '../first-use.js'
import { OneAtATime } from '../one-at-a-time.js'
import type { PlainStores, Stores } from '../stores.js'
import {
  collectionOf,
  COLLECTIONS,
  type DocumentCalls,
  type DocumentHost,
  type PlainDocumentHost,
} from './calls.js'
import { storesOn } from './stores.js'

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
  const { once: _once, posts, ...stores } = withoutKept(storesOn(inTurn(host), () => null, clock))
  return { ...stores, posts: (messages) => withoutKept(posts(messages)) }
}

type Kept = Pick<Stores<never, never>, 'findBatch' | 'findIncident' | 'listIncidents'>

function withoutKept<Whole extends Kept>(whole: Whole) {
  const { findBatch: _batch, findIncident: _incident, listIncidents: _incidents, ...rest } = whole
  return rest
}

/**
 * Whether a document can be read in a transaction. Drivers word their refusals differently, or only say
 * that a command is unknown, so no error is read. Rejects if the database does not answer at all.
 */
async function hasTransactions(host: DocumentHost): Promise<boolean> {
  const { settings } = COLLECTIONS
  await host.get(settings, 'all')
  try {
    await host.transaction(async (calls) => calls.get(settings, 'all'))
    return true
  } catch {
    return false
  }
}

/** The host, whose transactions are tried before their first use. */
function tried<Calls extends DocumentCalls>(host: DocumentHost<Calls>): DocumentHost<Calls> {
  const firstUse = new FirstUse()
  return {
    get: (collection, id) => host.get(collection, id),
    list: (collection) => host.list(collection),
    transaction: async (work) => {
      if (!firstUse.isOver) await firstUse.once(() => explained(host))
      return host.transaction(work)
    },
  }
}

/** Tries a transaction, and says so if the database has none. */
async function explained(host: DocumentHost) {
  try {
    await tryTransaction(trialOf(host))
  } catch (error) {
    if (error instanceof WrongResult) throw error
    if (await hasTransactions(host).catch(() => true)) throw error
    throw new Error(messageOf('EIW_NO_TRANSACTIONS'), { cause: error })
  }
}

function trialOf(host: DocumentHost): TransactionTrial<DocumentCalls> {
  const counters = collectionOf(host, 'counters')
  return {
    transaction: (work) => host.transaction(work),
    read: async (calls) => calls.get(COLLECTIONS.settings, 'all'),
    write: (calls, id) => counters.put(calls, { id, fullAt: 0 }),
    remains: async (id) => {
      if (!(await counters.find(id))) return false
      await host.transaction((calls) => counters.delete(calls, [id]))
      return true
    },
  }
}

/** What stands for transactions: in one process, changes that compare versions cannot overlap. */
function inTurn(host: PlainDocumentHost): DocumentHost {
  const oneAtATime = new OneAtATime()
  return {
    get: (collection, id) => host.get(collection, id),
    list: (collection) => host.list(collection),
    transaction: (work) => oneAtATime.run('write', () => work(host)),
  }
}
