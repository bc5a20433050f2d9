import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type ConformanceSession, describeAdapters } from 'express-incoming-webhooks/conformance'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import {
  createSqlStores,
  oneConnection,
  type SqlQuery,
  sqlTables,
} from 'express-incoming-webhooks/sql'
import { openDatabase, textOf } from '../../example-host/over-sql/database.js'
import { openDocumentStore } from '../../docs/examples/adapters/document-log.js'
import { inTransaction, queryOf, useTables } from '../support/postgres.js'
import { documentMessages, MESSAGES, messagesIn, sessionOf } from '../support/stores-session.js'

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
  return sessionOf(createDocumentStores(store), documentMessages(store), async () => {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
}

describeAdapters('the ready-made stores on SQLite', openSqlite)
describeAdapters('the ready-made stores on documents', openDocuments)

describe('on PostgreSQL', () => {
  const prefix = 'our_'
  const emptied = useTables(({ pool }) =>
    pool.query(MESSAGES + sqlTables({ dialect: 'postgres', prefix })),
  )

  describeAdapters('the ready-made stores, in a schema of their own', async () => {
    const { pool, schema } = await emptied()
    const query = queryOf(pool)
    const stores = createSqlStores<SqlQuery>({
      dialect: 'postgres',
      prefix: `${schema}.${prefix}`,
      query,
      transaction: (work) =>
        inTransaction(pool, (client) => work(queryOf(client), queryOf(client))),
    })
    const messages = messagesIn(query, (position) => `$${position}`)
    const close = (): void => undefined
    // These messages know no order between transactions.
    return sessionOf(stores, messages, close, ['once', 'incidents', 'direct'])
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
      'incoming_webhook_things',
      'incoming_webhooks',
    ])
    db.close()
  })

  it('have no prefix that is not a name', () => {
    for (const prefix of ['a b', 'x;', '"q"', 'a.b.c', 'a-', "'"]) {
      expect(() => sqlTables({ dialect: 'postgres', prefix }), prefix).to.throw(TypeError, 'prefix')
    }
  })
})
