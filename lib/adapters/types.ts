import type {
  HookChannel,
  Credentials,
  IncomingWebhook,
  NotedResult,
  NewPost,
  HookPost,
  RateLimit,
  Session,
  HookSettings,
  StoredPost,
  Taken,
  HookUser,
  HookWarning,
} from '../model/records.js'
import type {
  DeliveryFilter,
  DeliveryLimits,
  DeliveryPage,
  DeliveryRecord,
  NewDelivery,
} from '../model/deliveries.js'
import type { IncidentWrite, KeptIncidents, PostChanges, PostEdit, Unchecked } from './incidents.js'

export type { PostChanges } from './incidents.js'

/**
 * Adapter methods return a value or a promise. Return `null` if something does not exist; throw if the
 * host fails. Ids and names arrive as integrations wrote them, so they can be any text. Records that
 * are returned must be copies of what is stored, or frozen with all that is in them, and those that arrive
 * must be copied.
 */
export type MaybePromise<T> = T | Promise<T>

/**
 * What a host guarantees besides storing all posts of a batch or none. `once`: a batch with an
 * idempotency key is stored only once. `consecutive`: no post of another batch comes between its
 * posts. `threads`: a post with a `rootId` is a reply. `incidents`: a batch can edit a post and write an
 * incident in its commit, of which there is one per webhook, channel and key. `direct`: there are direct
 * channels of two users. A method that only one of them needs is required only with it.
 */
export type Guarantee = 'once' | 'consecutive' | 'threads' | 'incidents' | 'direct'

/** Methods that are required if the host gives the guarantee `Needed`, and optional otherwise. */
type If<Needed extends Guarantee, Given extends Guarantee, Methods> = [Needed] extends [Given]
  ? Methods
  : Partial<Methods>

/** A login at a forge, and whose it is. One person has it; a person may have several. */
export interface ClaimedLogin {
  /** As it was asked for. */
  readonly login: string
  /** The user who has claimed it. */
  readonly user: HookUser
}

/**
 * Reads the host's users. The library never writes them.
 *
 * @example
 * ```ts
 * const users: UsersAdapter = {
 *   findByIds: (ids) => database.usersWhere({ id: ids }),
 *   findByUsernames: (usernames) => database.usersWhere({ username: usernames }),
 *   findCredentials: (loginId) => database.findCredentials(loginId),
 * }
 * ```
 */
export interface UsersAdapter {
  /**
   * The users with these ids, also deactivated ones.
   *
   * In any order, without unknown ids.
   */
  findByIds(ids: string[]): MaybePromise<readonly HookUser[]>
  /**
   * The users with these lower-case names, also deactivated ones.
   *
   * In any order. If your names have capitals, compare in lower case, and return `username` in lower case.
   */
  findByUsernames(usernames: string[]): MaybePromise<readonly HookUser[]>
  /**
   * The users who have claimed these logins at a forge.
   *
   * At most 50 logins, in lower case. In any order, without unknown ones. Reports from there then mention
   * them, whatever they are called here. Optional: without it, only usernames count.
   */
  findByLogins?(
    /** The name of the forge's format, such as `github`. */
    format: string,
    /** The forge's host name, such as `github.com`. */
    host: string,
    logins: string[],
  ): MaybePromise<readonly ClaimedLogin[]>
  /**
   * For a username or e-mail address; null for unknown and deactivated users.
   *
   * Usernames may be in any case. Needed with `sessions`.
   */
  findCredentials?(loginId: string): MaybePromise<Credentials | null>
  /**
   * Active users among whom an administrator chooses an owner.
   *
   * At most `limit` whose name contains `query`, by username or display name, ignoring case. Optional:
   * without it, administrators type the id of a user.
   */
  listFor?(
    user: HookUser,
    options: {
      /** What the name must contain, in any case; `''` for all. */
      readonly query: string
      /** The most users to return. */
      readonly limit: number
    },
  ): MaybePromise<readonly HookUser[]>
  /**
   * Deactivated users, the latest first.
   *
   * At most `limit`, by when they were deactivated. Optional: without it, _Needs attention_ looks up the
   * owners of the newest 5,000 webhooks.
   */
  listDeactivated?(limit: number): MaybePromise<readonly HookUser[]>
}

