import type {
  HookChannel,
  HookPost,
  HookSettings,
  HookUser,
  HookWarning,
  IncomingWebhook,
} from 'express-incoming-webhooks'
import type { PostBatch } from 'express-incoming-webhooks/adapters'

/** A user of this chat, with every member. */
export interface ChatUser extends HookUser {
  readonly email: string
  readonly admin: boolean
  readonly createAt: number
  readonly deleteAt: number
}

export interface StoredUser extends ChatUser {
  readonly passwordHash: string
  /** Those that the user has claimed at forges, as `host/login`; absent without any. */
  readonly logins?: readonly string[]
}

export interface Team {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly createAt: number
}

export interface ChatChannel extends HookChannel {
  /** What it is for; absent without one. */
  readonly purpose?: string
  /** `''` for a direct channel. */
  readonly creatorId: string
  readonly createAt: number
  readonly deleteAt: number
}

/** A post as the store keeps it. */
export interface StoredPost extends HookPost {
  /** When a person last changed the text; absent until then. */
  readonly editAt?: number
  /** Absent while the post is there. */
  readonly deleteAt?: number
}

export interface Member {
  readonly channelId: string
  readonly userId: string
  readonly createAt: number
}

/** How far a member has read: posts up to this time. */
export interface View {
  readonly channelId: string
  readonly userId: string
  readonly viewedAt: number
}

/** A stored idempotency key. The posts are named only: they are stored by the same commit. */
export interface BatchRow {
  readonly webhookId: string
  readonly key: string
  readonly fingerprint: string
  readonly expiresAt: number
  readonly warnings: readonly HookWarning[]
  /** Absent in rows of earlier versions. */
  readonly ignored?: readonly string[]
  readonly postIds: readonly string[]
}

/** What is known of an incident that a program reports about. Its post is named only. */
export type IncidentRow = NonNullable<PostBatch['incident']>['incident']
export type IncidentName = Pick<IncidentRow, 'webhookId' | 'channelId' | 'key'>

/**
 * `version` is absent in rows of earlier versions. 0.9 reads and writes `incidentPath` as `thingPath`, so
 * rows have both.
 */
export type WebhookRow = Omit<IncomingWebhook, 'version' | 'incidentPath'> & {
  readonly version?: number
  readonly incidentPath?: string
  readonly thingPath?: string
}

export interface SettingsRow {
  readonly settings: Partial<HookSettings>
}

export function pairKey(first: string, second: string): string {
  return `${first} ${second}`
}

/** Unlike other names, that of an incident may have spaces. */
export function incidentKey({ webhookId, channelId, key }: IncidentName): string {
  return JSON.stringify([webhookId, channelId, key])
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The shape only: the checksum of the file vouches for the content.
export function isPost(value: unknown): value is StoredPost {
  return isObject(value) && 'channelId' in value
}

/** A change that listeners are notified of, by whatever node. */
export type StoreChange =
  /** The new posts of a commit, in order, the posts of a batch together. */
  | {
      readonly kind: 'posted'
      readonly posts: readonly HookPost[]
      readonly channel: HookChannel
    }
  /** Not for the replies that are deleted with their root. */
  | {
      readonly kind: 'edited' | 'deleted'
      readonly post: StoredPost
      readonly channel: HookChannel
    }
  | {
      readonly kind: 'channelCreated' | 'channelChanged' | 'channelArchived'
      readonly channel: ChatChannel
    }
  | {
      readonly kind: 'memberAdded' | 'memberRemoved'
      readonly channel: ChatChannel
      readonly userId: string
      /** Who removed the member. */
      readonly byUserId: string
    }
  /** A session of the user has ended before its time. */
  | { readonly kind: 'signedOut'; readonly userId: string }
