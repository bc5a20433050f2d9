import {
  type Channel,
  DEFAULT_SETTINGS,
  type ManagementAdapters,
  type StoredPost,
  type StoredWebhook,
  type User,
  withFirstId,
} from 'express-incoming-webhooks'
import {
  type Database,
  numberOf,
  objectOf,
  places,
  type Row,
  rowId,
  textOf,
} from '../../../example-host/over-sql/database.js'

/** What webhooks need beside the chat's own tables. */
export const WEBHOOK_TABLES = `
  CREATE TABLE webhooks (
    id TEXT PRIMARY KEY,
    record TEXT NOT NULL,
    digest TEXT GENERATED ALWAYS AS (record ->> '$.keyDigest') STORED UNIQUE,
    previous TEXT GENERATED ALWAYS AS (record ->> '$.previousKey.keyDigest') STORED UNIQUE
  );
  CREATE TABLE webhook_posts (
    message_id INTEGER PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
    post TEXT NOT NULL
  );
  CREATE TABLE webhook_batches (
    webhook_id TEXT, request_key TEXT, expires_at INTEGER, batch TEXT NOT NULL,
    PRIMARY KEY (webhook_id, request_key)
  );
  CREATE TABLE webhook_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);`

const POSTS = `SELECT messages.*, post FROM messages JOIN webhook_posts ON message_id = messages.id`

