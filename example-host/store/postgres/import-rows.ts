import type { StoredPost } from '../memory/rows.js'
import type { Tables } from '../memory/tables.js'

/** Rows for a table of the database. */
export interface RowsOfTable {
  readonly table: string
  /** The columns that name a row, which come before the others. */
  readonly key: readonly string[]
  readonly columns: readonly string[]
  /** Each with its values by column. */
  readonly rows: readonly object[]
}

/** The small tables of a store, in the order in which they refer to each other. */
export function tablesOf(tables: Tables, now: number): readonly RowsOfTable[] {
  const isKnown = ({ channelId, userId }: { channelId: string; userId: string }) =>
    tables.channels.has(channelId) && tables.users.has(userId)
  const isKept = ({ expiresAt }: { expiresAt: number }) => expiresAt > now
  const { users, channels, members, views, sessions, batches, things } = tables
  return [
    rowsOf('chat_users', 'id', 'username email password_hash admin create_at delete_at', [
      ...users.values(),
    ]),
    rowsOf(
      'chat_logins',
      'login',
      'user_id',
      users
        .all()
        .flatMap(({ id: userId, logins = [] }) => logins.map((login) => ({ login, userId }))),
    ),
    rowsOf(
      'chat_channels',
      'id',
      'team_id type name display_name purpose creator_id create_at delete_at',
      channels.all().map((channel) => ({
        purpose: '',
        ...channel,
        ...(channel.type === 'direct' && { teamId: null }),
      })),
    ),
    rowsOf('chat_members', 'channel_id user_id', 'create_at', members.all().filter(isKnown)),
    rowsOf('chat_views', 'channel_id user_id', 'viewed_at', views.all().filter(isKnown)),
    rowsOf('incoming_webhook_sessions', 'id', 'user_id expires_at', sessions.all().filter(isKept)),
    rowsOf(
      'incoming_webhook_batches',
      'webhook_id name',
      'expires_at size batch',
      batches
        .all()
        .filter(isKept)
        .map((row) => {
          const { key: name, fingerprint, warnings, ignored = [], postIds } = row
          const batch = { fingerprint, warnings, ignored, postIds }
          return { ...row, name, size: JSON.stringify(batch).length, batch }
        }),
    ),
    rowsOf(
      'incoming_webhook_things',
      'webhook_id channel_id name',
      'version last_at expires_at thing',
      things
        .all()
        .filter(isKept)
        .map((thing) => ({ ...thing, name: thing.key, thing })),
    ),
  ]
}

const OF_POST =
  'channel_id user_id webhook_id root_id message type props priority mentioned channel_wide ' +
  'create_at update_at edit_at delete_at version'

export function postsOf(posts: readonly StoredPost[]): RowsOfTable {
  const rows = posts.map((post) => ({
    editAt: 0,
    deleteAt: 0,
    version: 0,
    ...post,
    mentioned: post.mentions.userIds,
    channelWide: post.mentions.channelWide,
  }))
  return rowsOf('chat_posts', 'id', OF_POST, rows)
}

/** The rows have the values of the columns under the same names in camel case. */
function rowsOf(
  table: string,
  keyColumns: string,
  others: string,
  rows: readonly object[],
): RowsOfTable {
  const key = keyColumns.split(' ')
  const columns = [...key, ...others.split(' ')]
  const rowOf = (row: object): object =>
    Object.fromEntries(columns.map((name) => [name, Reflect.get(row, memberOf(name))]))
  return { table, key, columns, rows: rows.map(rowOf) }
}

function memberOf(column: string) {
  return column.replace(/_(.)/g, (_match, letter: string) => letter.toUpperCase())
}
