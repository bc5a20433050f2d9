import { expect } from 'chai'
import express from 'express'
import { createHooks, createIncomingWebhooks } from 'express-incoming-webhooks'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { plainDocuments } from '../support/plain-documents.js'
import { until } from '../support/until.js'

const MESSAGE =
  'The database has no transactions, so nothing can be stored. A MongoDB server has them only as a ' +
  'member of a replica set. Make it a replica set of one, or pass "transactions: \'none\'" to ' +
  'createDocumentStores and guarantee less. docs/writing-adapters.md describes both.'
const SECRET = '7f3a9c51e8d24b60a1f7c3d95e0b8246'
const CURRENT = { id: 'wanda', username: 'wanda' }

/** Documents in memory, with a transaction that a server refuses in these words. */
function refusing(words: string, isThere: () => boolean = () => true) {
  const get = (): null => {
    if (isThere()) return null
    throw new Error('connect ECONNREFUSED')
  }
  return createDocumentStores({
    get,
    list: () => [],
    transaction: async () => {
      get()
      throw new Error(words)
    },
  })
}

describe('a database without transactions', () => {
  // As MongoDB, FerretDB and the driver of MongoDB word it.
  for (const words of [
    'Transaction numbers are only allowed on a replica set member or mongos',
    'no such command: commitTransaction',
    'Current topology does not support sessions',
  ]) {
    it(`is logged at start, and named by the first request: ${words}`, async () => {
      const lines: object[] = []
      const memory = createMemoryAdapters()
      const { channel } = memory.addDemo()
      const { adminRouter } = createIncomingWebhooks({
        adapters: { ...memory, webhooks: refusing(words).webhooks },
        secret: SECRET,
        siteUrl: 'https://chat.example.org',
        currentUser: () => CURRENT,
        log: (level, message, fields = {}) => lines.push({ level, message, ...fields }),
      })
      await until('the line of the log', () => lines.length > 0)
      expect(lines).to.deep.equal([
        { level: 'warn', message: MESSAGE, code: 'EIW_NO_TRANSACTIONS' },
      ])

      const errors: unknown[] = []
      memory.host.users.set(CURRENT.id, { ...CURRENT, admin: true })
      const app = express().use(adminRouter, handing(errors))
      const given = { channel_id: channel.id, display_name: 'First' }
      await request(app)
        .post('/hooks/incoming')
        .set('X-Requested-With', 'x')
        .send(given)
        .expect(500)
      expect(errors.map(String)).to.deep.equal([`Error: ${MESSAGE}`])
      expect(errors[0]).to.have.nested.property('cause.message', words)
    })
  }

  it('is logged by a hooks router alone too', async () => {
    const codes: unknown[] = []
    const adapters = { ...createMemoryAdapters(), webhooks: refusing('no').webhooks }
    createHooks({ adapters, log: (_level, _text, { code } = {}) => codes.push(code) }).router
    await until('the line of the log', () => codes.length > 0)
    expect(codes).to.deep.equal(['EIW_NO_TRANSACTIONS'])
  })

  it('is not the same as one that does not answer', async () => {
    const stores = refusing('connect ECONNREFUSED', () => false)
    const asked = Promise.resolve(stores.webhooks.hasTransactions?.())
    expect(await asked.catch(String)).to.equal('Error: connect ECONNREFUSED')
    const failed = Promise.resolve(stores.settings.update({}))
    expect(await failed.catch(String)).to.equal('Error: connect ECONNREFUSED')
  })

  it('is not the same as a transaction that fails for another reason', async () => {
    let works = true
    const stores = createDocumentStores({
      get: () => null,
      list: () => [],
      transaction: (work) =>
        work({
          get: () => null,
          put: () => {
            if (!works) throw new Error('disk full')
          },
          delete: () => undefined,
        }),
    })
    works = false
    const failed = Promise.resolve(stores.settings.update({}))
    expect(await failed.catch(String)).to.equal('Error: disk full')
    expect(await stores.webhooks.hasTransactions?.()).to.equal(true)
  })
})

describe('stores without transactions, by name', () => {
  it('have no methods of what they cannot guarantee, so that a list with it is refused', () => {
    const { posts, ...stores } = createDocumentStores(plainDocuments())
    const adapter = posts({ insert: () => [], setText: () => true })
    expect(Object.keys(adapter).sort()).to.deep.equal(['createBatch', 'findById', 'update'])
    expect(Object.keys(stores).sort()).to.deep.equal([
      'counters',
      'deletePosts',
      'postsOf',
      'sessions',
      'settings',
      'webhooks',
    ])
    const adapters = { ...createMemoryAdapters(), posts: adapter, guarantees: ['once'] }
    expect(() => Reflect.apply(createHooks, null, [{ adapters }]) as unknown).to.throw(
      'posts.findBatch',
    )
  })

  it('change one record after the other, so that concurrent changes of a process are all kept', async () => {
    const { counters } = createDocumentStores(plainDocuments(), { clock: () => 0 })
    const limit = { perSecond: 1, burst: 3 }
    const taken = await Promise.all(
      Array.from({ length: 5 }, async () => counters.take('a', limit, 1)),
    )
    expect(taken.filter(({ allowed }) => allowed)).to.have.length(3)
  })
})

function handing(errors: unknown[]): express.ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    errors.push(error)
    if (res.headersSent) next(error)
    else res.status(500).end()
  }
}
