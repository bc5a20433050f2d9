import { DEFAULT_WEBHOOK } from '../../model/defaults.js'
import { fieldNames } from '../../model/fields.js'
import type { IncomingWebhook } from '../../model/records.js'
import { flagIn, jsonIn, numberIn, type Row, textIn } from '../stored-values.js'
import type { SqlValue, Words } from './database.js'

export type Name = Exclude<keyof IncomingWebhook, 'lastResult'>

/** All fields that have a default, also those without a column of their own. */
export const NAMES: readonly Name[] = fieldNames<Record<Name, unknown>>(DEFAULT_WEBHOOK)

/**
 * The fields of 0.9 have a column each. Later ones are members of the column `more`, so that no table
 * needs another one for them.
 */
export const OWN_COLUMNS = {
  id: 'id',
  createAt: 'create_at',
  updateAt: 'update_at',
  userId: 'user_id',
  channelId: 'channel_id',
  teamId: 'team_id',
  enabled: 'enabled',
  lastUsed: 'last_used',
  keyHint: 'key_hint',
  version: 'version',
  keyDigest: 'key_digest',
  keyCipher: 'key_cipher',
  signingSalt: 'signing_salt',
  verification: 'verification',
  previousKey: 'previous_key',
  displayName: 'display_name',
  description: 'description',
  channelLocked: 'channel_locked',
  expiresAt: 'expires_at',
  username: 'username',
  iconUrl: 'icon_url',
  iconEmoji: 'icon_emoji',
  format: 'format',
  events: 'events',
  // A word of SQL, which would need quotes in every statement.
  except: 'except_events',
  foreignMentions: 'foreign_mentions',
  together: 'together',
  incidentPath: 'thing_path',
  rateLimit: 'rate_limit',
} satisfies { readonly [N in Name]?: string }

export type OwnColumn = keyof typeof OWN_COLUMNS

/** The type of a column, and its default, which records that were written before it get. */
export function typeOf(name: Name, { json, flag, toFlag }: Words): string {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return `text NOT NULL DEFAULT '${initial}'`
  if (typeof initial === 'number') return `bigint NOT NULL DEFAULT ${initial}`
  return typeof initial === 'boolean' ? `${flag} NOT NULL DEFAULT ${toFlag(initial)}` : json
}

/** Where a statement has the value of a column. */
export function placeOf(name: Name, { jsonPlace, flagPlace }: Words): string {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'boolean') return flagPlace
  return typeof initial === 'object' ? jsonPlace : '?'
}

/** A value as it is passed for that place. */
export function toColumn(value: IncomingWebhook[Name], { toFlag }: Words): SqlValue {
  if (typeof value === 'boolean') return toFlag(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

export function readerOf(name: Name): (row: Row, column: string) => unknown {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return textIn
  if (typeof initial === 'number') return numberIn
  return typeof initial === 'boolean' ? flagIn : jsonIn
}
