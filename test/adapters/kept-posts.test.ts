import { expect } from 'chai'
import type {
  IdempotencyRecord,
  OwnMessages,
  PostsAdapter,
  Stores,
} from 'express-incoming-webhooks/adapters'
import {
  createSqlStores,
  oneConnection,
  type SqlQuery,
  sqlTables,
} from 'express-incoming-webhooks/sql'
import { type Database, numberOf, openDatabase } from '../../example-host/over-sql/database.js'
import { newPost } from '../support/new-post.js'
import { until } from '../support/until.js'

const MESSAGES = 'CREATE TABLE messages (id INTEGER PRIMARY KEY, body TEXT NOT NULL);'
const POST = newPost({ webhookId: 'hook' })

interface Host {
  readonly db: Database
  readonly stores: Stores<SqlQuery, SqlQuery>
  readonly posts: PostsAdapter<'once' | 'incidents'>
  readonly count: (table: string) => number
}

describe('posts that are kept beside the messages of a host', () => {
  const opened: Database[] = []
  afterEach(() => {
    for (const db of opened.splice(0)) db.close()
  })

  async function open(messages: Partial<OwnMessages<SqlQuery>> = {}): Promise<Host> {
    const db = await openDatabase(MESSAGES + sqlTables({ dialect: 'sqlite' }))
    opened.push(db)
    const connection = oneConnection((text, values) => db.all(text, ...values))
    const stores = createSqlStores({ ...connection, dialect: 'sqlite', clock: () => 5 })
    const posts = stores.posts({
      insert: (given) =>
        given.map(({ message }, index) => ({ id: insertOne(db, message), createAt: 1 + index })),
      setText: (id, text) => db.run('UPDATE messages SET body = ? WHERE id = ?', text, id) === 1,
      ...messages,
    })
    const count = (table: string): number => {
      const row = db.one(`SELECT count(*) AS n FROM ${table}`)
      return row ? numberOf(row, 'n') : 0
    }
    return { db, stores, posts, count }
  }

  const times: Readonly<Record<string, number | string | bigint | Date>> = {
    'a number': 1_700_000_000_000,
    'the text of a bigint': '1700000000000',
    'a bigint': 1_700_000_000_000n,
    'a Date': new Date(1_700_000_000_000),
  }
  for (const [kind, createAt] of Object.entries(times)) {
    it(`have the time of their message, which may be ${kind}`, async () => {
      const { posts } = await open({ insert: () => [{ id: 7n, createAt }] })
      const result = await posts.createBatch({ posts: [POST] })
      const [stored] = result.stored ? result.posts : []
      expect(stored).to.include({ id: '7', createAt: 1_700_000_000_000 })
    })
  }

  const wrong: Readonly<Record<string, (id: number) => unknown>> = {
    'no id': () => [{ createAt: 1 }],
    'an empty id': () => [{ id: '', createAt: 1 }],
    'no time': (id) => [{ id }],
    'a time that is none': (id) => [{ id, createAt: 'now' }],
    'no rows': () => [],
    nothing: () => undefined,
    'what its driver returns': (id) => ({ rows: [{ id, createAt: 1 }] }),
    'more rows than posts': (id) => [
      { id, createAt: 1 },
      { id: id + 1, createAt: 2 },
    ],
  }
  for (const [what, answer] of Object.entries(wrong)) {
    it(`are not stored, nor their message, if insert returns ${what}`, async () => {
      const host: Host = await open({
        insert: (given) => answer(insertOne(host.db, given[0]?.message ?? '')) as [],
      })
      const error = await failureOf(host.posts.createBatch({ posts: [POST] }))
      expect(error).to.match(/^TypeError: insert: expected/)
      expect([host.count('messages'), host.count('incoming_webhook_posts')]).to.deep.equal([0, 0])
    })
  }

  it('are not stored with the same id twice', async () => {
    const same = { id: 'x', createAt: 1 }
    const { posts } = await open({ insert: () => [same, same] })
    const error = await failureOf(posts.createBatch({ posts: [POST, POST] }))
    expect(error).to.equal('TypeError: insert: expected different ids')
  })

  it('are as before if their message cannot be changed', async () => {
    const { posts, db } = await open()
    const id = await store(posts)
    db.run('DELETE FROM messages')
    expect(await posts.update(id, { message: 'new', version: 1 }, 0)).to.equal(null)
    expect(await posts.findById(id)).to.include({ message: POST.message, version: 0 })
  })

  it('are as before if setText does not say whether it worked', async () => {
    const { posts } = await open({ setText: () => Object(undefined) as boolean })
    const id = await store(posts)
    const error = await failureOf(posts.update(id, { message: 'new', version: 1 }, 0))
    expect(error).to.equal('TypeError: setText: expected true or false, got an object')
    expect(await posts.findById(id)).to.include({ message: POST.message, version: 0 })
  })

  it('are found where the host finds their message, and with its text', async () => {
    const { posts, db } = await open({
      find: (id) => {
        const row = db.one('SELECT body FROM messages WHERE id = ?', id)
        return row && { channelId: 'general', message: String(row['body']) }
      },
    })
    const id = await store(posts)
    db.run("UPDATE messages SET body = 'edited'")
    expect(await posts.findById(id)).to.include({ message: 'edited', webhookId: 'hook' })
    const own = String(insertOne(db, 'by a person'))
    expect(await posts.findById(own)).to.include({ id: own, message: 'by a person' })
    db.run('DELETE FROM messages')
    expect(await posts.findById(id)).to.equal(null)
  })

  it('are found by the ids of messages, whole, and messages of people are not among them', async () => {
    const { posts, stores } = await open()
    const first = await store(posts)
    const second = await store(posts)
    const many = Array.from({ length: 40_000 }, (_, n) => `unknown ${n}`)
    const found = await stores.postsOf([second, ...many, first])
    expect([...found.keys()].sort()).to.deep.equal([first, second].sort())
    expect(found.get(first)).to.deep.equal(await posts.findById(first))
    expect(await stores.postsOf([])).to.have.property('size', 0)
  })

  it('are found and go by ids that are numbers, beside ids that no message has', async () => {
    const { posts, stores } = await open()
    const [first, second] = [await store(posts), await store(posts)]
    const ids = [Number(first), null, '\ud800', `${second}\0`]
    expect(await Reflect.apply(stores.postsOf, stores, [ids])).to.have.all.keys(first)
    await Reflect.apply(stores.deletePosts, stores, [[BigInt(first), '\ud800']])
    expect(await stores.postsOf([first, second])).to.have.all.keys(second)
  })

  it('go when the host says so', async () => {
    const { posts, stores } = await open()
    const id = await store(posts)
    await stores.deletePosts([])
    expect(await posts.findById(id)).to.include({ id })
    const many = Array.from({ length: 40_000 }, (_, n) => `unknown ${n}`)
    await stores.deletePosts([...many, id])
    expect(await posts.findById(id)).to.equal(null)
  })

  it('are deleted with their message, if the host deletes messages', async () => {
    const { posts, db, count } = await open({
      delete: (id) => db.run('DELETE FROM messages WHERE id = ?', id) === 1,
    })
    const id = await store(posts)
    const next = await store(posts)
    expect(await posts.delete?.(id)).to.equal(true)
    expect(await posts.findById(id)).to.equal(null)
    expect([count('messages'), count('incoming_webhook_posts')]).to.deep.equal([1, 1])
    expect(await posts.delete?.(id)).to.equal(false)
    db.run('DELETE FROM messages')
    expect(await posts.delete?.(next)).to.equal(false)
    expect(count('incoming_webhook_posts')).to.equal(0)
  })

  it('are not deleted if the host cannot delete messages', async () => {
    const { posts } = await open()
    expect(posts).to.not.have.property('delete')
  })

  it('are as before if delete throws, or does not say whether it worked', async () => {
    let answer = (): boolean => Object(undefined) as boolean
    const { posts } = await open({ delete: () => answer() })
    const id = await store(posts)
    const nothing = await failureOf(posts.delete?.(id))
    expect(nothing).to.equal('TypeError: delete: expected true or false, got an object')
    answer = () => {
      throw new Error('the message is locked')
    }
    expect(await failureOf(posts.delete?.(id))).to.equal('Error: the message is locked')
    expect(await posts.findById(id)).to.include({ id, message: POST.message })
  })

  it('of people are not deleted', async () => {
    const { posts, db, count } = await open({
      delete: (id) => db.run('DELETE FROM messages WHERE id = ?', id) === 1,
      find: () => ({ channelId: 'general' }),
    })
    const own = String(insertOne(db, 'by a person'))
    expect(await posts.delete?.(own)).to.equal(false)
    expect(count('messages')).to.equal(1)
  })

  it('are kept for their idempotency key until its webhook goes', async () => {
    const { posts, stores, count } = await open()
    const once: IdempotencyRecord = {
      webhookId: 'hook',
      key: 'k',
      fingerprint: 'f',
      expiresAt: 9,
      warnings: [],
      ignored: [],
    }
    await posts.createBatch({ posts: [POST], once })
    expect(count('incoming_webhook_batches')).to.equal(1)
    await stores.webhooks.delete('hook')
    expect(count('incoming_webhook_batches')).to.equal(0)
  })
})