/** The methods of channels that every host has. */
interface AllChannels {
  /**
   * A channel, also an archived one.
   *
   * The `deleteAt` of an archived one is set.
   */
  findById(id: string): MaybePromise<HookChannel | null>
  /**
   * The channel with exactly this name in the team.
   *
   * No direct channel. Case counts. A `#` at the beginning is gone already. If several channels may have
   * one name: that of them in which the user with the id `ownerId`, the owner of the webhook, may post.
   */
  findByName(name: string, teamId: string, ownerId: string): MaybePromise<HookChannel | null>
  /**
   * Whether a webhook of this user may post here.
   *
   * Only `true` allows it. Everyone may in public channels, members in other channels, and administrators
   * also in private ones, unless your chat is stricter. Also asked about channels of other teams.
   */
  canPost(user: HookUser, channel: HookChannel): MaybePromise<boolean>
  /**
   * Channels that the user may choose for a webhook.
   *
   * At most `limit` whose name contains `query`, by name or display name, ignoring case. Archived and
   * direct channels are excluded.
   */
  listFor(
    user: HookUser,
    options: {
      /** What the name must contain, in any case; `''` for all. */
      readonly query: string
      /** The most channels to return. */
      readonly limit: number
    },
  ): MaybePromise<readonly HookChannel[]>
}

/** The methods of channels that the guarantee `direct` needs. */
interface DirectChannels {
  /** The direct channel of two users, in either order, or null. */
  findDirect(userId: string, otherUserId: string): MaybePromise<HookChannel | null>
  /**
   * The direct channel of two users, created if missing.
   *
   * Concurrent calls must create only one per pair. `teamId` is the team of the webhook, for hosts whose
   * direct channels belong to one.
   */
  createDirect(userId: string, otherUserId: string, teamId: string): MaybePromise<HookChannel>
}

/**
 * Reads the host's channels, and creates direct ones.
 *
 * @example
 * ```ts
 * const channels: ChannelsAdapter<never> = {
 *   findById: (id) => database.findChannel({ id }),
 *   findByName: (name, teamId) => database.findChannel({ name, teamId }),
 *   canPost: (user, channel) => channel.type === 'public' || database.isMember(channel.id, user.id),
 *   listFor: (user, { query, limit }) => database.channelsOf(user.id, { query, limit }),
 * }
 * ```
 */
export type ChannelsAdapter<G extends Guarantee = Guarantee> = AllChannels &
  If<'direct', G, DirectChannels>

/** Stored in the commit of a batch, so that a repeated request is recognised until `expiresAt`. */
export interface IdempotencyRecord {
  /** The webhook of the request. Keys of different webhooks are independent. */
  readonly webhookId: string
  /** The header `Idempotency-Key`: 1 to 255 visible ASCII characters. */
  readonly key: string
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string
  /** When the record may be deleted, in milliseconds since 1970: after 24 hours. */
  readonly expiresAt: number
  /** Returned again when the request is repeated. */
  readonly warnings: HookWarning[]
  /** Paths of parameters without effect. Returned again when the request is repeated. */
  readonly ignored: string[]
}

/** What to store in one commit: the posts of one request, and what belongs to them. */
export interface PostBatch {
  /** 1 to 64 posts of one channel, in order; none only beside an `edit` or an `incident`. */
  readonly posts: NewPost[]
  /** Only with the guarantee `once`, for a request with an idempotency key. */
  readonly once?: IdempotencyRecord
  /** Only with the guarantee `incidents`: a stored post to change. */
  readonly edit?: PostEdit
  /** Only with the guarantee `incidents`: an incident to write. */
  readonly incident?: IncidentWrite
}

/** A batch that was stored under an idempotency key. */
export interface StoredBatch {
  /** The `fingerprint` that was given. */
  readonly fingerprint: string
  /** The posts as they were stored, in order. */
  readonly posts: readonly StoredPost[]
  /** The warnings that were given, in whatever type a JSON column has. */
  readonly warnings: unknown
  /** The paths that were given. Absent in batches that were stored before this field existed. */
  readonly ignored?: unknown
}

