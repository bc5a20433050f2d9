import type {
  Channel,
  Credentials,
  IncomingWebhook,
  NewPost,
  Post,
  RateLimit,
  Session,
  Settings,
  Taken,
  User,
  Warning,
} from '../model/records.js'

/**
 * Adapter methods return a value or a promise. Return `null` if something does not exist; throw if the
 * host fails. Ids and names arrive as integrations wrote them, so they can be any text.
 */
export type MaybePromise<T> = T | Promise<T>

export interface UsersAdapter {
  /** The users with these ids, in any order, without unknown ids. Deactivated users are included. */
  findByIds(ids: readonly string[]): MaybePromise<readonly User[]>
  /** The users with these lower-case names, in any order, without unknown names. */
  findByUsernames(usernames: readonly string[]): MaybePromise<readonly User[]>
  /** For sign-in with a username (in any case) or e-mail address. Null for unknown and deactivated users. */
  findCredentials(loginId: string): MaybePromise<Credentials | null>
}

export interface ChannelsAdapter {
  /** Archived channels are included; their `deleteAt` is not 0. */
  findById(id: string): MaybePromise<Channel | null>
  /** The channel with exactly this name in the team. Direct channels are excluded. */
  findByName(name: string, teamId: string): MaybePromise<Channel | null>
  /** The direct channel of two users, or null. The order of the two does not matter. */
  findDirect(userId: string, otherUserId: string): MaybePromise<Channel | null>
  /** The direct channel of two users, created if missing. Concurrent calls must create only one per pair. */
  createDirect(userId: string, otherUserId: string): MaybePromise<Channel>
  /**
   * Whether a webhook of this user may post here: everyone in public channels, members in other
   * channels, and administrators also in private ones.
   */
  canPost(user: User, channel: Channel): MaybePromise<boolean>
  /**
   * At most `limit` channels that the user may choose for a webhook and whose name or display name
   * contains `query`.
   */
  listFor(
    user: User,
    options: { readonly query: string; readonly limit: number },
  ): MaybePromise<readonly Channel[]>
}

/**
 * Guarantees that a posts adapter can give in addition to storing all posts of a batch or none.
 * `once`: a batch with an idempotency key is stored only once. `consecutive`: no post of another
 * batch comes between its posts. `threads`: a post with a `rootId` is a reply.
 */
export type PostsPromise = 'once' | 'consecutive' | 'threads'

/** Store this in the commit of the batch, under the webhook's idempotency key, until `expiresAt`. */
export interface Once {
  readonly webhookId: string
  readonly key: string
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string
  readonly expiresAt: number
  /** Warnings and ignored parameters are returned again when the request is replayed. */
  readonly warnings: readonly Warning[]
  readonly ignored: readonly string[]
}

export interface PostBatch {
  /** 1 to 64 posts of one channel, in order. */
  readonly posts: readonly NewPost[]
  readonly once?: Once
}

export interface StoredBatch {
  readonly fingerprint: string
  readonly posts: readonly Post[]
  readonly warnings: readonly Warning[]
  /** Absent in batches that were stored before this field existed. */
  readonly ignored?: readonly string[]
}

export type BatchResult =
  | { readonly stored: true; readonly posts: readonly Post[] }
  /** The key of `once` was already used, so nothing was stored now. */
  | { readonly stored: false; readonly earlier: StoredBatch }

export interface PostChanges {
  readonly message?: string
  readonly props?: Post['props']
}

export interface PostsAdapter {
  readonly promises: readonly PostsPromise[]
  /**
   * Stores all posts or none, and returns once they are on stable storage. Call `withFirstId` for each
   * post. Times within a channel must increase. Throw `WebhookError('storage_unavailable')` if nothing
   * was stored and a retry may succeed.
   */
  createBatch(batch: PostBatch): MaybePromise<BatchResult>
  /** The batch stored under an idempotency key, or null if there is none or it has expired. */
  findBatch(webhookId: string, key: string): MaybePromise<StoredBatch | null>
  /** Any post of the host, from a webhook or a user. Required for `threads`. */
  findById(id: string): MaybePromise<Post | null>
  /** Increases `updateAt`. Null if the post no longer exists or its `updateAt` is not the expected one. */
  update(id: string, changes: PostChanges, expectedUpdateAt: number): MaybePromise<Post | null>
}

