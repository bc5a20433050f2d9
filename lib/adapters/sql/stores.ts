import { DEFAULT_SETTINGS } from '../../model/defaults.js'
import { checkSettings } from '../check-settings.js'
import { assembleStores, type KeptPosts, nothingElse } from '../kept-posts.js'
import { jsonIn, numberIn, textIn } from '../stored-values.js'
import type { Stores } from '../stores.js'
import type { CountersAdapter, SessionsAdapter, SettingsAdapter, StoredSettings } from '../types.js'
import { sqlBatches, sqlIncidents } from './once.js'
import type { Computed } from './computed.js'
import type { AnyQuery, SqlDatabase, SqlQuery, SqlResult } from './database.js'
import type { SqlTablesOptions } from './tables.js'
import { sqlWebhooks } from './webhooks.js'

/** Options of `createSqlStores`. `Handle` is the type of your transactions. */
export interface SqlStoresOptions<Handle> extends SqlTablesOptions {
  /** Runs a statement outside transactions. */
  readonly query: SqlQuery<SqlResult>
  /**
   * Runs `work` in a new transaction, which is committed when `work` is over and rolled back if it
   * throws. Returns what `work` returned, or throws what it threw. `handle` is whatever the host's own statements need.
   */
  transaction<Result>(
    work: (query: SqlQuery<SqlResult>, handle: Handle) => Promise<Result>,
  ): Promise<Result>
  /**
   * Milliseconds since 1970. Default: `Date.now`, and for rate limits in PostgreSQL the clock of the
   * server, which all processes share.
   */
  readonly clock?: () => number
}

interface SqlParts<Handle> extends Pick<SqlStoresOptions<Handle>, 'transaction'> {
  readonly db: SqlDatabase
  readonly counters: CountersAdapter
  readonly clock: () => number
  /** Where the database has what lists of webhooks ask for. Default: in expressions. */
  readonly computed?: Computed
}

/** The stores on a database whose results are known to be right. */
export function sqlStores<Handle>({
  db,
  computed,
  ...parts
}: SqlParts<Handle>): Stores<AnyQuery, Handle> {
  const { clock } = parts
  const kept = sqlPosts(db)
  return assembleStores<AnyQuery, Handle>({
    ...parts,
    webhooks: sqlWebhooks(db, computed),
    settings: sqlSettings(db),
    sessions: sqlSessions(db, clock),
    kept,
    keys: sqlBatches(db, clock),
    incidents: sqlIncidents(db, clock),
    deletePosts: (ids) => kept.delete(db.query, ids, nothingElse),
  })
}

function sqlSettings(db: SqlDatabase): SettingsAdapter {
  const get = async (): Promise<StoredSettings> => {
    const rows = await db.rows(`SELECT name, value FROM {table}incoming_webhook_settings`)
    const changed = rows.map((row): [string, unknown] => [
      textIn(row, 'name'),
      jsonIn(row, 'value'),
    ])
    return { ...DEFAULT_SETTINGS, ...Object.fromEntries(changed) }
  }
  return {
    get,
    update: async (changes) => {
      checkSettings(changes)
      const given = Object.entries(changes)
      if (given.length > 0) {
        const places = given.map(() => '(?, ?)').join(', ')
        await db.rows(
          `INSERT INTO {table}incoming_webhook_settings (name, value) VALUES ${places}
           ON CONFLICT (name) DO UPDATE SET value = excluded.value RETURNING name`,
          ...given.flatMap(([name, value]) => [name, JSON.stringify(value)]),
        )
      }
      return get()
    },
  }
}

const SESSIONS = '{table}incoming_webhook_sessions'

function sqlSessions(db: SqlDatabase, clock: () => number): SessionsAdapter {
  const sweep = db.sweeper((now) => db.sweepExpired(SESSIONS, now))
  return {
    create: async ({ id, userId, expiresAt }) => {
      sweep(clock())
      const insert = `INSERT INTO {table}incoming_webhook_sessions (id, user_id, expires_at) VALUES (?, ?, ?) RETURNING id`
      await db.rows(insert, id, userId, expiresAt)
    },
    find: async (id) => {
      const text = `SELECT user_id, expires_at FROM {table}incoming_webhook_sessions WHERE id = ?`
      const row = await db.row(text, id)
      if (!row || numberIn(row, 'expires_at') <= clock()) return null
      return { id, userId: textIn(row, 'user_id'), expiresAt: numberIn(row, 'expires_at') }
    },
    delete: async (id) => {
      await db.delete(SESSIONS, 'id = ?', id)
    },
    deleteForUser: async (userId) => {
      await db.delete(SESSIONS, 'user_id = ?', userId)
    },
  }
}

function sqlPosts(db: SqlDatabase): KeptPosts<AnyQuery> {
  const { jsonPlace, isAmong, texts } = db.words
  const isOfSome = isAmong('id', texts)
  return {
    find: async (ids) => {
      if (ids.length === 0) return []
      const text = `SELECT post FROM {table}incoming_webhook_posts WHERE ${isOfSome}`
      return (await db.rows(text, listOf(ids))).map((row) => jsonIn(row, 'post'))
    },
    insert: async (query, posts) => {
      if (posts.length === 0) return
      const places = posts.map(() => `(?, ?, ${jsonPlace})`).join(', ')
      await db
        .within(query)
        .rows(
          `INSERT INTO {table}incoming_webhook_posts (id, version, post) VALUES ${places} RETURNING id`,
          ...posts.flatMap((post) => [post.id, post.version ?? 0, JSON.stringify(post)]),
        )
    },
    // In one order, in which changes and deletions of a post lock it.
    replace: async (query, post, expectedVersion, message) => {
      const update = `UPDATE {table}incoming_webhook_posts SET post = ${jsonPlace}, version = ? WHERE id = ? AND version = ? RETURNING id`
      const version = post.version ?? 0
      const values = [JSON.stringify(post), version, post.id, expectedVersion]
      if (!(await db.within(query).row(update, ...values))) return false
      await message()
      return true
    },
    delete: async (query, ids, message) => {
      if (ids.length > 0) {
        await db.within(query).delete('{table}incoming_webhook_posts', isOfSome, listOf(ids))
      }
      return message()
    },
  }
}

/**
 * Ids as a list in JSON, all of them texts: hosts without types may pass numbers, which equal no text.
 * PostgreSQL refuses half a surrogate pair in JSON, so it becomes U+FFFD, as it does in a value.
 */
function listOf(ids: readonly (string | number | bigint)[]) {
  return JSON.stringify(ids.map((id) => String(id).toWellFormed()))
}
