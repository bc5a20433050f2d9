import { expect } from 'chai'
import { createDocumentStores, type DocumentCalls } from 'express-incoming-webhooks/documents'
import {
  createSqlStores,
  oneConnection,
  type SqlQuery,
  sqlTables,
} from 'express-incoming-webhooks/sql'
import request from 'supertest'
import { type Database, numberOf, openDatabase } from '../../example-host/over-sql/database.js'
import { hookHost, SECRET } from '../support/hook-host.js'
import { newPost } from '../support/new-post.js'
import { plainDocuments } from '../support/plain-documents.js'

type Transaction<Within> = <Result>(work: (within: Within) => Promise<Result>) => Promise<Result>

/** How a host may get its transactions wrong: `right` are those of its driver, `outside` is none. */
type Wiring = <Within>(right: Transaction<Within>, outside: Within) => Transaction<Within>

const RETURNS = 'transaction: expected what `work` returned, got'
const WRITES_NOTHING = 'transaction: expected nothing to be written in it if `work` throws'
const NOTHING = undefined as never

const WRONG: Readonly<Record<string, readonly [Wiring, fault: string]>> = {
  'returns nothing': [
    (right) => async (work) => {
      await right(work)
      return NOTHING
    },
    `${RETURNS} undefined`,
  ],
  'returns a result of its driver': [
    (right) => async (work) => {
      await right(work)
      return { committed: true } as never
    },
    `${RETURNS} an object with committed`,
  ],
  'writes outside of it': [
    (right, outside) => async (work) => {
      await right(async () => undefined)
      return work(outside)
    },
    WRITES_NOTHING,
  ],
  'commits although its work throws': [
    (right) => async (work) => {
      const ended = await right((within) =>
        work(within).then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        ),
      )
      if ('result' in ended) return ended.result
      throw ended.error
    },
    WRITES_NOTHING,
  ],
  'keeps the error to itself': [
    (right) => async (work) => right(work).catch(() => NOTHING),
    'transaction: expected the error that `work` throws, got undefined',
  ],
}

/** Messages of a host, in memory: it needs no transaction to show that one was written. */
function messages() {
  const texts: string[] = []
  const own = {
    insert: (given: readonly { readonly message: string }[]) =>
      given.map(({ message }) => ({ id: texts.push(message), createAt: texts.length })),
    setText: () => true,
  }
  return { texts, own }
}

describe('a transaction of a host', () => {
  let db: Database
  beforeEach(async () => {
    db = await openDatabase(sqlTables({ dialect: 'sqlite' }))
  })
  afterEach(() => {
    db.close()
  })

  const counted = (table: string): number => {
    const row = db.one(`SELECT count(*) AS n FROM ${table}`)
    return row ? numberOf(row, 'n') : 0
  }
  const sqlStores = (wiring: Wiring) => {
    const { query, transaction } = oneConnection((text, values) => db.all(text, ...values))
    const wired = wiring<SqlQuery>((work) => transaction(work), query)
    return createSqlStores<null>({
      dialect: 'sqlite',
      query,
      transaction: (work) => wired((within) => work(within, null)),
    })
  }
  const documentStores = (wiring: Wiring) => {
    const all = plainDocuments()
    const right: Transaction<DocumentCalls> = async (work) => {
      // All writes at its end, or none.
      const writes: (() => unknown)[] = []
      const result = await work({
        get: (...of) => all.get(...of),
        put: (...given) => writes.push(() => all.put(...given)),
        delete: (...given) => writes.push(() => all.delete(...given)),
      })
      for (const write of writes) await write()
      return result
    }
    const stores = createDocumentStores({
      get: (...of) => all.get(...of),
      list: (collection) => all.list(collection),
      transaction: wiring<DocumentCalls>(right, all),
    })
    return { stores, all }
  }

  for (const [what, [wiring, fault]] of Object.entries(WRONG)) {
    it(`is refused over SQL before a message is written if it ${what}`, async () => {
      const { texts, own } = messages()
      const posts = sqlStores(wiring).posts(own)
      for (let n = 0; n < 2; n += 1) {
        expect(await faultOf(posts.createBatch({ posts: [newPost({})] }))).to.equal(fault)
      }
      expect(texts).to.deep.equal([])
      expect(counted('incoming_webhook_counters')).to.equal(0)
    })

    it(`is refused over documents before a message is written if it ${what}`, async () => {
      const { texts, own } = messages()
      const { stores, all } = documentStores(wiring)
      const posts = stores.posts(own)
      for (let n = 0; n < 2; n += 1) {
        expect(await faultOf(posts.createBatch({ posts: [newPost({})] }))).to.equal(fault)
      }
      expect(texts).to.deep.equal([])
      expect(await all.list('incoming-webhook-counters')).to.deep.equal([])
    })
  }

  it('is told by the first request, which a sender may repeat without a second message', async () => {
    const told: unknown[] = []
    const { texts, own } = messages()
    const [wiring] = WRONG['returns nothing'] ?? []
    const posts = wiring && sqlStores(wiring).posts(own)
    const host = hookHost({
      adapt: (adapters) => ({ ...adapters, ...(posts && { posts }) }),
      options: { secret: SECRET, log: (_level, _message, fields) => told.push(fields) },
    })
    for (let n = 0; n < 2; n += 1) {
      await request(host.app).post(host.path).send({ text: 'a' }).expect(500)
    }
    expect(texts).to.deep.equal([])
    expect(told).to.deep.equal([
      {
        code: 'EIW_ADAPTER_RESULT',
        method: 'posts.createBatch',
        field: 'transaction',
        expected: 'what `work` returned',
        got: 'undefined',
      },
    ])
  })

  it('is not taken for a change by somebody else if it returns nothing only later', async () => {
    let isForgetful = false
    const { own } = messages()
    const posts = sqlStores((right) => async (work) => {
      const result = await right(work)
      return isForgetful ? NOTHING : result
    }).posts(own)
    await posts.createBatch({ posts: [newPost({})] })
    isForgetful = true
    expect(await faultOf(posts.createBatch({ posts: [newPost({})] }))).to.equal(
      `${RETURNS} undefined`,
    )
  })

  it('is tried once if it is right, and again if it failed for another reason', async () => {
    let transactions = 0
    const { texts, own } = messages()
    const posts = sqlStores((right) => async (work) => {
      transactions += 1
      if (transactions === 1) throw new Error('the database starts')
      return right(work)
    }).posts(own)
    const create = async (): Promise<string> => faultOf(posts.createBatch({ posts: [newPost({})] }))
    expect([await create(), await create(), await create()]).to.deep.equal([
      'the database starts',
      'none',
      'none',
    ])
    expect([texts.length, transactions]).to.deep.equal([2, 1 + 2 + 2])
  })
})

/** The message of what it throws. */
async function faultOf(result: unknown): Promise<string> {
  try {
    await result
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
