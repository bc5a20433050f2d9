import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type Express } from 'express'
import {
  createIncomingWebhooks,
  type IncomingWebhooks,
  type IncomingWebhooksOptions,
  type PostsEvent,
} from 'express-incoming-webhooks'
import type { OwnMessages, Stores } from 'express-incoming-webhooks/adapters'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { createPostgresChat, migrate } from 'express-incoming-webhooks/postgres'
import { createSqlStores, oneConnection } from 'express-incoming-webhooks/sql'
import request from 'supertest'
import { openDatabase } from '../../example-host/over-sql/database.js'
import { openStore } from '../../example-host/store/index.js'
import { checkedDelivery } from '../support/checked-delivery.js'
import { openDocumentStore, type Transaction } from '../../docs/examples/adapters/document-log.js'
import type { OwnSchema } from '../support/postgres.js'
import { documentMessages, messagesIn } from '../support/stores-session.js'
import {
  FOLDER,
  SECRET,
  type Sent,
  SITE,
  type StoreName,
  type Written,
  WRITTEN_AT,
  writtenIn,
} from './written.js'

/** The kinds of records that nodes of 0.9 read and write too. */
export type Kind = 'webhooks' | 'incidents' | 'posts' | 'batches'

interface Store {
  readonly adapters: IncomingWebhooksOptions['adapters']
  /** What is stored, under the names that it has there. */
  readonly stored: (kind: Kind) => Promise<readonly object[]>
  readonly close: () => Promise<void>
}

/** A host of this version with a store of 0.9, a minute after that was written. */
export interface Opened extends Store {
  readonly written: Written
  readonly app: Express
  readonly webhooks: IncomingWebhooks
  /** The posts as the library reads and writes them. */
  readonly posts: ReturnType<typeof checkedDelivery>['posts']
  /** What clients were told of since. */
  readonly events: PostsEvent[]
  readonly clock: { now: number }
  /** The posts of the receipt. */
  readonly send: (sent: Sent, key?: string) => Promise<readonly Receipt[]>
}

export interface Receipt {
  readonly id: string
  readonly action: string
}

export type OpenSchema = (tables: string) => Promise<OwnSchema>

export async function openedStore(name: StoreName, openSchema: OpenSchema): Promise<Opened> {
  const time = { now: WRITTEN_AT + 60_000 }
  const clock = (): number => (time.now += 10)
  const store = await OPEN[name](clock, openSchema)
  const written = writtenIn(name)
  const events: PostsEvent[] = []
  const webhooks = createIncomingWebhooks({
    adapters: store.adapters,
    log: false,
    secret: SECRET,
    siteUrl: SITE,
    clock,
    onPosts: (event) => events.push(event),
  })
  const app = express().use('/hooks', webhooks.hooksRouter).use('/api/v4', webhooks.adminRouter)
  return {
    ...store,
    written,
    app,
    webhooks,
    posts: checkedDelivery(store.adapters).posts,
    events,
    clock: time,
    send: async ({ body, headers }, key = written.key) => {
      const answer = await request(app).post(`/hooks/${key}?wait=true`).set(headers).send(body)
      if (answer.status !== 200) throw new Error(answer.text)
      return (answer.body as { readonly posts: readonly Receipt[] }).posts
    },
    close: async () => {
      await webhooks.close()
      await store.close()
    },
  }
}

type Clock = () => number

const OPEN: Readonly<Record<StoreName, (clock: Clock, schema: OpenSchema) => Promise<Store>>> = {
  chat: openChat,
  sqlite: openSqlite,
  documents: openDocuments,
  postgres: openPostgres,
}

async function openChat(clock: Clock): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-of-0.9-'))
  await cp(join(FOLDER, 'chat'), folder, { recursive: true })
  const store = await openStore({ dir: folder, clock })
  return {
    adapters: store.adapters,
    // One program at a time has its files open.
    stored: () => Promise.resolve([]),
    close: async () => {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The people and channels are not part of the store. */
function adaptersOf<Handle>(
  stores: Stores<never, Handle>,
  messages: OwnMessages<Handle>,
  clock: Clock,
): Store['adapters'] {
  const memory = createMemoryAdapters({ clock })
  memory.addDemo()
  const { webhooks, settings, sessions, counters } = stores
  const own = { webhooks, settings, sessions, counters, posts: stores.posts(messages) }
  return { ...memory, guarantees: ['once', 'incidents'], ...own }
}

async function openSqlite(clock: Clock): Promise<Store> {
  const db = await openDatabase(readFileSync(join(FOLDER, 'sqlite.sql'), 'utf8'))
  db.all(`ALTER TABLE incoming_webhooks ADD COLUMN more text NOT NULL DEFAULT '{}'`)
  const connection = oneConnection((text, values) => db.all(text, ...values))
  const stores = createSqlStores({ ...connection, dialect: 'sqlite', clock })
  const messages = messagesIn(connection.query, () => '?')
  const column = { webhooks: null, incidents: 'thing', posts: 'post', batches: 'batch' } as const
  return {
    adapters: adaptersOf(stores, messages, clock),
    stored: (kind) => {
      const rows = db.all(`SELECT * FROM ${TABLES[kind]}`)
      const json = column[kind]
      const read = rows.map((row) =>
        json === null ? row : { ...row, [json]: JSON.parse(String(row[json])) as unknown },
      )
      return Promise.resolve(read)
    },
    close: () => {
      db.close()
      return Promise.resolve()
    },
  }
}

const TABLES: Readonly<Record<Kind, string>> = {
  webhooks: 'incoming_webhooks',
  incidents: 'incoming_webhook_things',
  posts: 'incoming_webhook_posts',
  batches: 'incoming_webhook_batches',
}

async function openDocuments(clock: Clock): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), 'documents-of-0.9-'))
  const file = join(folder, 'log')
  await cp(join(FOLDER, 'documents.jsonl'), file)
  const store = await openDocumentStore(file)
  const stores = createDocumentStores<Transaction>(store, { clock })
  return {
    adapters: adaptersOf(stores, documentMessages(store), clock),
    stored: (kind) => Promise.resolve(store.list(TABLES[kind].replaceAll('_', '-'))),
    close: async () => {
      await store.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function openPostgres(clock: Clock, openSchema: OpenSchema): Promise<Store> {
  const sql = readFileSync(join(FOLDER, 'postgres.sql'), 'utf8')
  const { pool, close } = await openSchema(sql)
  await migrate(pool, { chat: true })
  const chat = createPostgresChat({ pool, clock })
  return {
    adapters: chat.adapters,
    stored: async (kind) => {
      const table = kind === 'posts' ? 'chat_posts' : TABLES[kind]
      return (await pool.query<object>(`SELECT * FROM ${table}`)).rows
    },
    close: async () => {
      await chat.close()
      await close()
    },
  }
}
