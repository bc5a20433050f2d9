import type { ChatChannel, Rows, StoredUser, TableName } from './rows.js'
import { pairKey } from './rows.js'
import { WebhookIncidents } from './webhook-incidents.js'

/** Other ways to find rows, each leading to the row's key. Rebuilt at start, never stored. */
export interface Indexes {
  readonly usernames: Map<string, string>
  readonly emails: Map<string, string>
  /** By team id and name; direct channels by `''` and their name. */
  readonly channelNames: Map<string, string>
  readonly membersOf: Map<string, Set<string>>
  readonly channelsOf: Map<string, Set<string>>
  readonly keyDigests: Map<string, string>
  /** By webhook id. */
  readonly things: Map<string, WebhookIncidents>
}

export function emptyIndexes(): Indexes {
  return {
    usernames: new Map(),
    emails: new Map(),
    channelNames: new Map(),
    membersOf: new Map(),
    channelsOf: new Map(),
    keyDigests: new Map(),
    things: new Map(),
  }
}

export function channelNameKey(channel: Pick<ChatChannel, 'name' | 'teamId' | 'type'>): string {
  // `@` is no team: `findByName` must not find a direct channel by its name.
  return pairKey(channel.type === 'direct' ? '@' : channel.teamId, channel.name)
}

type Indexing = { readonly [T in TableName]?: (indexes: Indexes, row: Rows[T]) => void }

const ADD: Indexing = {
  users: (indexes, user) => {
    indexes.usernames.set(user.username, user.id)
    indexes.emails.set(emailKey(user), user.id)
  },
  channels: (indexes, channel) => {
    indexes.channelNames.set(channelNameKey(channel), channel.id)
  },
  members: (indexes, { channelId, userId }) => {
    addTo(indexes.membersOf, channelId, userId)
    addTo(indexes.channelsOf, userId, channelId)
  },
  webhooks: (indexes, webhook) => {
    indexes.keyDigests.set(webhook.keyDigest, webhook.id)
    if (webhook.previousKey) indexes.keyDigests.set(webhook.previousKey.keyDigest, webhook.id)
  },
  things: (indexes, incident) => {
    const incidents = indexes.things.get(incident.webhookId) ?? new WebhookIncidents()
    indexes.things.set(incident.webhookId, incidents)
    incidents.add(incident)
  },
}

const REMOVE: Indexing = {
  users: (indexes, user) => {
    indexes.usernames.delete(user.username)
    indexes.emails.delete(emailKey(user))
  },
  channels: (indexes, channel) => {
    indexes.channelNames.delete(channelNameKey(channel))
  },
  members: (indexes, { channelId, userId }) => {
    indexes.membersOf.get(channelId)?.delete(userId)
    indexes.channelsOf.get(userId)?.delete(channelId)
  },
  webhooks: (indexes, webhook) => {
    indexes.keyDigests.delete(webhook.keyDigest)
    if (webhook.previousKey) indexes.keyDigests.delete(webhook.previousKey.keyDigest)
  },
  things: (indexes, incident) => {
    const incidents = indexes.things.get(incident.webhookId)
    incidents?.delete(incident)
    if (incidents?.isEmpty) indexes.things.delete(incident.webhookId)
  },
}

export function addToIndexes<T extends TableName>(indexes: Indexes, table: T, row: Rows[T]): void {
  ADD[table]?.(indexes, row)
}

export function removeFromIndexes<T extends TableName>(
  indexes: Indexes,
  table: T,
  row: Rows[T],
): void {
  REMOVE[table]?.(indexes, row)
}

function emailKey(user: StoredUser): string {
  return user.email.toLowerCase()
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key)
  if (set) set.add(value)
  else map.set(key, new Set([value]))
}
