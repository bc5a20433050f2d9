import { isObject } from '../../model/json.js'
import { WrongResult } from '../../host/wrong-result.js'
import { textIn } from '../stored-values.js'
import type { MaybePromise } from '../types.js'

/** A document: an object of JSON. Most have an `id`, which is also the id they are put under. */
export type StoredDocument = Readonly<Record<string, unknown>>

/** The collections, whose names a host's own collections are not likely to have. */
export const COLLECTIONS = {
  webhooks: 'incoming-webhooks',
  /** From the digest of each key that works to the id of its webhook. */
  keys: 'incoming-webhook-keys',
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
export class Collection {
  readonly #host: Pick<DocumentHost, 'get' | 'list'>
  readonly #name: DocumentCollection

  constructor(host: Pick<DocumentHost, 'get' | 'list'>, name: keyof typeof COLLECTIONS) {
    this.#host = host
    this.#name = COLLECTIONS[name]
  }

  /** A document, or null. In a transaction, with its calls. */
  async find(id: string, calls: DocumentReader = this.#host): Promise<StoredDocument | null> {
    return asDocument(await calls.get(this.#name, id))
  }

  /** All documents. */
  async all(): Promise<readonly StoredDocument[]> {
    const all: unknown = await this.#host.list(this.#name)
    if (Array.isArray(all) && all.every(isObject)) return all
    throw new WrongResult('list', 'a list of documents, each an object', all)
  }

  /** The ids of those documents that are meant. */
  async ids(isMeant: (found: StoredDocument) => boolean): Promise<readonly string[]> {
    return (await this.all()).filter(isMeant).map((found) => textIn(found, 'id'))
  }

  async put(
    calls: DocumentCalls,
    document: StoredDocument & { readonly id: string },
  ): Promise<void> {
    await calls.put(this.#name, document.id, document)
  }

  async delete(calls: DocumentCalls, ids: readonly string[]): Promise<void> {
    for (const id of ids) await calls.delete(this.#name, id)
  }
}

/** A document that the host has read, or null. Throws `WrongResult` for anything else, such as JSON text. */
export function asDocument(found: unknown): StoredDocument | null {
  if (found === null || found === undefined) return null
  if (isObject(found)) return Object.fromEntries(Object.entries(found))
  throw new WrongResult('get', 'a document as an object, or null', found)
}