/** What `createBatch` returns. */
export type BatchResult =
  | {
      /** Everything was stored. */
      readonly stored: true
      /** The posts of the batch as they were stored, all of them and in order. */
      readonly posts: readonly StoredPost[]
      /** The post after the edit of the batch. Null or absent: the batch had none. */
      readonly edited?: StoredPost | null
    }
  /** The key of `once` was already used, so nothing was stored now. */
  | {
      /** Nothing was stored. */
      readonly stored: false
      /** The batch that was stored under the key. */
      readonly earlier: StoredBatch
    }
  /** Only with `edit` or `incident`: the post or the incident is not as the batch expects. */
  | {
      /** Nothing was stored. */
      readonly stored: false
      /** Tells this result from that of a repeated idempotency key. */
      readonly changed: true
    }

/** The methods of posts that every host has. */
interface AllPosts {
  /**
   * Stores all posts or none, and returns once they are on stable storage.
   *
   * Times within a channel must increase. Each post comes with an id. If your database assigns ids
   * itself, ignore it and call `withFirstId` for each post. The key of `once` is checked first; then, if
   * the post of `edit` or the `incident` is not as expected, nothing is stored (`changed`). Throw
   * `WebhookError('storage_unavailable')` if nothing was stored and a retry may succeed.
   */
  createBatch(batch: PostBatch): MaybePromise<BatchResult>
  /**
   * New ids, if they must have a certain form or come from a sequence.
   *
   * Default: 26 of a-z and 0-9.
   */
  newIds?(count: number): MaybePromise<readonly string[]>
  /** Any post, of a webhook or a user; also for buttons. */
  findById(id: string): MaybePromise<StoredPost | null>
  /**
   * Writes the changes; null if the post is gone or has another `version`.
   *
   * Increases `updateAt`.
   */
  update(id: string, changes: PostChanges, expectedVersion: number): MaybePromise<StoredPost | null>
  /**
   * Deletes a post of a webhook; false if there is none.
   *
   * Replies to it too, if your chat does so. Its idempotency key stays used. Of several calls at once, only
   * one returns true. Optional: without it, senders cannot delete their posts.
   */
  delete?(id: string): MaybePromise<boolean>
}

/** The method of posts that the guarantee `once` needs. */
interface KeptBatches {
  /** The batch of an idempotency key; null if there is none or it has expired. */
  findBatch(webhookId: string, key: string): MaybePromise<StoredBatch | null>
}

/**
 * Stores posts, and what must be in the same commit.
 *
 * @example
 * ```ts
 * const posts: PostsAdapter<never> = {
 *   // In one transaction.
 *   createBatch: async ({ posts }) => ({ stored: true, posts: await database.insertAll(posts) }),
 *   findById: (id) => database.findPost(id),
 *   update: (id, changes, expectedVersion) => database.updatePost(id, changes, expectedVersion),
 * }
 * ```
 */
export type PostsAdapter<G extends Guarantee = Guarantee> = AllPosts &
  If<'once', G, KeptBatches> &
  If<'incidents', G, KeptIncidents>

/**
 * The fields of a stored webhook that an adapter writes. Those that are absent stay as they are. What
 * `manage.update` takes is a part of `NewWebhook`.
 */
export type WebhookChanges = Partial<Omit<IncomingWebhook, 'id' | 'createAt' | 'lastResult'>>

/**
 * The record of a webhook as the host returns it. Values of JSON columns need no cast: they are
 * checked, and a field that is missing has its default.
 */
export type StoredWebhook = Unchecked<IncomingWebhook>

/** Which webhooks are listed, and which part of the list. What is absent limits nothing. */
export interface WebhookFilter {
  /** Only webhooks of this user. */
  readonly userId?: string
  /** Only webhooks of this team. */
  readonly teamId?: string
  /** Only webhooks whose own channel is this one. */
  readonly channelId?: string
  /**
   * 1 to 10 words in lower case. Only webhooks that have each of them: as a part of `displayName`,
   * `description`, `slug` or `keyHint`, ignoring case, or as their `id`.
   */
  readonly words?: string[]
  /** Only webhooks whose `lastResult.outcome` is `refused` or `failed`. */
  readonly failing?: boolean
  /** Only webhooks that come after one with this `createAt` and `id`, whether or not it still exists. */
  readonly after?: Readonly<Pick<IncomingWebhook, 'createAt' | 'id'>>
  /** How many of them to leave out. */
  readonly offset: number
  /** The most webhooks to return. */
  readonly limit: number
  /** Whether `total` is needed. */
  readonly withTotal?: boolean
}

