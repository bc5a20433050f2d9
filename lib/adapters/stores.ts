import type { NewPost, HookPost, StoredPost } from '../model/records.js'
import type { KeptIncidents } from './incidents.js'
import type {
  BatchResult,
  CountersAdapter,
  MaybePromise,
  PostBatch,
  PostsAdapter,
  SessionsAdapter,
  SettingsAdapter,
  WebhooksAdapter,
} from './types.js'

/** What a host's database returns of a message that it has stored. */
export interface StoredMessage {
  /** The id that the message has in the database. */
  readonly id: string | number | bigint
  /** Milliseconds since 1970, also as the text that drivers of PostgreSQL return for `bigint`. */
  readonly createAt: number | string | bigint | Date
}

/**
 * Writes the host's own messages. `handle` is that of the host's transaction.
 *
 * @example
 * ```ts
 * const messages: OwnMessages<Transaction> = {
 *   insert: (posts, tx) =>
 *     tx.insertMessages(posts.map(({ channelId, userId, message }) => ({ channelId, userId, message }))),
 *   setText: (id, text, tx) => tx.updateMessage(id, text),
 * }
 * ```
 */
export interface OwnMessages<Handle> {
  /**
   * Stores the posts as messages of the host, in order, and returns their ids and times: the ids that
   * the posts have, or those that the database assigned. Times within a channel must increase. Use only
   * `handle` for statements, and do nothing else: it may run again after a failure. Other statements
   * are not part of the transaction, or wait for its end. If you keep `props` too, know that
   * `webhook_part.first_id` in them is an id that the posts had before: read them with `postsOf` instead.
   */
  insert(posts: readonly NewPost[], handle: Handle): MaybePromise<readonly StoredMessage[]>
  /** Changes the text of a message. False if there is no such message any more. */
  setText(id: string, text: string, handle: Handle): MaybePromise<boolean>
  /**
   * Deletes a message of a webhook, and replies to it if your chat does so. False if there is no such
   * message any more. Optional: without it, senders cannot delete their posts.
   */
  delete?(id: string, handle: Handle): MaybePromise<boolean>
  /**
   * For the guarantee `threads`, and if people can delete or edit messages: where a message of a person
   * or a webhook is, or null if it does not exist any more.
   */
  find?(id: string): MaybePromise<{
    /** The id of its channel. */
    readonly channelId: string
    /** The id of the first message of its thread, if it is a reply. */
    readonly rootId?: string | null | undefined
    /** Its text, if people can change it. */
    readonly message?: string
  } | null>
}

/** What a `createBatch` of your own has written, if its batches may hold an edit. */
export interface WrittenPosts {
  /** The posts of the batch as they were stored, in order. */
  readonly posts: readonly StoredPost[]
  /** The post after the edit of the batch; null if it has none. */
  readonly edited: StoredPost | null
}

/**
 * Stores of a database without transactions. Of the guarantees, `once`, `incidents` and `consecutive` do
 * not hold, so their methods are missing. If a write fails or the process ends in the middle of a
 * batch, a part of it may be stored. Only one process may use them.
 */
export interface PlainStores extends Pick<
  Stores<never, null>,
  'webhooks' | 'settings' | 'sessions' | 'counters' | 'postsOf' | 'deletePosts'
> {
  /**
   * A posts adapter that keeps whole posts beside the host's own messages, so that these need no place
   * for props. The `handle` is null.
   */
  readonly posts: (messages: OwnMessages<null>) => PostsAdapter<never>
}

/**
 * Ready-made adapters for everything that is the library's own. A host adds `users`, `channels` and,
 * through `posts`, the writing of its messages. `Transaction` is what `once` writes in, and `Handle`
 * what `OwnMessages` get to run the host's own statements in the same transaction.
 */
export interface Stores<Transaction, Handle> {
  /** For the adapter of this name. */
  readonly webhooks: WebhooksAdapter
  /** For the adapter of this name. */
  readonly settings: SettingsAdapter
  /** For the adapter of this name. */
  readonly sessions: SessionsAdapter
  /** For the adapter of this name. */
  readonly counters: CountersAdapter
  /**
   * A posts adapter that keeps whole posts beside the host's own messages, so that these need no place
   * for props.
   */
  readonly posts: (messages: OwnMessages<Handle>) => PostsAdapter<'once' | 'incidents'>
  /**
   * Whole posts by the ids of their messages, such as those of a page of your history: their `props`
   * say whether and how a program wrote them. Messages of people are not in it.
   */
  readonly postsOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, HookPost>>
  /** Deletes what is kept of posts. Call it when their messages have been deleted. */
  readonly deletePosts: (ids: readonly string[]) => Promise<void>
  /** For a posts adapter of your own with the guarantee `once`: its method of this name. */
  readonly findBatch: PostsAdapter<'once'>['findBatch']
  /** For a posts adapter of your own with the guarantee `incidents`: its method of this name. */
  readonly findIncident: KeptIncidents['findIncident']
  /** For a posts adapter of your own with the guarantee `incidents`: its method of this name. */
  readonly listIncidents: KeptIncidents['listIncidents']
  /**
   * For a `createBatch` of your own with the guarantees `once` or `incidents`: calls `store`, unless a
   * batch with the same idempotency key was stored before, or the `incident` of the batch is not as
   * expected. Key and incident are kept in `transaction`, in which `store` writes the posts and returns
   * them, so that all are committed or nothing. Concurrent calls with one key or incident wait for each
   * other.
   *
   * With `incidents`, `store` first makes the `edit` of the batch and returns the post with the others; it
   * returns null, having written nothing, if that post does not have the expected version.
   */
  readonly once: (
    transaction: Transaction,
    batch: PostBatch,
    store: () => MaybePromise<readonly StoredPost[] | WrittenPosts | null>,
  ) => Promise<BatchResult>
}
