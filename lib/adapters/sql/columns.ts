import { DEFAULT_WEBHOOK } from '../../model/defaults.js'
import { fieldNames, partOf } from '../../model/fields.js'
import { isObject } from '../../model/json.js'
import type { IncomingWebhook } from '../../model/records.js'
import { flagIn, jsonIn, numberIn, type Row, textIn } from '../stored-values.js'
import type { StoredWebhook } from '../types.js'
import type { SqlDatabase, SqlValue, Words } from './database.js'

type Name = Exclude<keyof IncomingWebhook, 'lastResult'>

/** All fields that have a default, also those without a column of their own. */
const NAMES: readonly Name[] = fieldNames<Record<Name, unknown>>(DEFAULT_WEBHOOK)

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
export function typeOf(name: Name, { json, flag, toFlag }: Words) {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return `text NOT NULL DEFAULT '${initial}'`
  if (typeof initial === 'number') return `bigint NOT NULL DEFAULT ${initial}`
  return typeof initial === 'boolean' ? `${flag} NOT NULL DEFAULT ${toFlag(initial)}` : json
}

/** Where a statement has the value of a column. */
function placeOf(name: Name, { jsonPlace, flagPlace }: Words) {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'boolean') return flagPlace
  return typeof initial === 'object' ? jsonPlace : '?'
}

/** A value as it is passed for that place. */
function toColumn(value: IncomingWebhook[Name], { toFlag }: Words): SqlValue {
  if (typeof value === 'boolean') return toFlag(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

function readerOf(name: Name) {
  const initial = DEFAULT_WEBHOOK[name]
  if (typeof initial === 'string') return textIn
  if (typeof initial === 'number') return numberIn
  return typeof initial === 'boolean' ? flagIn : jsonIn
}

/**
 * Records of webhooks as rows: a column for each field of `own`, and the column `more` for all others and
 * the last result. Tables of 0.9 lack `more` until somebody adds it, and keep nothing of that.
 */
export function webhookRows(db: SqlDatabase, own: readonly OwnColumn[] = fieldNames(OWN_COLUMNS)) {
  const { words } = db
  // Named, because a server refuses a prepared `SELECT *` after a column was added.
  const columns = own.map((name) => OWN_COLUMNS[name]).join(', ')
  let isThere = false
  /** Asks again until it is there: what another process keeps in it may keep somebody out. */
  const hasMore = async () => {
    isThere ||= (await db.row(words.column, `${db.prefix}incoming_webhooks`, 'more')) !== null
    return isThere
  }
  return {
    hasMore,
    columns: async () => ((await hasMore()) ? `${columns}, more` : columns),
    /** The record in a row. Its values are checked where every adapter's results are. */
    read: (row: Row): StoredWebhook => {
      const more = jsonIn(row, 'more')
      return {
        ...(isObject(more) && more),
        ...partOf<Record<OwnColumn, unknown>>(own, (name) =>
          readerOf(name)(row, OWN_COLUMNS[name]),
        ),
      }
    },
    /** What a statement writes, by column; `before` is what is in `more` until then. */
    written: async (record: Partial<Pick<IncomingWebhook, Name>>, before: string) => {
      const given = NAMES.filter((name) => record[name] !== undefined)
      const written = own
        .filter((name) => given.includes(name))
        .map((name) => ({
          column: OWN_COLUMNS[name],
          place: placeOf(name, words),
          values: [toColumn(record[name] ?? null, words)],
        }))
      const others = given.filter((name) => !own.some((each) => each === name))
      if (others.length === 0 || !(await hasMore())) return written
      const place = others.reduce(
        (object, name) => words.withMember(object, name, words.jsonPlace),
        before,
      )
      const values = others.map((name) => JSON.stringify(record[name]))
      return [...written, { column: 'more', place, values }]
    },
  }
}
