import { expect } from 'chai'
import {
  createSqlStores,
  oneConnection,
  type SqlQuery,
  sqlTables,
  type SqlValue,
} from 'express-incoming-webhooks/sql'
import request from 'supertest'
import { type Database, numberOf, openDatabase } from '../../example-host/over-sql/database.js'
import { rowsOf } from '../../lib/adapters/sql/database.js'
import { hookHost, SECRET, webhookOf } from '../support/hook-host.js'
import { newPost } from '../support/new-post.js'

/** What a driver makes of the rows that a statement of this kind has. */
type Driver = (rows: readonly object[], isChange: boolean) => unknown

const ROWS = [{ a: 1 }, { a: 2 }]
const COUNTED = Object.assign([...ROWS], { count: 2, command: 'SELECT' })

const FORMS: Readonly<Record<string, unknown>> = {
  'a list': ROWS,
  'a list with a count': COUNTED,
  'an object with them': { rows: ROWS, rowCount: 2, command: 'UPDATE' },
  'a pair of them and their number': [ROWS, 2],
  'a pair of them and more of the driver': [ROWS, { rowCount: 2 }],
}

const WRONG: Readonly<Record<string, readonly [driver: Driver, got: string]>> = {
  'a count': [(rows) => rows.length, 'a number'],
  nothing: [() => undefined, 'undefined'],
  'the text of JSON': [(rows) => JSON.stringify(rows), 'a string'],
  'one row': [([row]) => row ?? null, 'an object with whole, part'],
  'what run returns': [
    () => ({ changes: 1, lastInsertRowid: 1 }),
    'an object with changes, lastInsertRowid',
  ],
  'rows of values': [(rows) => rows.map(valuesOf), 'a list of 1 that begins with a list'],
  'a pair for rows of values': [
    (rows) => [rows.map(valuesOf), 1],
    'a list of 2 that begins with a list',
  ],
  'a count of changes': [(rows, isChange) => (isChange ? rows.length : rows), 'a number'],
}

describe('the rows of a statement', () => {
  for (const [form, result] of Object.entries(FORMS)) {
    it(`are read from ${form}`, () => {
      expect([...rowsOf(result)]).to.deep.equal(ROWS)
    })
  }

  it('are read where there are none', () => {
    for (const none of [[], { rows: [] }, [[], 0]]) expect(rowsOf(none)).to.deep.equal([])
  })
})

