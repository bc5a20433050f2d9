import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Guarantee, NewPost } from 'express-incoming-webhooks'
import {
  type AdaptersUnderTest,
  type ConformanceSession,
  describeAdapters,
} from 'express-incoming-webhooks/conformance'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import {
  createSqlStores,
  oneConnection,
  type SqlQuery,
  sqlTables,
  type StoredMessage,
  type Stores,
} from 'express-incoming-webhooks/sql'
import { openDatabase, textOf } from '../../example-host/over-sql/database.js'
import { openMemory } from '../support/memory-session.js'
import { openDocumentStore, type Transaction } from '../support/document-store.js'
import { inTransaction, usePostgres } from '../support/postgres.js'
import { ROOT } from '../support/root.js'

const MESSAGES = `CREATE TABLE messages (id TEXT PRIMARY KEY, channel TEXT NOT NULL,
  body TEXT NOT NULL CHECK (body <> 'refused'), sent_at BIGINT NOT NULL);`
const LAST = 'SELECT coalesce(max(sent_at), 0) AS at FROM messages'

/** A table of messages that have no place for anything but their text. */
interface Messages<Handle> {
  readonly insert: (posts: readonly NewPost[], handle: Handle) => Promise<StoredMessage[]>
  readonly setText: (id: string, text: string, handle: Handle) => Promise<boolean>
  readonly idsOf: (channelId: string) => Promise<readonly string[]>
}

/** Messages in SQL, written with this function for its placeholders. */
function messagesIn(query: SqlQuery, place: (position: number) => string): Messages<SqlQuery> {
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
    idsOf: async (channelId) => {
      const sql = `SELECT id FROM messages WHERE channel = ${first} ORDER BY sent_at`
      return (await query(sql, [channelId])).map((row) => String(Reflect.get(row, 'id')))
    },
  }
}

/** People and channels in memory, everything else in the stores. */
function sessionOf<Handle>(
  stores: Stores<never, Handle>,
  messages: Messages<Handle>,
  close: () => Promise<void> | void,
  guarantees: readonly Guarantee[] = ['once', 'consecutive', 'direct'],
): ConformanceSession {
  const memory = openMemory()
  const posts = stores.posts(messages)
  const { webhooks, settings, sessions, counters } = stores
  const adapters: AdaptersUnderTest = {
    guarantees,
    users: memory.adapters.users,
    channels: memory.adapters.channels,
    posts,
    webhooks,
    settings,
    sessions,
    counters,
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

async function openSqlite(): Promise<ConformanceSession> {
  const db = await openDatabase(MESSAGES + sqlTables({ dialect: 'sqlite', prefix: 'our_' }))
  const connection = oneConnection((text, values) => db.all(text, ...values))
  const stores = createSqlStores({ ...connection, dialect: 'sqlite', prefix: 'our_' })
  return sessionOf(
    stores,
    messagesIn(connection.query, () => '?'),
    () => {
      db.close()
    },
  )
}

async function openDocuments(): Promise<ConformanceSession> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-'))
  const store = await openDocumentStore(join(folder, 'log'))
  const messages: Messages<Transaction> = {
    insert: async (posts, calls) => {
      const at = Math.max(Date.now(), Number(calls.get('clock', 'last')?.['at'] ?? 0)) + 1
      calls.put('clock', 'last', { at: at + posts.length })
      for (const { id, channelId, message } of posts) {
        calls.put('messages', id, { id, channelId, message })
      }
      return posts.map(({ id }, index) => ({ id, createAt: at + index }))
    },
    setText: async (id, message, calls) => {
      const found = calls.get('messages', id)
      if (found) calls.put('messages', id, { ...found, message })
      return found !== undefined
    },
    idsOf: async (channelId) =>
      store
        .list('messages')
        .filter((message) => message['channelId'] === channelId)
        .map(({ id }) => String(id)),
  }
  return sessionOf(createDocumentStores(store), messages, async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
}

describeAdapters('the ready-made stores on SQLite', openSqlite)
describeAdapters('the ready-made stores on documents', openDocuments)

describe('on PostgreSQL', () => {
  const openSchema = usePostgres()

  describeAdapters('the ready-made stores, in a schema of their own', async () => {
    const { pool, close } = await openSchema(MESSAGES)
    const { rows } = await pool.query<{ readonly name: string }>('SELECT current_schema() AS name')
    const prefix = `${rows[0]?.name ?? ''}.our_`
    await pool.query(sqlTables({ dialect: 'postgres', prefix }))
    const query: SqlQuery = async (text, values) => (await pool.query<object>(text, values)).rows
    const stores = createSqlStores<SqlQuery>({
      dialect: 'postgres',
      prefix,
      query,
      transaction: (work) =>
        inTransaction(pool, (client) => {
          const within: SqlQuery = async (text, values) =>
            (await client.query<object>(text, values)).rows
          return work(within, within)
        }),
    })
    // These messages know no order between transactions.
    const messages = messagesIn(query, (position) => `$${position}`)
    return sessionOf(stores, messages, close, ['once', 'direct'])
  })
})

describe('the tables of the ready-made stores', () => {
  it('are created again without harm', async () => {
    const tables = sqlTables({ dialect: 'sqlite' })
    const db = await openDatabase(tables + tables)
    const names = db.all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    expect(names.map((row) => textOf(row, 'name'))).to.deep.equal([
      'incoming_webhook_batches',
      'incoming_webhook_counters',
      'incoming_webhook_posts',
      'incoming_webhook_sessions',
      'incoming_webhook_settings',
      'incoming_webhooks',
    ])
    db.close()
  })

  for (const dialect of ['postgres', 'sqlite'] as const) {
    it(`are those of docs/sql/${dialect}.sql`, () => {
      const file = join(ROOT, `docs/sql/${dialect}.sql`)
      expect(sqlTables({ dialect })).to.equal(readFileSync(file, 'utf8'))
    })
  }

  it('have no prefix that is not a name', () => {
    for (const prefix of ['a b', 'x;', '"q"', 'a.b.c', 'a-', "'"]) {
      expect(() => sqlTables({ dialect: 'postgres', prefix }), prefix).to.throw(TypeError, 'prefix')
    }
  })
})