describe('idempotency keys in SQL', () => {
  it('are kept within the budget of their webhook, the newest first', async () => {
    const db = await openDatabase(sqlTables({ dialect: 'sqlite' }))
    const connection = oneConnection((text, values) => db.all(text, ...values))
    const stores = createSqlStores({ ...connection, dialect: 'sqlite', clock: () => 0 })
    const rest = { fingerprint: 'f', warnings: [], ignored: [] }
    const keep = (webhookId: string, key: string, expiresAt: number) =>
      connection.transaction((query) => {
        const stored = { ...POST, message: 'x'.repeat(1_000_000), createAt: 1, updateAt: 1 }
        const once: IdempotencyRecord = { webhookId, key, expiresAt, ...rest }
        return stores.once(query, { posts: [POST], once }, () => [stored])
      })
    await keep('other', 'k0', 1)
    for (let n = 0; n < 18; n += 1) await keep('hook', `k${n}`, 10 + n)
    // Looks in the background for what is too much.
    await stores.findBatch('hook', 'k17')
    await until('the oldest is gone', async () => (await stores.findBatch('hook', 'k0')) === null)
    const found: string[] = []
    for (let n = 0; n < 18; n += 1) {
      if (await stores.findBatch('hook', `k${n}`)) found.push(`k${n}`)
    }
    expect(found).to.deep.equal(Array.from({ length: 16 }, (_, n) => `k${n + 2}`))
    expect(await stores.findBatch('other', 'k0')).to.include({ fingerprint: 'f' })
    db.close()
  })
})

function insertOne(db: Database, message: string): number {
  const row = db.one('INSERT INTO messages (body) VALUES (?) RETURNING id', message)
  return row ? numberOf(row, 'id') : 0
}

async function store(posts: PostsAdapter<'once' | 'incidents'>): Promise<string> {
  const result = await posts.createBatch({ posts: [POST] })
  return result.stored ? (result.posts[0]?.id ?? '') : ''
}

async function failureOf(call: unknown): Promise<string> {
  try {
    await call
    return 'no failure'
  } catch (error) {
    return String(error)
  }
}