/** Which webhooks `listAttention` looks for. */
export interface AttentionFilter {
  /** Only webhooks of this user. Absent: of all. */
  readonly userId?: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** In milliseconds since 1970: those that expire by then expire soon. */
  readonly soon: number
  /** Users who are deactivated. */
  readonly ownerIds: string[]
  /** The most webhooks of each kind. */
  readonly limit: number
}

/** Stores the records of webhooks. */
export interface WebhooksAdapter {
  /**
   * The webhook with this SHA-256 of its current or previous key.
   *
   * A previous key counts as long as it is in the record.
   */
  findByKeyDigest(keyDigest: string): MaybePromise<StoredWebhook | null>
  /**
   * Records when a key was used.
   *
   * In `lastUsed`, or for the previous key in `previousKey.lastUsed`. Best effort: called after the
   * response, at most once a minute per key.
   */
  touch(id: string, at: number, key: 'current' | 'previous'): MaybePromise<void>
  /**
   * Records what became of the last request.
   *
   * The new value is `{ ...lastResult, ...result }`. What is absent in `result`, such as `format`, stays as
   * it was. Nothing else of the record changes. Best effort: called after the response, at most once a
   * second per webhook and process. Optional.
   */
  noteResult?(id: string, result: NotedResult): MaybePromise<void>
  /**
   * Webhooks whose silence, or its end, was due by `before`.
   *
   * `expectingFirst` chooses them. At most `limit`, those first that were due first; `before` is in
   * milliseconds since 1970. Of one that is enabled and has an `expectEvery`, silence is due
   * `expectEvery * 1250` after the later one of `expectedSince` and `lastResult.heardAt`; once
   * `lastResult.silentSince` is above 0, only that it was heard again is, at `lastResult.heardAt`, if that is later; one below 0 is due
   * at once. Called every few seconds. Optional: without it, or without `noteResult` or the guarantee `once`,
   * `expectEvery` cannot be set.
   */
  listExpecting?(before: number, limit: number): MaybePromise<readonly StoredWebhook[]>
  /** A webhook, also one that is disabled or has expired. */
  findById(id: string): MaybePromise<StoredWebhook | null>
  /**
   * Webhooks, the newest first.
   *
   * `webhookPage` chooses them from all. By `createAt`, then by `id`, both descending.
   */
  list(filter: WebhookFilter): MaybePromise<{
    /** The webhooks from `offset` on. */
    readonly items: readonly StoredWebhook[]
    /**
     * How many webhooks match, on all pages. Only needed with `withTotal`, because a database reads
     * all of them to count them.
     */
    readonly total?: number | null | undefined
  }>
  /**
   * Webhooks that need attention.
   *
   * `attentionFirst` chooses them from all. Of these kinds, each once, at most `limit` of each kind, so that
   * one with many does not push out the others: those whose last result is `refused` or `failed`, the latest
   * first; those that expire after `now` and until `soon`; those with a previous key that still works; those
   * that are silent, which are due at `now` as `listExpecting` says, or whose `lastResult.silentSince` is not
   * 0; and those of a user in `ownerIds`. Optional: without it, or if it returns null because the store does
   * not keep results, the newest 5,000 webhooks are read.
   */
  listAttention?(filter: AttentionFilter): MaybePromise<readonly StoredWebhook[] | null>
  /**
   * Stores a new record and returns it.
   *
   * Throws if its `id` is taken. Returns it as stored. One that is there already stays as it is, also if both
   * are stored at the same time: ids of webhooks with a `slug` come again. A field that has another value
   * than it was given is an error for the caller (501), also of `update`, and the new record is deleted.
   */
  create(webhook: IncomingWebhook): MaybePromise<StoredWebhook>
  /**
   * Writes the changes; null if the record is gone or has another `version`.
   *
   * The changes contain the new one.
   */
  update(
    id: string,
    changes: WebhookChanges,
    expectedVersion: number,
  ): MaybePromise<StoredWebhook | null>
  /** False if there was no such record. */
  delete(id: string): MaybePromise<boolean>
  /**
   * Whether the database has transactions.
   *
   * False is logged. Called once, when the routers are created. The ready-made stores for documents ask the
   * database. Optional.
   */
  hasTransactions?(): MaybePromise<boolean>
}

/** Settings as the host returns them. Values of JSON columns need no cast: they are checked. */
export type StoredSettings = Unchecked<HookSettings>

