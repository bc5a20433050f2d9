import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { HookIncident } from 'express-incoming-webhooks'
import type { IdempotencyRecord, PostBatch, Stores } from 'express-incoming-webhooks/adapters'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import {
  createSqlStores,
  oneConnection,
  type SqlQuery,
  sqlTables,
} from 'express-incoming-webhooks/sql'
import { openDatabase } from '../../example-host/over-sql/database.js'
import { openDocumentStore, type Transaction } from '../../docs/examples/adapters/document-log.js'
import { webhookOf } from '../support/hook-host.js'
import { newPost } from '../support/new-post.js'
import { newIncident } from '../support/new-incident.js'
import { queryOf, usePostgres } from '../support/postgres.js'
import { until } from '../support/until.js'

const MOST = 10_000
const PAGE = { offset: 0, limit: 1 }
const FOUND = { webhookId: 'hook', channelId: 'channel' }

type Reading = Pick<Stores<never, never>, 'findIncident' | 'listIncidents' | 'webhooks'>

describe('incidents in the ready-made stores', () => {
  const openSchema = usePostgres()

  it('are the latest 10,000 of each webhook, without expired ones, on SQLite', async () => {
    const db = await openDatabase(sqlTables({ dialect: 'sqlite' }))
    const { query, transaction } = oneConnection((text, values) => db.all(text, ...values))
    await fill(query, 'sqlite')
    const clock = (): number => 10
    const stores = createSqlStores({ query, transaction, dialect: 'sqlite', clock })
    await expectSwept(stores, () => countRows(query))
    db.close()
  })

  it('are the latest 10,000 of each webhook, without expired ones, on PostgreSQL', async () => {
    const { pool, close } = await openSchema(sqlTables({ dialect: 'postgres' }))
    const query = queryOf(pool)
    await fill(query, 'postgres')
    const stores = createSqlStores({
      dialect: 'postgres',
      query,
      transaction: (work) => work(query, query),
      clock: () => 10,
    })
    await expectSwept(stores, () => countRows(query))
    await close()
  })

  it('are the latest 10,000 of each webhook, without expired ones, as documents', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'documents-'))
    const store = await openDocumentStore(join(folder, 'log'))
    const stores = createDocumentStores<Transaction>(store, { clock: () => 10 })
    const named = (n: number): HookIncident => newIncident({ key: `incident ${n}`, lastAt: n })
    const expired = newIncident({ key: 'expired', lastAt: 1, expiresAt: 10 })
    const others = [newIncident({ webhookId: 'other' }), expired]
    await store.transaction(async (calls) => {
      for (const incident of [...[1, 2, 3, 4, 5, MOST + 4].map(named), ...others]) {
        await stores.once(calls, written(incident), () => [])
      }
      for (let n = 6; n < MOST + 4; n += 1) {
        const id = `hook ${n}`
        calls.put('incoming-webhook-things', id, { id, ...named(n) })
      }
    })
    await expectSwept(stores, () => store.list('incoming-webhook-things').length)
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('are not written where the post of an edit is not as expected, nor is a key', async () => {
    const db = await openDatabase(sqlTables({ dialect: 'sqlite' }))
    const { query, transaction } = oneConnection((text, values) => db.all(text, ...values))
    const stores = createSqlStores({ query, transaction, dialect: 'sqlite' })
    const once: IdempotencyRecord = {
      webhookId: 'hook',
      key: 'k',
      fingerprint: 'f',
      expiresAt: 9e12,
      warnings: [],
      ignored: [],
    }
    const store = (batch: Partial<PostBatch>, posts: readonly never[] | null): Promise<unknown> =>
      transaction((within) => stores.once(within, { posts: [], ...batch }, () => posts))
    const changed = { stored: false, changed: true }
    expect(await store({ once, ...written(newIncident()) }, null)).to.deep.equal(changed)
    expect(await countRows(query)).to.equal(0)
    expect(await stores.findBatch('hook', 'k')).to.equal(null)
    await store(written(newIncident()), [])
    const incident = newIncident({ version: 2 })
    const update = { once, incident: { incident, expectedVersion: 1 } }
    expect(await store(update, null)).to.deep.equal(changed)
    expect(await stores.findIncident('hook', 'channel', incident.key)).to.include({ version: 1 })
    expect(await stores.findBatch('hook', 'k')).to.equal(null)
    db.close()
  })

  it('stay as they are if the message of an edit is gone', async () => {
    const db = await openDatabase(sqlTables({ dialect: 'sqlite' }))
    const connection = oneConnection((text, values) => db.all(text, ...values))
    const stores = createSqlStores({ ...connection, dialect: 'sqlite' })
    const posts = stores.posts({
      insert: () => [{ id: 'post', createAt: 1 }],
      setText: () => false,
    })
    await posts.createBatch({ ...written(newIncident()), posts: [newPost({ id: 'post' })] })
    const changes = { message: 'over', version: 1 }
    const result = await posts.createBatch({
      posts: [],
      edit: { id: 'post', changes, expectedVersion: 0 },
      incident: { incident: newIncident({ version: 2 }), expectedVersion: 1 },
    })
    expect(result).to.deep.equal({ stored: false, changed: true })
    const found = await posts.findIncident('hook', 'channel', newIncident().key)
    expect(found).to.include({ version: 1, postId: 'post' })
    expect(await posts.findById('post')).to.include({ version: 0 })
    db.close()
  })
})

