import type {
  DeliveryRecord,
  IncomingWebhook,
  NewPost,
  Post,
  Settings,
  User,
  Warning,
} from '../model/records.js'
import type { Incident } from '../model/incidents.js'
import type { PostChanges } from './incidents.js'
import type {
  BatchResult,
  ChannelsAdapter,
  CountersAdapter,
  DeliveriesAdapter,
  Guarantee,
  LogsAdapter,
  MaybePromise,
  PostBatch,
  SessionsAdapter,
  UsersAdapter,
  WebhookChanges,
  WebhooksAdapter,
} from './types.js'

// The adapters as the rest of the library calls them: every method is there, and every result has
// exactly its type.

/** A batch that was stored under an idempotency key. */
export interface CheckedBatch {
  /** SHA-256 of the request, in hexadecimal. */
  readonly fingerprint: string
  /** The posts as they were stored, in order. */
  readonly posts: readonly Post[]
  /** Warnings about the payload. */
  readonly warnings: readonly Warning[]
  /** Paths of parameters without effect. */
  readonly ignored: readonly string[]
}

export type CheckedResult =
  | { readonly stored: true; readonly posts: readonly Post[]; readonly edited: Post | null }
  | { readonly stored: false; readonly earlier: CheckedBatch }
  | Extract<BatchResult, { readonly changed: true }>

export interface CheckedIncidents {
  readonly items: readonly Incident[]
  readonly total: number
}

export interface CheckedUsers {
  findByIds(ids: readonly string[]): MaybePromise<readonly User[]>
  findByUsernames(usernames: readonly string[]): MaybePromise<readonly User[]>
}

/** The methods of direct channels are only called with the guarantee `direct`. */
export type CheckedChannels = Omit<ChannelsAdapter, 'listFor'>

export interface CheckedPosts {
  createBatch(
    batch: Omit<PostBatch, 'posts'> & { readonly posts: readonly NewPost[] },
  ): MaybePromise<CheckedResult>
  newIds(count: number): MaybePromise<readonly string[]>
  /** Only called with the guarantee `once`. */
  findBatch(webhookId: string, key: string): MaybePromise<CheckedBatch | null>
  /** Only called with the guarantees `threads` and `incidents`, or for buttons. */
  findById(id: string): MaybePromise<Post | null>
  /** Absent if the host has no such method, as the next one. */
  update?(id: string, changes: PostChanges, expectedVersion: number): MaybePromise<Post | null>
  delete?(id: string): MaybePromise<boolean>
  /** Only called with the guarantee `incidents`, as the next one. */
  findIncident(webhookId: string, channelId: string, key: string): MaybePromise<Incident | null>
  listIncidents(
    webhookId: string,
    page: { readonly offset: number; readonly limit: number },
  ): MaybePromise<CheckedIncidents>
}

/** The records of webhooks, for deliveries. */
export interface CheckedWebhooks {
  /** As in `WebhooksAdapter`, also for the following methods. */
  findByKeyDigest(keyDigest: string): MaybePromise<IncomingWebhook | null>
  /** Records when a key was used. */
  touch: WebhooksAdapter['touch']
}

/** The settings, for deliveries. */
export interface CheckedSettings {
  /** All settings. */
  get(): MaybePromise<Settings>
}

/** What deliveries need. */
export interface CheckedDelivery {
  readonly guarantees: ReadonlySet<Guarantee>
  readonly users: CheckedUsers
  readonly channels: CheckedChannels
  readonly posts: CheckedPosts
  readonly webhooks: CheckedWebhooks
  readonly settings: CheckedSettings
  readonly counters?: CountersAdapter
}

export interface CheckedDeliveries extends Omit<DeliveriesAdapter, 'list'> {
  list(webhookId: string, limit: number): MaybePromise<readonly DeliveryRecord[]>
}

/** What deliveries and management need. */
export interface CheckedManagement extends CheckedDelivery {
  readonly users: CheckedUsers & Pick<UsersAdapter, 'listFor'>
  readonly channels: ChannelsAdapter
  readonly posts: CheckedPosts & {
    update(id: string, changes: PostChanges, expectedVersion: number): MaybePromise<Post | null>
  }
  readonly webhooks: CheckedWebhooks & {
    /** The webhook with this id, or null. */
    findById(id: string): MaybePromise<IncomingWebhook | null>
    /** Webhooks that match the filter, newest first. */
    list(filter: Parameters<WebhooksAdapter['list']>[0]): MaybePromise<{
      /** The webhooks from `offset` on. */
      readonly items: readonly IncomingWebhook[]
      /** How many webhooks match. */
      readonly total: number
    }>
    /** Stores a new record. */
    create(webhook: IncomingWebhook): MaybePromise<IncomingWebhook>
    /** Writes the changes. Null if the record does not exist or has another version. */
    update(
      id: string,
      changes: WebhookChanges,
      expectedVersion: number,
    ): MaybePromise<IncomingWebhook | null>
    /** False if there was no such record. */
    delete: WebhooksAdapter['delete']
  }
  readonly settings: CheckedSettings & {
    /** Changes the given settings and returns all of them. */
    update(changes: Partial<Settings>): MaybePromise<Settings>
  }
  readonly deliveries?: CheckedDeliveries
  readonly logs?: LogsAdapter
}

/** What sign-in needs besides. */
export interface CheckedSignIn {
  readonly users: CheckedUsers & Pick<UsersAdapter, 'findCredentials'>
  readonly sessions: SessionsAdapter
}
