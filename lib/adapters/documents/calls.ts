import { isObject } from '../../model/json.js'
import { WrongResult } from '../../host/wrong-result.js'
import { atMostEvery } from '../at-most-every.js'
import { numberIn, textIn } from '../stored-values.js'
import type { MaybePromise } from '../types.js'

const SWEEP_MS = 60 * 60_000

/** A document: an object of JSON. Most have an `id`, which is also the id they are put under. */
export type StoredDocument = Readonly<Record<string, unknown>>

/** The collections, whose names a host's own collections are not likely to have. */
export const COLLECTIONS = {
  webhooks: 'incoming-webhooks',
  /** From the digest of each key that works to the id of its webhook. */
  keys: 'incoming-webhook-keys',
  /** The ids of webhooks that expect something. */
  expecting: 'incoming-webhook-expecting',
  settings: 'incoming-webhook-settings',
  sessions: 'incoming-webhook-sessions',
  counters: 'incoming-webhook-counters',
  posts: 'incoming-webhook-posts',
  batches: 'incoming-webhook-batches',
  incidents: 'incoming-webhook-things',
} as const

/** The names of the collections that the stores use. */
export type DocumentCollection = (typeof COLLECTIONS)[keyof typeof COLLECTIONS]

/**
 * Reads documents, and returns copies: the library and your code may change what they hold. An id is any
 * text of up to 300 characters.
 */
export interface DocumentReader {
  /** A copy of a document. Null or undefined if there is none with this id. */
  get(collection: DocumentCollection, id: string): MaybePromise<object | null | undefined>
}

/** The calls of one transaction, which sees its own writes. */
export interface DocumentCalls extends DocumentReader {
  /** Creates or replaces a document, and keeps a copy of it. */
  put(collection: DocumentCollection, id: string, document: StoredDocument): MaybePromise<unknown>
  /** Does nothing if there is no such document. */
  delete(collection: DocumentCollection, id: string): MaybePromise<unknown>
}

/** A host's store of documents. */
export interface DocumentHost<Calls extends DocumentCalls = DocumentCalls> extends DocumentReader {
  /** All documents of a collection, in any order. */
  list(collection: DocumentCollection): MaybePromise<readonly object[]>
  /**
   * Runs `work` with the calls of a new transaction. All its writes are committed, and on stable
   * storage, or, if it throws, none. Returns what `work` returned, or throws what it threw.
   * Transactions that read and then write the same document run one after the other, or one of them is
   * tried again: so `work` may run more than once.
   */
  transaction<Result>(work: (calls: Calls) => Promise<Result>): Promise<Result>
}

/** A host's store of documents without transactions: each call is on stable storage when it returns. */
export interface PlainDocumentHost extends DocumentCalls {
  /** Says that the store has none, and that `createDocumentStores` may guarantee less. */
  readonly transactions: 'none'
  /** All documents of a collection, in any order. */
  list(collection: DocumentCollection): MaybePromise<readonly object[]>
}

/** A collection of a host's store. Documents are put under the ids that they have. */
export function collectionOf(host: DocumentHost, key: keyof typeof COLLECTIONS) {
  const name = COLLECTIONS[key]
  /** A document, or null. In a transaction, with its calls. */
  const find = async (id: string, calls: DocumentReader = host) =>
    asDocument(await calls.get(name, id))
  /** All documents. */
  const all = async (): Promise<readonly StoredDocument[]> => {
    const listed: unknown = await host.list(name)
    if (Array.isArray(listed) && listed.every(isObject)) return listed
    throw new WrongResult('list', 'a list of documents, each an object', listed)
  }
  /** The ids of those documents that are meant. */
  const ids = async (isMeant: (found: StoredDocument) => boolean): Promise<readonly string[]> =>
    (await all()).filter(isMeant).map((found) => textIn(found, 'id'))
  const remove = async (calls: DocumentCalls, gone: readonly string[]) => {
    for (const id of gone) await calls.delete(name, id)
  }
  return {
    find,
    all,
    ids,
    put: async (calls: DocumentCalls, document: StoredDocument & { readonly id: string }) => {
      await calls.put(name, document.id, document)
    },
    delete: remove,
    /**
     * Deletes documents whose time is over, and those that `surplus` names of the others, at most once an
     * hour, because it lists all of them.
     */
    sweeper: (
      timeName: string,
      surplus: (documents: readonly StoredDocument[]) => readonly string[] = () => [],
    ) =>
      atMostEvery(SWEEP_MS, async (now) => {
        const isOver = (found: StoredDocument) => numberIn(found, timeName) <= now
        const listed = await all()
        const tooMany = new Set(surplus(listed.filter((found) => !isOver(found))))
        const isGone = (found: StoredDocument) => isOver(found) || tooMany.has(textIn(found, 'id'))
        const gone = listed.filter(isGone).map((found) => textIn(found, 'id'))
        if (gone.length === 0) return
        await host.transaction(async (calls) => {
          for (const id of gone) {
            const found = await find(id, calls)
            // It may have been stored anew since.
            if (found && isGone(found)) await remove(calls, [id])
          }
        })
      }),
  }
}

/** A document that the host has read, or null. Throws `WrongResult` for anything else, such as JSON text. */
export function asDocument(found: unknown): StoredDocument | null {
  if (found === null || found === undefined) return null
  if (isObject(found)) return Object.fromEntries(Object.entries(found))
  throw new WrongResult('get', 'a document as an object, or null', found)
}