/** Stores the settings that administrators change while the service runs. */
export interface SettingsAdapter {
  /**
   * All settings, with defaults for those never changed.
   *
   * Called once per request.
   */
  get(): MaybePromise<StoredSettings>
  /** Changes the given settings and returns all of them. */
  update(changes: Partial<HookSettings>): MaybePromise<StoredSettings>
}

/** Stores the sessions of users who sign in through the library. */
export interface SessionsAdapter {
  /**
   * Stores a new session.
   *
   * It may be deleted after its `expiresAt`.
   */
  create(session: Session): MaybePromise<void>
  /** The session; null if there is none, or it has expired. */
  find(id: string): MaybePromise<Session | null>
  /** Ends a session, if there is one. */
  delete(id: string): MaybePromise<void>
  /** Ends all sessions of a user. */
  deleteForUser(userId: string): MaybePromise<void>
}

/**
 * One token bucket per key. It holds at most `burst` tokens and gets `perSecond` of them back per
 * second, including fractions. `takeFrom` does the arithmetic, so that an adapter stores one number
 * per key.
 *
 * @example
 * ```ts
 * const counters: CountersAdapter = {
 *   take: (key, limit, cost) =>
 *     // Locks the row of the key, so that of two calls one waits for the other. `now` is the time of the
 *     // database, because processes may have clocks that differ.
 *     database.locked(key, (known, now) => takeFrom(known, limit, now, cost)),
 *   reset: (key) => database.forget(key),
 * }
 * ```
 */
export interface CountersAdapter {
  /**
   * Takes a token.
   *
   * If none is left, `allowed` is false. Less than a whole one is not taken. A cost of 0 only reads the
   * state. Concurrent calls for one key must not take the same token. A token that comes within `aheadMs`
   * milliseconds (0 if absent) may be taken now: `nextMs` then says when it counts. Adapters that leave this
   * out are asked more often.
   */
  take(key: string, limit: RateLimit, cost?: 0 | 1, aheadMs?: number): MaybePromise<Taken>
  /** Fills the bucket. */
  reset(key: string): MaybePromise<void>
}

/** A request as the host returns it. Values of JSON columns need no cast: they are checked. */
export type StoredDelivery = Unchecked<DeliveryRecord> & {
  /** Of `find`: what was sent, as it was appended. Absent: it is not kept any more. */
  readonly kept?: string | null | undefined
}

/**
 * The log of what came and what became of it, shared by all processes. Best effort: requests are appended
 * after their responses, at most a second later, and those that cannot be appended are lost.
 */
export interface DeliveriesAdapter {
  /** 1 to 1,000 requests of any webhooks, in order. */
  append(entries: NewDelivery[]): MaybePromise<void>
  /**
   * The requests that the filter chooses, newest first.
   *
   * By `time`, and of the same time those first that were appended last. Without `webhookIds`, of all
   * webhooks.
   */
  list(filter: DeliveryFilter, page: DeliveryPage): MaybePromise<readonly StoredDelivery[]>
  /**
   * The newest requests of each share of these webhooks.
   *
   * Without it, `list` is called for each. Of 1 to 1,000 webhooks, at most as many as `perShare` says,
   * ordered as those of `list`; of a request, the members `id`, `webhookId`, `share`, `time`, `status`,
   * `outcome`, `errorId`, `oldKey` and `replayOf` are enough. Optional.
   */
  latest?(
    webhookIds: string[],
    perShare: DeliveryLimits['perShare'],
  ): MaybePromise<readonly StoredDelivery[]>
  /**
   * A request, with what was sent if that is still kept.
   *
   * Without it, nothing of that is kept. Null if the webhook has no such request.
   */
  find?(webhookId: string, id: string): MaybePromise<StoredDelivery | null>
  /**
   * Deletes what is beyond the limits.
   *
   * Without it, the store sees to that by itself. Called about once a minute while requests come, and once an
   * hour. Neither share of a webhook may push out the other. Of what was sent, also the oldest beyond 10 MiB
   * of a webhook is deleted, and of all webhooks beyond what the store has room for.
   */
  prune?(limits: DeliveryLimits): MaybePromise<void>
  /**
   * Deletes the requests of a webhook.
   *
   * With `sent`, only what was sent. Called when the webhook has been deleted, or, with `sent`, when it has
   * another owner. Other processes may still append requests of it.
   */
  deleteFor(webhookId: string, only?: 'sent'): MaybePromise<void>
}

