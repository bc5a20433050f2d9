import type { Session } from 'express-incoming-webhooks/adapters'
import {
  type BatchRow,
  type ChatChannel,
  incidentKey,
  type IncidentRow,
  isObject,
  isPost,
  type Member,
  pairKey,
  type SettingsRow,
  type StoredPost,
  type StoredUser,
  type Team,
  type View,
  type WebhookRow,
} from './rows.js'
import { Table } from './table.js'

export type Tables = ReturnType<typeof emptyTables>
export type TableName = keyof Tables

export function emptyTables() {
  return {
    users: new Table<StoredUser>(({ id }) => id),
    teams: new Table<Team>(({ id }) => id),
    channels: new Table<ChatChannel>(({ id }) => id),
    members: new Table<Member>(({ channelId, userId }) => pairKey(channelId, userId)),
    // Two can be under way at once, in either order; the later time counts.
    views: new Table<View>(
      ({ channelId, userId }) => pairKey(channelId, userId),
      (view, known) => view.viewedAt < known.viewedAt,
    ),
    webhooks: new Table<WebhookRow>(({ id }) => id),
    sessions: new Table<Session>(({ id }) => id),
    batches: new Table<BatchRow>(({ webhookId, key }) => pairKey(webhookId, key)),
    things: new Table<IncidentRow>(incidentKey),
    settings: new Table<SettingsRow>(() => 'settings'),
  }
}

/** In the order of the state file. */
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

type RowOf<Name extends TableName> = Tables[Name] extends Table<infer Row> ? Row : never

/**
 * One change of the store, all or nothing. It holds whole rows and posts, and of a post the latest
 * `updateAt` counts: applying a commit twice, or over a later snapshot, is harmless.
 */
export interface Commit {
  readonly posts?: readonly StoredPost[]
  readonly put?: { readonly [Name in TableName]?: readonly RowOf<Name>[] }
  readonly delete?: { readonly [Name in TableName]?: readonly string[] }
  /** Who does it, for those who are notified. */
  readonly byUserId?: string
}

// The shape only: the checksum of the file vouches for the content.
export function isCommit(value: unknown): value is Commit {
  return (
    isObject(value) &&
    (value['posts'] === undefined ||
      (Array.isArray(value['posts']) && value['posts'].every(isPost))) &&
    (value['put'] === undefined || isObject(value['put'])) &&
    (value['delete'] === undefined || isObject(value['delete']))
  )
}
