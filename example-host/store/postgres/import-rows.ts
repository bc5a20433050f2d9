import type { BatchRow, ChatChannel, StoredPost, StoredUser, IncidentRow } from '../memory/rows.js'
import type { Tables } from '../memory/tables.js'
import { storable } from '../storable.js'

/** The columns of a table, each with a value per row. */
export interface Columns {
  readonly table: string
  /** Name and type of each column. */
  readonly columns: readonly (readonly [name: string, type: string])[]
  readonly rows: readonly (readonly (string | number | null)[])[]
  /** The columns that name a row. */
  readonly key: string
}

/** The small tables of a store, in the order in which they refer to each other. */
export function tablesOf(tables: Tables, now: number): readonly Columns[] {
  const isKnown = ({ channelId, userId }: { channelId: string; userId: string }): boolean =>
    tables.channels.has(channelId) && tables.users.has(userId)
  return [
    {
      table: 'chat_users',
      key: 'id',
      columns: columnsOf(
        'id text, username text, email text, password_hash text, admin boolean, create_at bigint, delete_at bigint',
      ),
      rows: [...tables.users.values()].map(userRow),
    },
    {
      table: 'chat_channels',
      key: 'id',
      columns: columnsOf(
        'id text, team_id text, type text, name text, display_name text, purpose text, creator_id text, create_at bigint, delete_at bigint',
      ),
      rows: [...tables.channels.values()].map(channelRow),
    },
    {
      table: 'chat_members',
      key: 'channel_id, user_id',
      columns: columnsOf('channel_id text, user_id text, create_at bigint'),
      rows: [...tables.members.values()]
        .filter(isKnown)
        .map(({ channelId, userId, createAt }) => [channelId, userId, createAt]),
    },
    {
      table: 'chat_views',
      key: 'channel_id, user_id',
      columns: columnsOf('channel_id text, user_id text, viewed_at bigint'),
      rows: [...tables.views.values()]
        .filter(isKnown)
        .map(({ channelId, userId, viewedAt }) => [channelId, userId, viewedAt]),
    },
    {
      table: 'incoming_webhook_sessions',
      key: 'id',
      columns: columnsOf('id text, user_id text, expires_at bigint'),
      rows: [...tables.sessions.values()]
        .filter(({ expiresAt }) => expiresAt > now)
        .map(({ id, userId, expiresAt }) => [id, userId, expiresAt]),
    },
    {
      table: 'incoming_webhook_batches',
      key: 'webhook_id, name',
      columns: columnsOf(
        'webhook_id text, name text, expires_at bigint, size integer, batch jsonb',
      ),
      rows: [...tables.batches.values()].filter(({ expiresAt }) => expiresAt > now).map(batchRow),
    },
    {
      table: 'incoming_webhook_things',
      key: 'webhook_id, channel_id, name',
      columns: columnsOf(
        'webhook_id text, channel_id text, name text, version bigint, last_at bigint, expires_at bigint, thing jsonb',
      ),
      rows: [...tables.things.values()].filter(({ expiresAt }) => expiresAt > now).map(incidentRow),
    },
  ]
}

export function postsOf(posts: readonly StoredPost[]): Columns {
  return {
    table: 'chat_posts',
    key: 'id',
    columns: columnsOf(
      'id text, channel_id text, user_id text, webhook_id text, root_id text, message text, type text, props json, priority json, mentioned text[], channel_wide text, create_at bigint, update_at bigint, edit_at bigint, delete_at bigint, version integer',
    ),
    rows: posts.map(postRow),
  }
}

function userRow(user: StoredUser): readonly (string | number)[] {
  const { id, username, email, passwordHash, admin, createAt, deleteAt } = user
  return [id, username, storable(email), passwordHash, String(admin), createAt, deleteAt]
}

function channelRow(channel: ChatChannel): readonly (string | number | null)[] {
  const { id, teamId, type, name, displayName, purpose = '' } = channel
  const { creatorId, createAt, deleteAt } = channel
  const team = type === 'direct' ? null : teamId
  const texts = [name, storable(displayName), storable(purpose)]
  return [id, team, type, ...texts, creatorId, createAt, deleteAt]
}

function batchRow(row: BatchRow): readonly (string | number)[] {
  const { webhookId, key, expiresAt, fingerprint, warnings, ignored = [], postIds } = row
  const batch = storableJson({ fingerprint, warnings, ignored, postIds })
  return [webhookId, key, expiresAt, batch.length, batch]
}

function incidentRow(incident: IncidentRow): readonly (string | number)[] {
  const { webhookId, channelId, key, version, lastAt, expiresAt } = incident
  return [webhookId, channelId, storable(key), version, lastAt, expiresAt, storableJson(incident)]
}

function storableJson(value: object): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'string' ? storable(part) : part,
  )
}

function postRow(post: StoredPost): readonly (string | number | null)[] {
  const { mentions, priority, editAt = 0, deleteAt = 0, version = 0 } = post
  return [
    post.id,
    post.channelId,
    post.userId,
    post.webhookId,
    post.rootId,
    storable(post.message),
    post.type,
    JSON.stringify(post.props),
    priority === null ? null : JSON.stringify(priority),
    arrayOf(mentions.userIds),
    mentions.channelWide,
    post.createAt,
    post.updateAt,
    editAt,
    deleteAt,
    version,
  ]
}

function columnsOf(names: string): Columns['columns'] {
  return names.split(/,\s+/).map((column) => {
    const [name = '', type = ''] = column.split(' ')
    return [name, type]
  })
}

/** As PostgreSQL writes a list of texts. */
export function arrayOf(values: readonly (string | number | null)[]): string {
  const items = values.map((value) =>
    value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${items.join(',')}}`
}