/** A batch that writes a new incident and nothing else. */
function written(incident: HookIncident): Pick<PostBatch, 'posts' | 'incident'> & {
  readonly incident: NonNullable<PostBatch['incident']>
} {
  return { posts: [], incident: { incident, expectedVersion: null } }
}

/** Four incidents too many of one webhook, one of another, and one that has expired. */
async function fill(query: SqlQuery, dialect: 'postgres' | 'sqlite'): Promise<void> {
  const [first, second] = dialect === 'sqlite' ? ['?', '?'] : ['$1', '$2']
  const json = dialect === 'sqlite' ? 'text' : 'jsonb'
  const columns = '(webhook_id, channel_id, name, version, last_at, expires_at, thing)'
  const insert = `INSERT INTO incoming_webhook_things ${columns}`
  await query(
    `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MOST + 4})
     ${insert} SELECT 'hook', 'channel', 'incident ' || n, 1, n, 9000000000000,
       CAST(replace(${first}, 'incident #', 'incident ' || n) AS ${json}) FROM numbers RETURNING name`,
    [JSON.stringify(newIncident({ key: 'incident #' }))],
  )
  const others = `${insert} VALUES ('other', 'channel', 'incident', 1, 1, 9000000000000, ${first}),
    ('hook', 'channel', 'expired', 1, 1, 10, ${second}) RETURNING name`
  const incident = JSON.stringify(newIncident())
  await query(others, [incident, incident])
}

async function countRows(query: SqlQuery): Promise<number> {
  const [row] = await query('SELECT count(*) AS n FROM incoming_webhook_things', [])
  return Number(Object.values(row ?? {})[0])
}

async function expectSwept(stores: Reading, count: () => number | Promise<number>): Promise<void> {
  expect(await count()).to.equal(MOST + 6)
  const find = (key: string): unknown => stores.findIncident(FOUND.webhookId, FOUND.channelId, key)
  expect(await find('expired')).to.equal(null)
  await until('they are swept', async () => (await count()) === MOST + 1)
  expect(await find('incident 4')).to.equal(null)
  expect(await find('incident 5')).to.include({ key: 'incident 5' })
  const { items, total } = await stores.listIncidents('hook', PAGE)
  expect(items).to.have.lengthOf(1)
  expect(items[0]).to.include({ key: `incident ${MOST + 4}` })
  expect(total).to.equal(MOST)
  await stores.webhooks.create(webhookOf({ id: 'hook' }))
  await stores.webhooks.delete('hook')
  expect(await count()).to.equal(1)
}