/**
 * The debug log, shared by all processes. Best effort: lines that cannot be appended are lost.
 */
export interface LogsAdapter {
  /**
   * 1 to 1,000 lines, in order.
   *
   * At least the last 1,000 must be kept.
   */
  append(lines: string[]): MaybePromise<void>
  /** At most `limit` lines before the latest `offset` ones, in the order of their arrival. */
  page(offset: number, limit: number): MaybePromise<readonly string[]>
}

/** Posts that the library has stored, changed or deleted in one commit. */
export interface PostsEvent {
  /** `edited`: by a button's integration, a later report of the same incident, or `PATCH`. */
  readonly change: 'posted' | 'edited' | 'deleted'
  /** Posts of one channel, in order. The parts of a long message come together. */
  readonly posts: readonly HookPost[]
  /** The channel of the posts. */
  readonly channel: HookChannel
}

/**
 * Called after each commit, so that the host can notify its clients. A retry of a stored request
 * does not call it again. Best effort: it changes no response, a promise is not awaited, and a
 * failure is logged once (`EIW_ON_POSTS_FAILED`).
 *
 * @example
 * ```ts
 * const onPosts: HooksOptions['onPosts'] = ({ change, posts, channel }) => {
 *   io.to(channel.id).emit(change, posts.map(toClientPost))
 * }
 * ```
 */
export type OnPosts = (event: PostsEvent) => unknown

/** What a host provides. */
export interface Adapters<G extends Guarantee = Guarantee> {
  /** What the host guarantees. The list decides which methods are required; `[]` for nothing. */
  readonly guarantees: readonly G[]
  /** Your users, with `findCredentials` if they sign in through the library. */
  readonly users: UsersAdapter
  /** Your channels. */
  readonly channels: ChannelsAdapter<G>
  /** Your messages. */
  readonly posts: PostsAdapter<G>
  /** The records of webhooks. */
  readonly webhooks: WebhooksAdapter
  /** The settings of webhooks. */
  readonly settings: SettingsAdapter
  /** The sessions of users who sign in through the library. Needed without the option `currentUser`. */
  readonly sessions?: SessionsAdapter
  /** Rate limits that several processes share. Default: in memory, per process. */
  readonly counters?: CountersAdapter
  /** The log of requests, shared by several processes. Default: in memory, per process. */
  readonly deliveries?: DeliveriesAdapter
  /** A debug log that several processes share. Default: in memory, per process. */
  readonly logs?: LogsAdapter
}

/** What a host provides whose users sign in through the library. */
export interface SignInAdapters<G extends Guarantee = Guarantee> extends Adapters<G> {
  /** Your users, with their credentials. */
  readonly users: UsersAdapter & Required<Pick<UsersAdapter, 'findCredentials'>>
  /** The sessions of signed-in users. */
  readonly sessions: SessionsAdapter
}

/** The adapter methods that deliveries need. */
export interface DeliveryAdapters<G extends Guarantee = Guarantee> {
  /** What the host guarantees. The list decides which methods are required; `[]` for nothing. */
  readonly guarantees: readonly G[]
  /** Your users. */
  readonly users: Pick<UsersAdapter, 'findByIds' | 'findByUsernames' | 'findByLogins'>
  /** Your channels. */
  readonly channels: Omit<ChannelsAdapter<G>, 'listFor'>
  /** Your messages. */
  readonly posts: Pick<AllPosts, 'createBatch' | 'newIds'> &
    Partial<Pick<AllPosts, 'findById' | 'update' | 'delete'>> &
    If<'threads', G, Pick<AllPosts, 'findById'>> &
    If<'once', G, KeptBatches> &
    If<'incidents', G, KeptIncidents & Pick<AllPosts, 'findById'>>
  /** The records of webhooks. */
  readonly webhooks: Pick<
    WebhooksAdapter,
    'findByKeyDigest' | 'touch' | 'noteResult' | 'listExpecting' | 'hasTransactions'
  >
  /** The settings of webhooks. */
  readonly settings: Pick<SettingsAdapter, 'get'>
  /** Rate limits that several processes share. Default: in memory, per process. */
  readonly counters?: CountersAdapter
  /** The log of requests, which the process that manages webhooks reads. Default: none is kept. */
  readonly deliveries?: DeliveriesAdapter
}
