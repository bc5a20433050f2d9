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
 * Adapters return a value or a promise: `null` if something does not exist; a throw means that the
 * host failed. Ids and names arrive as integrations write them, which may be any text.
 */
export type MaybePromise<T> = T | Promise<T>

export interface UsersAdapter {
  /** The users of these ids, in any order; unknown ids are left out. Deactivated users are included. */
  findByIds(ids: readonly string[]): MaybePromise<readonly User[]>
  /** The users of these names, which are lower case; unknown names are left out. */
  findByUsernames(usernames: readonly string[]): MaybePromise<readonly User[]>
  /** For signing in with a user name (any case) or an e-mail address. Null for unknown and deactivated users. */
  findCredentials(loginId: string): MaybePromise<Credentials | null>
}

export interface ChannelsAdapter {
  /** Archived channels are found too; their `deleteAt` tells. */
  findById(id: string): MaybePromise<Channel | null>
  /** The channel with exactly this name in the team. Direct channels are not looked for here. */
  findByName(name: string, teamId: string): MaybePromise<Channel | null>
  /** The direct channel of two users, or null. The order of the two does not matter. */
  findDirect(userId: string, otherUserId: string): MaybePromise<Channel | null>
  /** The direct channel of two users, made if missing: one per pair, also when asked twice at once. */
  createDirect(userId: string, otherUserId: string): MaybePromise<Channel>
  /**
   * Whether a webhook of this user may post here: anyone in public channels, members elsewhere,
   * administrators in private ones too.
   */
  canPost(user: User, channel: Channel): MaybePromise<boolean>
  /** Channels that the user may choose for a webhook, whose name or display name holds `query`; at most `limit`. */
  listFor(
    user: User,
    options: { readonly query: string; readonly limit: number },
  ): MaybePromise<readonly Channel[]>
}

/**
 * What a posts adapter keeps beyond storing all posts of a batch or none.
 * `once`: a batch with an idempotency key is stored once, ever. `consecutive`: nothing of another
 * batch comes between its posts. `threads`: `rootId` makes a post a reply.
 */
export type PostsPromise = 'once' | 'consecutive' | 'threads'

/** Remembers a batch under the webhook's idempotency key until `expiresAt`, in the same commit. */
export interface Once {
  readonly webhookId: string
  readonly key: string
  /** SHA-256 of the request, hexadecimal. */
  readonly fingerprint: string
  readonly expiresAt: number
  /** Both are returned again when the request is repeated. */
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
  /** Absent in batches of stores that did not keep it yet. */
  readonly ignored?: readonly string[]
}

export type BatchResult =
  | { readonly stored: true; readonly posts: readonly Post[] }
  /** The key of `once` was used before: nothing was stored now. */
  | { readonly stored: false; readonly earlier: StoredBatch }

export interface PostChanges {
  readonly message?: string
  readonly props?: Post['props']
}

export interface PostsAdapter {
  readonly promises: readonly PostsPromise[]
  /**
   * Stores all posts or none, and answers when they are on stable storage. Times rise within a
   * channel, and `withFirstId` is called for each post. Throws `WebhookError('storage_unavailable')` when nothing was stored and a try may help later.
   */
  createBatch(batch: PostBatch): MaybePromise<BatchResult>
  /** The batch stored under an idempotency key, or null when there is none or it has expired. */
  findBatch(webhookId: string, key: string): MaybePromise<StoredBatch | null>
  /** Any post of the host, by a webhook or by a person; needed for `threads`. */
  findById(id: string): MaybePromise<Post | null>
  /** Raises `updateAt`. Null when the post is gone or its `updateAt` is not the expected one. */
  update(id: string, changes: PostChanges, expectedUpdateAt: number): MaybePromise<Post | null>
}

export type WebhookChanges = Partial<Omit<IncomingWebhook, 'id' | 'createAt'>>

export interface WebhooksAdapter {
  /** By the SHA-256 of the current key, or of a previous one that the record still holds. */
  findByKeyDigest(keyDigest: string): MaybePromise<IncomingWebhook | null>
  /** Notes when a key was used. Best effort: called after the answer, at most once a minute. */
  touch(id: string, at: number, key: 'current' | 'previous'): MaybePromise<void>
  findById(id: string): MaybePromise<IncomingWebhook | null>
  /** Newest first (`createAt`, then `id`, falling). */
  list(filter: {
    readonly userId?: string
    readonly teamId?: string
    readonly offset: number
    readonly limit: number
  }): MaybePromise<{ readonly items: readonly IncomingWebhook[]; readonly total: number }>
  create(webhook: IncomingWebhook): MaybePromise<IncomingWebhook>
  /** Null when the record is gone, or its `updateAt` is not the expected one. */
  update(
    id: string,
    changes: WebhookChanges,
    expectedUpdateAt?: number,
  ): MaybePromise<IncomingWebhook | null>
  /** False when there was none. */
  delete(id: string): MaybePromise<boolean>
}

export interface SettingsAdapter {
  /** All settings, defaults included. Asked once per request. */
  get(): MaybePromise<Settings>
  /** Changes what is named, answers all. */
  update(changes: Partial<Settings>): MaybePromise<Settings>
}

export interface SessionsAdapter {
  create(session: Session): MaybePromise<void>
  /** Null when it was never there, has been deleted, or has expired. */
  find(id: string): MaybePromise<Session | null>
  delete(id: string): MaybePromise<void>
  deleteForUser(userId: string): MaybePromise<void>
}

/**
 * One token bucket for each key. It holds at most `burst` tokens and gets `perSecond` of them back
 * each second, fractions included. `takeFrom` does the arithmetic: an adapter keeps one number for
 * each key.
 */
export interface CountersAdapter {
  /**
   * Takes a token (a cost of 0 only looks). Without a whole token left nothing is taken, and the
   * answer is not `allowed`. Calls for one key, also at once, take one after another.
   */
  take(key: string, limit: RateLimit, cost?: 0 | 1): MaybePromise<Taken>
  /** Fills the bucket. */
  reset(key: string): MaybePromise<void>
}

/** What a host with sign-in of its own provides. Counters are kept in memory unless given. */
export interface ManagementAdapters {
  readonly users: Pick<UsersAdapter, 'findByIds' | 'findByUsernames'>
  readonly channels: ChannelsAdapter
  readonly posts: PostsAdapter
  readonly webhooks: WebhooksAdapter
  readonly settings: SettingsAdapter
  readonly counters?: CountersAdapter
}

/** Everything that a host provides where the library signs its users in. */
export interface Adapters extends ManagementAdapters {
  readonly users: UsersAdapter
  readonly sessions: SessionsAdapter
}

/** The part that a delivery needs. */
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
