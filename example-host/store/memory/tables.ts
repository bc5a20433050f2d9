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

export type Tables = ReturnType<typeof emptyTables>
export type TableName = keyof Tables

export function emptyTables() {
  return {
    users: new Table<StoredUser>(idOf),
    teams: new Table<Team>(idOf),
    channels: new Table<ChatChannel>(idOf),
    members: new Table<Member>(placeOf),
    // Two can be under way at once, in either order; the later time counts.
    views: new Table<View>(placeOf, (view, known) => view.viewedAt < known.viewedAt),
    webhooks: new Table<WebhookRow>(idOf),
    sessions: new Table<Session>(idOf),
    batches: new Table<BatchRow>(({ webhookId, key }) => pairKey(webhookId, key)),
    things: new Table<IncidentRow>(incidentKey),
    settings: new Table<SettingsRow>(() => 'settings'),
  }
}

function idOf({ id }: Pick<Team, 'id'>) {
  return id
}

/** Of a person, in a channel. */
function placeOf({ channelId, userId }: Omit<Member, 'createAt'>) {
  return pairKey(channelId, userId)
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
  if (!isObject(value)) return false
  const { posts = [], put = {}, delete: gone = {} } = value
  return Array.isArray(posts) && posts.every(isPost) && isObject(put) && isObject(gone)
}

/** Follows the rows of a table. */
export interface RowIndex<Row> {
  add(row: Row): unknown
  delete(row: Row): unknown
}

/** The rows of a table by their keys, in the order in which the keys were added. */
export class Table<Row> extends Map<string, Row> {
  readonly keyOf: (row: Row) => string
  readonly #isOlder: (row: Row, known: Row) => boolean
  readonly #indexes: RowIndex<Row>[] = []

  /** A row that is older than the known one with its key is not put. */
  constructor(
    keyOf: (row: Row) => string,
    isOlder: (row: Row, known: Row) => boolean = () => false,
  ) {
    super()
    this.keyOf = keyOf
    this.#isOlder = isOlder
  }

  all(): Row[] {
    return [...this.values()]
  }

  /** Tells the index of the rows, now and from now on. */
  follow(index: RowIndex<Row>): void {
    for (const row of this.values()) index.add(row)
    this.#indexes.push(index)
  }

  /** The rows by names that no two of them share. */
  named(namesOf: (row: Row) => readonly string[]): ReadonlyMap<string, Row> {
    const rows = new Map<string, Row>()
    this.follow({
      add: (row) => {
        for (const name of namesOf(row)) rows.set(name, row)
      },
      delete: (row) => {
        for (const name of namesOf(row)) rows.delete(name)
      },
    })
    return rows
  }

  /** The rows in groups, by a name that many of them share. */
  grouped(nameOf: (row: Row) => string): Map<string, Set<Row>> {
    const groups = new Map<string, Set<Row>>()
    this.follow({
      add: (row) => {
        const name = nameOf(row)
        const group = groups.get(name) ?? new Set()
        groups.set(name, group.add(row))
      },
      delete: (row) => groups.get(nameOf(row))?.delete(row),
    })
    return groups
  }

  /** Puts the rows of a file or a commit, and makes them immutable: they are returned without copying. */
  putAll(rows: unknown): void {
    for (const row of this.rowsIn(rows)) {
      const key = this.keyOf(row)
      const known = this.get(key)
      if (known && this.#isOlder(row, known)) continue
      this.set(key, freezeDeep(row))
      for (const index of this.#indexes) {
        if (known) index.delete(known)
        index.add(row)
      }
    }
  }

  /** Deletes a row from the table and its indexes. */
  remove(key: string): void {
    const row = this.get(key)
    if (row === undefined) return
    this.delete(key)
    for (const index of this.#indexes) index.delete(row)
  }

  /** Those of the rows whose keys are new. */
  newIn(rows: unknown): readonly Row[] {
    return this.rowsIn(rows).filter((row) => !this.has(this.keyOf(row)))
  }

  /** Empty for anything else than rows: what is read from a file is not certain. */
  rowsIn(rows: unknown): readonly Row[] {
    return this.#areRows(rows) ? rows : []
  }

  // The shape only: the checksum of the file vouches for the content.
  #areRows(rows: unknown): rows is readonly Row[] {
    return Array.isArray(rows) && rows.every(isObject)
  }
}

function freezeDeep<T>(value: T) {
  if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) freezeDeep(member)
    Object.freeze(value)
  }
  return value
}

/** Other ways to find rows than by their keys. Rebuilt at start, never stored. */
export type Indexes = ReturnType<typeof indexesOf>

export function indexesOf({ users, channels, members, webhooks, things }: Tables) {
  return {
    usernames: users.named(({ username }) => [username]),
    logins: users.named(({ logins = [] }) => logins),
    emails: users.named(({ email }) => [email.toLowerCase()]),
    channelNames: channels.named((channel) => [channelNameKey(channel)]),
    membersOf: members.grouped(({ channelId }) => channelId),
    channelsOf: members.grouped(({ userId }) => userId),
    keyDigests: webhooks.named(({ keyDigest, previousKey }) =>
      previousKey ? [keyDigest, previousKey.keyDigest] : [keyDigest],
    ),
    incidents: things.grouped(({ webhookId }) => webhookId),
  }
}

export function channelNameKey(channel: Pick<ChatChannel, 'name' | 'teamId' | 'type'>): string {
  // `@` is no team: `findByName` must not find a direct channel by its name.
  return pairKey(channel.type === 'direct' ? '@' : channel.teamId, channel.name)
}
