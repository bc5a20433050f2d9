import type {
  HookChannel,
  HookPost,
  HookSettings,
  HookUser,
  HookWarning,
  IncomingWebhook,
} from 'express-incoming-webhooks'
import type { PostBatch, Session } from 'express-incoming-webhooks/adapters'

/** A user of this chat, with every member. */
export interface ChatUser extends HookUser {
  readonly email: string
  readonly admin: boolean
  readonly createAt: number
  readonly deleteAt: number
}

export interface StoredUser extends ChatUser {
  readonly passwordHash: string
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

export interface Rows {
  users: StoredUser
  teams: Team
  channels: ChatChannel
  members: Member
  views: View
  webhooks: WebhookRow
  sessions: Session
  batches: BatchRow
  things: IncidentRow
  settings: SettingsRow
}

export type TableName = keyof Rows
export type Tables = { readonly [T in TableName]: Map<string, Rows[T]> }

/** What identifies a row in its table. */
export const KEYS: { readonly [T in TableName]: (row: Rows[T]) => string } = {
  users: (row) => row.id,
  teams: (row) => row.id,
  channels: (row) => row.id,
  members: (row) => pairKey(row.channelId, row.userId),
  views: (row) => pairKey(row.channelId, row.userId),
  webhooks: (row) => row.id,
  sessions: (row) => row.id,
  batches: (row) => pairKey(row.webhookId, row.key),
  things: (row) => incidentKey(row.webhookId, row.channelId, row.key),
  settings: () => 'settings',
}

export const TABLE_NAMES: readonly TableName[] = [
  'users',
  'teams',
  'channels',
  'members',
  'views',
  'webhooks',
  'sessions',
  'batches',
  'things',
  'settings',
]

/**
 * One change of the store, all or nothing. It holds whole rows and posts, and of a post the latest
 * `updateAt` counts: applying a commit twice, or over a later snapshot, is harmless.
 */
export interface Commit {
  readonly posts?: readonly StoredPost[]
  readonly put?: { readonly [T in TableName]?: readonly Rows[T][] }
  readonly delete?: { readonly [T in TableName]?: readonly string[] }
  /** Who does it, for those who are notified. */
  readonly byUserId?: string
}

export function pairKey(first: string, second: string): string {
  return `${first} ${second}`
}

/** The key of an incident is any text, with spaces too. */
export function incidentKey(webhookId: string, channelId: string, key: string): string {
  return JSON.stringify([webhookId, channelId, key])
}

export function emptyTables(): Tables {
  return {
    users: new Map(),
    teams: new Map(),
    channels: new Map(),
    members: new Map(),
    views: new Map(),
    webhooks: new Map(),
    sessions: new Map(),
    batches: new Map(),
    things: new Map(),
    settings: new Map(),
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// The shape only: the checksum of the file vouches for the content.
export function isCommit(value: unknown): value is Commit {
  return (
    isObject(value) &&
    (value['posts'] === undefined || isPosts(value['posts'])) &&
    (value['put'] === undefined || isObject(value['put'])) &&
    (value['delete'] === undefined || isObject(value['delete']))
  )
}

export function isPosts(value: unknown): value is StoredPost[] {
  return Array.isArray(value) && value.every(isPost)
}

export function isPost(value: unknown): value is StoredPost {
  return isObject(value) && 'channelId' in value
}

export function isRows<T extends TableName>(value: unknown, table: T): value is Rows[T][] {
  return table in KEYS && Array.isArray(value) && value.every(isObject)
}