export type WebhookChanges = Partial<Omit<IncomingWebhook, 'id' | 'createAt'>>

export interface WebhooksAdapter {
  /** Finds a webhook by the SHA-256 of its current key, or of a previous key that is still in the record. */
  findByKeyDigest(keyDigest: string): MaybePromise<IncomingWebhook | null>
  /** Records when a key was used. Best effort: called after the response, at most once a minute per key. */
  touch(id: string, at: number, key: 'current' | 'previous'): MaybePromise<void>
  findById(id: string): MaybePromise<IncomingWebhook | null>
  /** Newest first: by `createAt`, then by `id`, both descending. */
  list(filter: {
    readonly userId?: string
    readonly teamId?: string
    readonly offset: number
    readonly limit: number
  }): MaybePromise<{ readonly items: readonly IncomingWebhook[]; readonly total: number }>
  create(webhook: IncomingWebhook): MaybePromise<IncomingWebhook>
  /** Null if the record no longer exists or its `updateAt` is not the expected one. */
  update(
    id: string,
    changes: WebhookChanges,
    expectedUpdateAt?: number,
  ): MaybePromise<IncomingWebhook | null>
  /** False if there was no such record. */
  delete(id: string): MaybePromise<boolean>
}

export interface SettingsAdapter {
  /** All settings, with defaults for those never changed. Called once per request. */
  get(): MaybePromise<Settings>
  /** Changes the given settings and returns all of them. */
  update(changes: Partial<Settings>): MaybePromise<Settings>
}

export interface SessionsAdapter {
  create(session: Session): MaybePromise<void>
  /** Null if it never existed, was deleted or has expired. */
  find(id: string): MaybePromise<Session | null>
  delete(id: string): MaybePromise<void>
  deleteForUser(userId: string): MaybePromise<void>
}

/**
 * One token bucket per key. It holds at most `burst` tokens and gets `perSecond` of them back per
 * second, including fractions. `takeFrom` does the arithmetic, so that an adapter stores one number
 * per key.
 */
export interface CountersAdapter {
  /**
   * Takes a token; a cost of 0 only reads the state. If less than a whole token is left, none is taken
   * and `allowed` is false. Concurrent calls for one key must not take the same token.
   */
  take(key: string, limit: RateLimit, cost?: 0 | 1): MaybePromise<Taken>
  /** Fills the bucket. */
  reset(key: string): MaybePromise<void>
}

/** Posts that the library has stored, changed or deleted in one commit. */
export interface PostsEvent {
  /** `edited`: by the response of a button's integration. */
  readonly change: 'posted' | 'edited' | 'deleted'
  /** Posts of one channel, in order. The parts of a long message come together. */
  readonly posts: readonly Post[]
  readonly channel: Channel
}

/**
 * Called after each commit, so that the host can notify its clients. A retry of a stored request does
 * not call it again. Best effort: it changes no response, a promise is not awaited, and a failure is
 * logged once (`EIW_ON_POSTS_FAILED`).
 */
export type OnPosts = (event: PostsEvent) => unknown

/** What a host with its own sign-in provides. Without `counters`, the library counts in memory. */
export interface ManagementAdapters {
  readonly users: Pick<UsersAdapter, 'findByIds' | 'findByUsernames'>
  readonly channels: ChannelsAdapter
  readonly posts: PostsAdapter
  readonly webhooks: WebhooksAdapter
  readonly settings: SettingsAdapter
  readonly counters?: CountersAdapter
}

/** What a host provides if its users sign in through the library. */
export interface Adapters extends ManagementAdapters {
  readonly users: UsersAdapter
  readonly sessions: SessionsAdapter
}

/** The adapter methods that deliveries need. */
export interface DeliveryAdapters {
  readonly users: Pick<UsersAdapter, 'findByIds' | 'findByUsernames'>
  readonly channels: Pick<
    ChannelsAdapter,
    'findById' | 'findByName' | 'findDirect' | 'createDirect' | 'canPost'
  >
  readonly posts: Pick<PostsAdapter, 'promises' | 'createBatch' | 'findBatch' | 'findById'>
  readonly webhooks: Pick<WebhooksAdapter, 'findByKeyDigest' | 'touch'>
  readonly settings: Pick<SettingsAdapter, 'get'>
  readonly counters?: CountersAdapter
}
