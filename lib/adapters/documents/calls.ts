import type { MaybePromise } from '../types.js'

/** A document: an object of JSON. Most have an `id`, which is also the id they are put under. */
export type StoredDocument = Readonly<Record<string, unknown>>

/**
 * Reads documents. `collection` is `webhooks`, `webhook-keys`, `webhook-settings`, `webhook-sessions`,
 * `webhook-counters`, `webhook-batches` or `webhook-posts`; an id is any text of up to 300 characters.
 */
export interface DocumentReader {
  get(collection: string, id: string): MaybePromise<object | null | undefined>
}

/** The calls of one transaction, which sees its own writes. */
export interface DocumentCalls extends DocumentReader {
  /** Creates or replaces a document. */
  put(collection: string, id: string, document: StoredDocument): MaybePromise<unknown>
  /** Does nothing if there is no such document. */
  delete(collection: string, id: string): MaybePromise<unknown>
}

/** A host's store of documents. */
export interface DocumentHost<Calls extends DocumentCalls = DocumentCalls> extends DocumentReader {
  /** All documents of a collection, in any order. */
  list(collection: string): MaybePromise<readonly object[]>
  /**
   * Runs `work` with the calls of a new transaction. All its writes are committed, and on stable
   * storage, or, if it throws, none. Transactions that read and then write the same document run one
   * after the other, or one of them is tried again: so `work` may run more than once.
   */
  transaction<Result>(work: (calls: Calls) => Promise<Result>): Promise<Result>
}

export function asDocument(found: unknown): StoredDocument | null {
  return typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found))
    : null
}
