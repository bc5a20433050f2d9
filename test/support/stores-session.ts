import type {
  Adapters,
  Guarantee,
  NewPost,
  StoredMessage,
  Stores,
} from 'express-incoming-webhooks/adapters'
import type { ConformanceSession } from 'express-incoming-webhooks/conformance'
import type { SqlQuery, SqlResult } from 'express-incoming-webhooks/sql'
import { rowsOf } from '../../lib/adapters/sql/database.js'
import type { MaybePromise } from '../../lib/adapters/types.js'
import type { Document, Transaction } from '../../docs/examples/adapters/document-log.js'
import { openMemory } from './memory-session.js'

export const MESSAGES = `CREATE TABLE IF NOT EXISTS messages (id TEXT PRIMARY KEY, channel TEXT NOT NULL,
  body TEXT NOT NULL CHECK (body <> 'refused'), sent_at BIGINT NOT NULL);`
const LAST = 'SELECT coalesce(max(sent_at), 0) AS at FROM messages'

/** A table of messages that have no place for anything but their text. */
export interface Messages<Handle> {
  readonly insert: (posts: readonly NewPost[], handle: Handle) => Promise<StoredMessage[]>
  readonly setText: (id: string, text: string, handle: Handle) => Promise<boolean>
  readonly delete: (id: string, handle: Handle) => Promise<boolean>
  readonly idsOf: (channelId: string) => Promise<readonly string[]>
}

/** A query whose rows messages can be read from, whatever its driver returns. */
export function rowsWith(query: SqlQuery<SqlResult>): SqlQuery {
  return async (text, values) => rowsOf(await query(text, values))
}

/** Messages in SQL, written with this function for its placeholders. */
export function messagesIn(
  query: SqlQuery,
  place: (position: number) => string,
): Messages<SqlQuery> {
  const [first, second, third, fourth] = [1, 2, 3, 4].map(place)
  return {
    insert: async (posts, within) => {
      const [row] = await within(LAST, [])
      const from = Math.max(Date.now(), Number(Object.entries(row ?? {})[0]?.[1]) + 1)
      const sql = `INSERT INTO messages VALUES (${first}, ${second}, ${third}, ${fourth}) RETURNING id`
      for (const [index, { id, channelId, message }] of posts.entries()) {
        await within(sql, [id, channelId, message, from + index])
      }
      return posts.map(({ id }, index) => ({ id, createAt: from + index }))
    },
    setText: async (id, text, within) => {
      const sql = `UPDATE messages SET body = ${first} WHERE id = ${second} RETURNING id`
      return (await within(sql, [text, id])).length === 1
    },
    delete: async (id, within) => {
      const sql = `DELETE FROM messages WHERE id = ${first} RETURNING id`
      return (await within(sql, [id])).length === 1
    },
    idsOf: async (channelId) => {
      const sql = `SELECT id FROM messages WHERE channel = ${first} ORDER BY sent_at`
      return (await query(sql, [channelId])).map((row) => String(Reflect.get(row, 'id')))
    },
  }
}

/** The calls of a transaction, which may be those of another process. */
export type DocumentCalls = {
  readonly [Name in keyof Transaction]: (
    ...args: Parameters<Transaction[Name]>
  ) => MaybePromise<ReturnType<Transaction[Name]>>
}

/** Messages as documents. */
export function documentMessages(store: {
  list(collection: string): MaybePromise<readonly Document[]>
}): Messages<DocumentCalls> {
  return {
    insert: async (posts, calls) => {
      const last = await calls.get('clock', 'last')
      const at = Math.max(Date.now(), Number(last?.['at'] ?? 0)) + 1
      await calls.put('clock', 'last', { at: at + posts.length })
      for (const { id, channelId, message } of posts) {
        await calls.put('messages', id, { id, channelId, message })
      }
      return posts.map(({ id }, index) => ({ id, createAt: at + index }))
    },
    setText: async (id, message, calls) => {
      const found = await calls.get('messages', id)
      if (found) await calls.put('messages', id, { ...found, message })
      return found !== undefined
    },
    delete: async (id, calls) => {
      const isThere = (await calls.get('messages', id)) !== undefined
      await calls.delete('messages', id)
      return isThere
    },
    idsOf: async (channelId) =>
      (await store.list('messages'))
        .filter((message) => message['channelId'] === channelId)
        .map(({ id }) => String(id)),
  }
}

/** People and channels in memory, everything else in the stores. */
export function sessionOf<Handle>(
  stores: Stores<never, Handle> & Pick<Adapters, 'deliveries' | 'logs'>,
  messages: Messages<Handle>,
  close: () => Promise<void> | void,
  guarantees: readonly Guarantee[] = ['once', 'consecutive', 'incidents', 'direct'],
): ConformanceSession {
  const memory = openMemory()
  const posts = stores.posts(messages)
  const { webhooks, settings, sessions, counters, deliveries, logs } = stores
  const adapters: Adapters = {
    guarantees,
    users: memory.adapters.users,
    channels: memory.adapters.channels,
    posts,
    webhooks,
    settings,
    sessions,
    counters,
    ...(deliveries && { deliveries }),
    ...(logs && { logs }),
  }
  return {
    ...memory,
    adapters,
    readPosts: async (channelId) => {
      const found = (await messages.idsOf(channelId)).map(async (id) => posts.findById(id))
      return (await Promise.all(found)).filter((post) => post !== null)
    },
    close,
  }
}
