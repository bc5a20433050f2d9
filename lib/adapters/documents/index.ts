import { checkFunctions } from '../check-functions.js'
import type { KeptIncidents } from '../incidents.js'
import type { PlainStores, Stores } from '../stores.js'
import type { DocumentCalls, DocumentHost, PlainDocumentHost } from './calls.js'
import { storesOn } from './stores.js'
import { hasTransactions, inTurn, tried } from './transactions.js'

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
  const { once: _once, ...stores } = withoutKept(storesOn(inTurn(host), () => null, clock))
  return { ...stores, posts: (messages) => withoutKept(stores.posts(messages)) }
}

function withoutKept<Kept extends Pick<Stores<never, never>, 'findBatch' | keyof KeptIncidents>>(
  kept: Kept,
): Omit<Kept, 'findBatch' | keyof KeptIncidents> {
  const { findBatch: _batch, findIncident: _incident, listIncidents: _incidents, ...rest } = kept
  return rest
}