describe('a query of the ready-made stores', () => {
  let db: Database
  beforeEach(async () => {
    db = await openDatabase(MESSAGES + sqlTables({ dialect: 'sqlite' }))
  })
  afterEach(() => {
    db.close()
  })

  const count = (table: string): number => {
    const row = db.one(`SELECT count(*) AS n FROM ${table}`)
    return row ? numberOf(row, 'n') : 0
  }
  const right = (text: string, values: SqlValue[]): readonly object[] => db.all(text, ...values)
  const queryOf =
    (driver: Driver): SqlQuery =>
    (text, values) =>
      driver(right(text, values), /^\s*(?:INSERT|UPDATE|DELETE)/.test(text)) as []
  /** The stores on a connection whose statements outside and inside of transactions are these. */
  const storesOn = (outside: SqlQuery, inside = outside) => {
    const { query, transaction } = oneConnection(right)
    const stores = createSqlStores<SqlQuery>({
      dialect: 'sqlite',
      query: async (text, values) => {
        await query('SELECT 1', [])
        return outside(text, values)
      },
      transaction: (work) => transaction(async (within) => work(inside, within)),
    })
    const posts = stores.posts({
      insert: (given) =>
        given.map(({ message }, index) => {
          db.run('INSERT INTO messages VALUES (?)', message)
          return { id: index, createAt: index + 1 }
        }),
      setText: () => true,
    })
    return { ...stores, posts }
  }

  for (const [what, [driver, got]] of Object.entries(WRONG)) {
    it(`is refused at the first call, before anything is written, if it returns ${what}`, async () => {
      const { webhooks, posts } = storesOn(queryOf(driver), right)
      const fault = `query: expected ${THE_ROWS}, got ${got}`
      expect(await faultOf(webhooks.create(webhookOf()))).to.equal(fault)
      expect(await faultOf(posts.findById('1'))).to.equal(fault)
      expect(count('incoming_webhooks')).to.equal(0)
    })

    it(`is refused in a transaction, before a message is written, if it returns ${what}`, async () => {
      const { posts } = storesOn(right, queryOf(driver))
      expect(await faultOf(posts.createBatch({ posts: [newPost({})] }))).to.equal(
        `query: expected ${THE_ROWS}, got ${got}`,
      )
      expect([count('messages'), count('incoming_webhook_counters')]).to.deep.equal([0, 0])
    })
  }

  const CHANGED: Readonly<Record<string, Driver>> = {
    'no rows of changes': (rows, isChange) => (isChange ? [] : rows),
    'rounded numbers': (rows) => rows.map((row) => mapped(row, (value) => rounded(value))),
    'every flag as true': (rows) => rows.map((row) => ({ ...row, taken: true })),
    'rows that are not there': (rows) => (rows.length === 0 ? [{ name: 'a' }] : rows),
  }
  for (const [what, driver] of Object.entries(CHANGED)) {
    it(`is refused before anything is written if it returns ${what}`, async () => {
      const { webhooks } = storesOn(queryOf(driver))
      expect(await faultOf(webhooks.create(webhookOf()))).to.match(
        /^query: expected rows with what was stored, .+, not .+$/,
      )
      expect(count('incoming_webhooks')).to.equal(0)
    })
  }

  it('is tried once if it is right or wrong, and again if it fails for another reason', async () => {
    const failed: string[] = []
    const tries = async (driver: Driver): Promise<number> => {
      let tried = 0
      const { webhooks } = storesOn((text, values) => {
        if (text.includes('whole')) tried += 1
        return queryOf(driver)(text, values)
      })
      for (let n = 0; n < 3; n += 1) failed.push(await faultOf(webhooks.findById('a')))
      return tried
    }
    let calls = 0
    const atFirstDown: Driver = (rows) => {
      calls += 1
      if (calls < 3) throw new Error('the database starts')
      return rows
    }
    expect([
      await tries((rows) => rows),
      await tries(() => 1),
      await tries(atFirstDown),
    ]).to.deep.equal([1, 1, 3])
    expect(failed.slice(-3)).to.deep.equal(['the database starts', 'the database starts', 'none'])
  })

  it('is told with what it should return, and what it returns', async () => {
    const told: unknown[] = []
    const { webhooks } = storesOn(queryOf((rows) => rows.length))
    const host = hookHost({
      adapt: (adapters) => ({ ...adapters, webhooks }),
      options: {
        secret: SECRET,
        log: (_level, _message, fields) => told.push(fields),
      },
    })
    for (let n = 0; n < 2; n += 1)
      await request(host.app).post(host.path).send({ text: 'a' }).expect(500)
    expect(told).to.deep.equal([
      {
        code: 'EIW_ADAPTER_RESULT',
        method: 'webhooks.findByKeyDigest',
        field: 'query',
        expected: THE_ROWS,
        got: 'a number',
      },
    ])
    expect(String(host.hostErrors[0])).to.equal(
      `TypeError: webhooks.findByKeyDigest failed: query: expected ${THE_ROWS}, got a number`,
    )
  })

  const VALUES: Readonly<Record<string, (value: unknown, column: string) => unknown>> = {
    'numbers as text': (value) => (typeof value === 'number' ? String(value) : value),
    'numbers as bigint': (value) => (Number.isInteger(value) ? BigInt(Number(value)) : value),
    'flags as true and false': (value, column) => (isFlag(column) ? value === 1 : value),
    'flags as t and f': (value, column) => (isFlag(column) ? (value === 1 ? 't' : 'f') : value),
    'flags as bytes': (value, column) =>
      isFlag(column) ? Buffer.from([value === 1 ? 1 : 0]) : value,
    'parsed JSON': (value) =>
      typeof value === 'string' && value.startsWith('{') ? (JSON.parse(value) as unknown) : value,
  }
  for (const [what, change] of Object.entries(VALUES)) {
    it(`is read if its driver returns ${what}`, async () => {
      const query = queryOf((rows) => rows.map((row) => mapped(row, change)))
      const { webhooks, counters, settings, posts } = storesOn(query)
      const previousKey = { keyDigest: 'old', keyHint: '', lastUsed: 1, expiresAt: 2 }
      const given = { channelLocked: true, previousKey, createAt: 1_700_000_000_000 }
      const webhook = webhookOf(given)
      await webhooks.create(webhook)
      expect(await webhooks.findByKeyDigest('old')).to.deep.equal(webhook)
      expect(await webhooks.list({ offset: 0, limit: 1, withTotal: true })).to.deep.equal({
        items: [webhook],
        total: 1,
      })
      const taken = await counters.take('a', { perSecond: 1, burst: 1 })
      const refused = await counters.take('a', { perSecond: 1, burst: 1 })
      expect([taken.allowed, refused.allowed]).to.deep.equal([true, false])
      expect(await settings.update({ enablePostIconOverride: true })).to.include({
        enablePostIconOverride: true,
      })
      const post = newPost({ props: { list: [1, 'a'] } })
      const stored = await posts.createBatch({ posts: [post] })
      expect(stored.stored && stored.posts).to.deep.equal([await posts.findById('0')])
    })
  }
})

const MESSAGES = 'CREATE TABLE messages (body TEXT NOT NULL);'
const THE_ROWS =
  'the rows, each an object by column name, also of INSERT, UPDATE and DELETE with RETURNING'

function isFlag(column: string): boolean {
  return ['taken', 'enabled', 'channel_locked'].includes(column)
}

function mapped(row: object, change: (value: unknown, column: string) => unknown): object {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, change(value, column)]),
  )
}

function valuesOf(row: object): readonly unknown[] {
  return Object.values(row)
}

function rounded(value: unknown): unknown {
  return typeof value === 'number' ? Math.trunc(value) : value
}

/** The message of what it throws. */
async function faultOf(result: unknown): Promise<string> {
  try {
    await result
    return 'none'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
