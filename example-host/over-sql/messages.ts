import {
  type IdempotencyRecord,
  type NewPost,
  type PostChanges,
  type PostsAdapter,
  type StoredBatch,
  type StoredPost,
  withFirstId,
  withPostId,
} from 'express-incoming-webhooks/adapters'
import { type Database, numberOf, type Row, rowId, textOf } from './database.js'
import { incidentRows } from './incidents.js'

const INSERT = `
  INSERT INTO messages (room_id, person_id, reply_to, body, sent_at, changed_at, webhook_id, kind,
    props, priority, mentions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** The posts adapter. It stores a batch, its idempotency key and its incident in one transaction. */
export function messagesAdapter(db: Database, clock: () => number): PostsAdapter {
  const findById = (id: string): StoredPost | null => {
    const known = rowId(id)
    const row = known === null ? null : db.one('SELECT * FROM messages WHERE id = ?', known)
    return row && toPost(row)
  }
  const keys = batchKeys(db, clock)
  const { hasVersion, put, ...incidents } = incidentRows(db, clock)
  const update = (id: string, changes: PostChanges, expectedVersion: number): StoredPost | null => {
    const { message, props, version } = changes
    const changed = db.run(
      `UPDATE messages SET body = coalesce(?, body), props = coalesce(?, props),
       changed_at = max(?, changed_at + 1), version = ? WHERE id = ? AND version = ?`,
      message ?? null,
      props ? JSON.stringify(props) : null,
      clock(),
      version,
      rowId(id),
      expectedVersion,
    )
    return changed === 1 ? findById(id) : null
  }
  return {
    createBatch: ({ posts, once, edit, incident }) =>
      db.transaction(() => {
        const earlier = once ? keys.find(once.webhookId, once.key) : null
        if (earlier) return { stored: false, earlier }
        if (incident && !hasVersion(incident.incident, incident.expectedVersion)) {
          return { stored: false, changed: true }
        }
        const edited = edit ? update(edit.id, edit.changes, edit.expectedVersion) : null
        if (edit && !edited) return { stored: false, changed: true }
        const ids = posts.length === 0 ? [] : insertAll(db, posts, clock())
        const stored = ids.flatMap((id) => findById(String(id)) ?? [])
        if (incident) put(withPostId(incident.incident, stored))
        if (once) keys.remember(once, ids)
        return { stored: true, posts: stored, edited }
      }),
    findBatch: keys.find,
    findById,
    ...incidents,
    update,
    delete: (id) => db.run('DELETE FROM messages WHERE id = ?', rowId(id)) === 1,
  }
}

/** All messages of a room, oldest first. */
export function messagesOf(db: Database, roomId: string): readonly StoredPost[] {
  const sql = 'SELECT * FROM messages WHERE room_id = ? ORDER BY sent_at'
  return db.all(sql, rowId(roomId)).map(toPost)
}

function insertAll(db: Database, posts: readonly NewPost[], now: number): readonly number[] {
  // Ids and times are determined before the first insert, because parts contain the id of their
  // first post.
  const { id = 0 } = db.one("SELECT seq AS id FROM sqlite_sequence WHERE name = 'messages'") ?? {}
  const firstId = Number(id) + 1
  const room = rowId(posts[0]?.channelId ?? '')
  const last = db.one('SELECT max(sent_at) AS sent_at FROM messages WHERE room_id = ?', room)
  const firstTime = Math.max(now, Number(last?.['sent_at'] ?? 0) + 1)
  return posts.map((post, index) => {
    insert(db, withFirstId(post, String(firstId)), firstTime + index)
    return firstId + index
  })
}

function insert(db: Database, post: NewPost, time: number): void {
  db.run(
    INSERT,
    rowId(post.channelId),
    rowId(post.userId),
    post.rootId === '' ? null : rowId(post.rootId),
    post.message,
    time,
    time,
    post.webhookId,
    post.type,
    JSON.stringify(post.props),
    JSON.stringify(post.priority),
    JSON.stringify(post.mentions),
  )
}

function toPost(row: Row): StoredPost {
  const replyTo = row['reply_to']
  return {
    id: String(numberOf(row, 'id')),
    channelId: String(numberOf(row, 'room_id')),
    userId: String(numberOf(row, 'person_id')),
    rootId: typeof replyTo === 'number' ? String(replyTo) : null,
    message: textOf(row, 'body'),
    type: textOf(row, 'kind'),
    webhookId: textOf(row, 'webhook_id'),
    props: JSON.parse(textOf(row, 'props')),
    priority: JSON.parse(textOf(row, 'priority')),
    mentions: JSON.parse(textOf(row, 'mentions')),
    createAt: numberOf(row, 'sent_at'),
    updateAt: numberOf(row, 'changed_at'),
    version: numberOf(row, 'version'),
  }
}

/** For the guarantee `once`: idempotency keys and their messages. */
function batchKeys(db: Database, clock: () => number) {
  return {
    find: (webhookId: string, key: string): StoredBatch | null => {
      const batch = db.one(
        `SELECT * FROM webhook_batches WHERE webhook_id = ? AND request_key = ? AND expires_at > ?`,
        webhookId,
        key,
        clock(),
      )
      if (!batch) return null
      const sql = 'SELECT * FROM messages WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id'
      const rows = db.all(sql, textOf(batch, 'message_ids'))
      return {
        fingerprint: textOf(batch, 'fingerprint'),
        warnings: JSON.parse(textOf(batch, 'warnings')),
        ignored: JSON.parse(textOf(batch, 'ignored')),
        posts: rows.map(toPost),
      }
    },
    remember: (once: IdempotencyRecord, messageIds: readonly number[]): void => {
      const { webhookId, key, fingerprint, expiresAt, warnings, ignored } = once
      db.run('DELETE FROM webhook_batches WHERE expires_at <= ?', clock())
      db.run(
        'INSERT INTO webhook_batches VALUES (?, ?, ?, ?, ?, ?, ?)',
        webhookId,
        key,
        fingerprint,
        JSON.stringify(warnings),
        JSON.stringify(ignored),
        JSON.stringify(messageIds),
        expiresAt,
      )
    },
  }
}
