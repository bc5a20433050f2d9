// A small chat on the ready-made stores of a version, in a process of its own:
//   node host.js CHECKOUT sql|documents
// It listens on a free port, which it sends to its parent.
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import express from 'express'
import type * as library from 'express-incoming-webhooks'
import type { StoredPost, Stores } from 'express-incoming-webhooks/adapters'
import type * as documents from 'express-incoming-webhooks/documents'
import type * as memory from 'express-incoming-webhooks/memory'
import type * as sql from 'express-incoming-webhooks/sql'
import pg from 'pg'
import { cheapHash } from '../../support/cheap-hash.js'
import { remoteDocuments } from '../../support/document-bridge.js'
import {
  documentMessages,
  MESSAGES,
  type Messages,
  messagesIn,
} from '../../support/stores-session.js'

const [checkout = '', kind] = process.argv.slice(2)
const { DATABASE_URL, SECRET = '', ADMIN_PASSWORD = '' } = process.env

/** A module of the version, as its types are now. */
async function moduleOf<Module>(name: string): Promise<Module> {
  const path = join(checkout, 'dist/esm', `${name}.js`)
  return (await import(pathToFileURL(path).href)) as Module
}

/** The library; what 0.9 calls otherwise has either name. */
type Library = Omit<typeof library, 'toClientPost'> &
  Partial<Record<'toClientPost' | 'clientPost', typeof library.toClientPost>>

async function listen<Handle>(
  stores: Stores<never, Handle>,
  messages: Messages<Handle>,
): Promise<void> {
  const { createIncomingWebhooks, ...index } = await moduleOf<Library>('index')
  const { createMemoryAdapters } = await moduleOf<typeof memory>('memory')
  const people = createMemoryAdapters()
  const { user } = people.addDemo()
  people.host.credentials.set(user.id, {
    userId: user.id,
    passwordHash: await cheapHash(ADMIN_PASSWORD),
  })
  const { webhooks, settings, sessions, counters } = stores
  const posts = stores.posts(messages)
  const adapters = { ...people, webhooks, settings, sessions, counters, posts }
  const { hooksRouter, authRouter, adminRouter } = createIncomingWebhooks({
    // Versions name what they know; the others are refused.
    adapters: Object.assign(adapters, {
      guarantees: ['once', 'consecutive', 'findThing' in stores ? 'things' : 'incidents'],
    }),
    secret: SECRET,
    siteUrl: 'http://127.0.0.1',
    // The counters are at work and refuse nothing, also where 0.9 counts by a time that is some seconds old.
    limits: { webhook: { perSecond: 500, burst: 10_000 } },
    log: (level, text, details) => {
      if (level === 'error') console.error(text, details)
    },
  })
  const toClientPost = index.toClientPost ?? index.clientPost
  if (!toClientPost) throw new Error('this version does not say how clients see a post')
  const app = express()
    .use('/hooks', hooksRouter)
    .use('/api/v4/users', authRouter)
    .use('/api/v4', adminRouter)
    .get('/api/v4/channels/:id/posts', async ({ params, query }, res) => {
      const [page, size] = [Number(query['page']), Number(query['per_page'])]
      const newestFirst = [...(await messages.idsOf(params.id))].reverse()
      const order = newestFirst.slice(page * size, (page + 1) * size)
      const found = await Promise.all(order.map(async (id) => posts.findById(id)))
      const there = found.filter((post): post is StoredPost => post !== null)
      res.json({
        order,
        posts: Object.fromEntries(there.map((post) => [post.id, toClientPost(post)])),
      })
    })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.send?.({ listening: server.address() })
}

async function listenOnSql(): Promise<void> {
  const { createSqlStores, sqlTables } = await moduleOf<typeof sql>('sql')
  const pool = new pg.Pool({ connectionString: DATABASE_URL })
  await pool.query(MESSAGES + sqlTables({ dialect: 'postgres' }))
  const queryOn = (on: pg.Pool | pg.PoolClient): sql.SqlQuery => {
    return async (text, values) => (await on.query<object>(text, values)).rows
  }
  const query = queryOn(pool)
  const stores = createSqlStores<sql.SqlQuery>({
    dialect: 'postgres',
    query,
    transaction: async (work) => {
      const client = await pool.connect()
      const within = queryOn(client)
      try {
        await client.query('BEGIN')
        const result = await work(within, within)
        await client.query('COMMIT')
        return result
      } catch (error) {
        await client.query('ROLLBACK')
        throw error
      } finally {
        client.release()
      }
    },
  })
  const messages = messagesIn(query, (position) => `$${position}`)
  await listen(stores, {
    ...messages,
    // One batch after the other, so that its messages stay together.
    insert: async (posts, within) => {
      await within('SELECT pg_advisory_xact_lock(1)', [])
      return messages.insert(posts, within)
    },
  })
}

async function listenOnDocuments(): Promise<void> {
  const { createDocumentStores } = await moduleOf<typeof documents>('documents')
  const store = remoteDocuments()
  await listen(createDocumentStores(store), {
    ...documentMessages(store),
    // They are listed in the order of their transactions, so that no two of these need be in conflict.
    insert: async (posts, calls) => {
      for (const { id, channelId, message } of posts) {
        await calls.put('messages', id, { id, channelId, message })
      }
      return posts.map(({ id }) => ({ id, createAt: Date.now() }))
    },
  })
}

await (kind === 'sql' ? listenOnSql() : listenOnDocuments())