/** Users, rooms and messages of the lounge as the library sees them. */
export function loungeAdapters(db: Database): ManagementAdapters<'once' | 'consecutive'> {
  const webhook = (where: string, ...values: readonly string[]): StoredWebhook | null => {
    const row = db.one(`SELECT record FROM webhooks WHERE ${where}`, ...values)
    return row && objectOf(row, 'record')
  }
  const room = (where: string, value: string | number | null): Channel | null => {
    const row = db.one(`SELECT * FROM rooms WHERE ${where}`, value)
    return row && toChannel(row)
  }
  const post = (id: string): StoredPost | null => {
    const row = db.one(`${POSTS} WHERE messages.id = ?`, rowId(id))
    return row && toPost(row)
  }
  const batch = (webhookId: string, key: string) => {
    const where = 'webhook_id = ? AND request_key = ? AND expires_at > ?'
    const row = db.one(
      `SELECT batch FROM webhook_batches WHERE ${where}`,
      webhookId,
      key,
      Date.now(),
    )
    if (!row) return null
    const { ids, ...kept } = JSON.parse(textOf(row, 'batch')) as KeptBatch
    return { ...kept, posts: ids.flatMap((id) => post(id) ?? []) }
  }
  const settings = () =>
    Object.fromEntries(
      db
        .all('SELECT * FROM webhook_settings')
        .map((row) => [textOf(row, 'name'), JSON.parse(textOf(row, 'value')) as unknown]),
    )
  return {
    guarantees: ['once', 'consecutive'],
    users: {
      findByIds: (ids) => people(db, 'id', ids),
      findByUsernames: (names) => people(db, 'nick', names),
    },
    channels: {
      findById: (id) => room('id = ?', rowId(id)),
      findByName: (name) => room('name = ?', name),
      canPost: () => true,
      listFor: (_user, { query, limit }) =>
        db
          .all(
            'SELECT * FROM rooms WHERE instr(lower(name || char(10) || topic), ?) LIMIT ?',
            query.toLowerCase(),
            limit,
          )
          .map(toChannel),
    },
    posts: {
      createBatch: ({ posts, once }) =>
        db.transaction(() => {
          const earlier = once ? batch(once.webhookId, once.key) : null
          if (earlier) return { stored: false, earlier }
          const next = db.one("SELECT seq FROM sqlite_sequence WHERE name = 'messages'")
          const first = (next ? numberOf(next, 'seq') : 0) + 1
          const last = db.one('SELECT coalesce(max(sent_at), 0) AS at FROM messages')
          const from = Math.max(Date.now(), (last ? numberOf(last, 'at') : 0) + 1)
          for (const [index, given] of posts.entries()) {
            const { channelId, userId, message, ...rest } = withFirstId(given, String(first))
            const insert =
              'INSERT INTO messages (room_id, person_id, body, sent_at) VALUES (?, ?, ?, ?)'
            db.run(insert, rowId(channelId), rowId(userId), message, from + index)
            const stored = JSON.stringify({ ...rest, updateAt: from + index })
            db.run('INSERT INTO webhook_posts VALUES (last_insert_rowid(), ?)', stored)
          }
          const ids = posts.map((_, index) => String(first + index))
          if (once) {
            const { webhookId, key, expiresAt, ...kept } = once
            const values = [webhookId, key, expiresAt, JSON.stringify({ ...kept, ids })]
            db.run('REPLACE INTO webhook_batches VALUES (?, ?, ?, ?)', ...values)
          }
          return { stored: true, posts: ids.flatMap((id) => post(id) ?? []) }
        }),
      findBatch: batch,
      findById: post,
      update: (id, { message, props, version }, expectedVersion) =>
        db.transaction(() => {
          const before = post(id)
          if (!before || (before.version ?? 0) !== expectedVersion) return null
          const set = `UPDATE webhook_posts SET post =
            json_set(post, '$.props', json(?), '$.version', ?, '$.updateAt', ?) WHERE message_id = ?`
          const updateAt = Math.max(Date.now(), before.updateAt + 1)
          db.run(set, JSON.stringify(props ?? before.props), version, updateAt, rowId(id))
          const body = message ?? before.message
          db.run('UPDATE messages SET body = ? WHERE id = ?', body, rowId(id))
          return post(id)
        }),
    },
    webhooks: {
      findByKeyDigest: (digest) => webhook('digest = ? OR previous = ?', digest, digest),
      touch: (id, at, key) => {
        const path = key === 'current' ? '$.lastUsed' : '$.previousKey.lastUsed'
        const set = 'UPDATE webhooks SET record = json_set(record, ?, ?) WHERE id = ?'
        db.run(key === 'current' ? set : `${set} AND previous IS NOT NULL`, path, at, id)
      },
      findById: (id) => webhook('id = ?', id),
      list: ({ userId, teamId, offset, limit }) => {
        const all = db
          .all("SELECT record FROM webhooks ORDER BY record ->> '$.createAt' DESC, id DESC")
          .map((row): StoredWebhook => objectOf(row, 'record'))
          .filter((one) => userId === undefined || one.userId === userId)
          .filter((one) => teamId === undefined || one.teamId === teamId)
        return { items: all.slice(offset, offset + limit), total: all.length }
      },
      create: (made) => {
        db.run('INSERT INTO webhooks (id, record) VALUES (?, ?)', made.id, JSON.stringify(made))
        return made
      },
      update: (id, changes, expectedVersion) => {
        const set = `UPDATE webhooks SET record = json_patch(record, ?)
          WHERE id = ? AND record ->> '$.version' = ?`
        const changed = db.run(set, JSON.stringify(changes), id, expectedVersion)
        return changed === 1 ? webhook('id = ?', id) : null
      },
      delete: (id) => db.run('DELETE FROM webhooks WHERE id = ?', id) === 1,
    },
    settings: {
      get: () => ({ ...DEFAULT_SETTINGS, ...settings() }),
      update: (changes) => {
        for (const [name, value] of Object.entries(changes)) {
          db.run('REPLACE INTO webhook_settings VALUES (?, ?)', name, JSON.stringify(value))
        }
        return { ...DEFAULT_SETTINGS, ...settings() }
      },
    },
  }
}

interface KeptBatch {
  readonly fingerprint: string
  readonly warnings: unknown
  readonly ignored: unknown
  readonly ids: readonly string[]
}

function people(db: Database, column: 'id' | 'nick', values: readonly string[]): readonly User[] {
  if (values.length === 0) return []
  const known = column === 'id' ? values.map(rowId) : values
  return db
    .all(`SELECT id, nick FROM people WHERE ${column} IN (${places(known)})`, ...known)
    .map((row) => ({
      id: String(numberOf(row, 'id')),
      username: textOf(row, 'nick').toLowerCase(),
    }))
}

function toChannel(row: Row): Channel {
  return {
    id: String(numberOf(row, 'id')),
    teamId: '',
    type: 'public',
    name: textOf(row, 'name'),
    displayName: textOf(row, 'topic'),
  }
}

function toPost(row: Row): StoredPost {
  const rest = JSON.parse(textOf(row, 'post')) as Pick<StoredPost, 'updateAt'>
  return {
    ...rest,
    id: String(numberOf(row, 'id')),
    channelId: String(numberOf(row, 'room_id')),
    userId: String(numberOf(row, 'person_id')),
    message: textOf(row, 'body'),
    createAt: numberOf(row, 'sent_at'),
  }
}
