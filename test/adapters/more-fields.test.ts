import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { WebhooksAdapter } from 'express-incoming-webhooks/adapters'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { openDatabase } from '../../example-host/over-sql/database.js'
import { OWN_COLUMNS, type OwnColumn, webhookRows } from '../../lib/adapters/sql/columns.js'
import {
  type AnyQuery,
  rowsOf,
  SqlDatabase,
  type SqlDialect,
} from '../../lib/adapters/sql/database.js'
import { sqlWebhooks } from '../../lib/adapters/sql/webhooks.js'
import { jsonIn, type Row, textIn } from '../../lib/adapters/stored-values.js'
import { fieldNames, sampleValues } from '../../lib/model/fields.js'
import { CALLER_FIELDS, HIDDEN_FIELDS } from '../../lib/model/webhook-fields.js'
import { checkedDelivery } from '../support/checked-delivery.js'
import { hookHost, id, webhookOf } from '../support/hook-host.js'
import { queryOf, usePostgres } from '../support/postgres.js'
import { ROOT } from '../support/root.js'

/** Stand for fields that are newer than 0.9: of each kind, and one that is hidden. */
const LATER: readonly OwnColumn[] = [
  'username',
  'expiresAt',
  'together',
  'events',
  'rateLimit',
  'verification',
]
const OWN = fieldNames(OWN_COLUMNS).filter((name) => !LATER.includes(name))

const FULL = webhookOf({
  slug: 'ci',
  ...sampleValues(CALLER_FIELDS),
  ...sampleValues(HIDDEN_FIELDS),
})
const POSTED = { at: 1, outcome: 'posted', status: 200, errorId: '', format: 'grafana' } as const
const REFUSED = { at: 2, outcome: 'refused', status: 400, errorId: 'no_text' } as const

interface Tables {
  readonly dialect: SqlDialect
  readonly query: AnyQuery
}

function newNode({ dialect, query }: Tables): WebhooksAdapter {
  const db = new SqlDatabase(query, dialect, '')
  return sqlWebhooks(db, undefined, webhookRows(db, OWN))
}

/** A node that knows neither these fields nor their column. */
function oldNode({ dialect, query }: Tables): WebhooksAdapter {
  const blind: AnyQuery = (text, values) => (values[1] === 'more' ? [] : query(text, values))
  return newNode({ dialect, query: blind })
}

async function rowIn({ query }: Tables): Promise<Row> {
  const [row = {}] = rowsOf(await query('SELECT * FROM incoming_webhooks', []))
  return row
}

/** The record as deliveries read it. */
async function readBy(webhooks: WebhooksAdapter): Promise<unknown> {
  const { adapters } = hookHost()
  return checkedDelivery({ ...adapters, webhooks }).webhooks.findByKeyDigest(webhookOf().keyDigest)
}

describe('fields of webhooks that are newer than 0.9', () => {
  const openSchema = usePostgres()
  const closing: (() => Promise<void> | void)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })

  const open: Readonly<Record<SqlDialect, (statements: string) => Promise<Tables>>> = {
    sqlite: async (statements) => {
      const db = await openDatabase(statements)
      closing.push(() => {
        db.close()
      })
      return { dialect: 'sqlite', query: (text, values) => db.all(text, ...values) }
    },
    postgres: async (statements) => {
      const { pool, close } = await openSchema(statements)
      closing.push(close)
      return { dialect: 'postgres', query: queryOf(pool) }
    },
  }

  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`on ${dialect}`, () => {
      const opened = (): Promise<Tables> => open[dialect](sqlTables({ dialect }))

      it('lie in one column, and every method returns them', async () => {
        const tables = await opened()
        const webhooks = newNode(tables)
        expect(await webhooks.create(FULL)).to.deep.equal(FULL)
        expect(await webhooks.findById(FULL.id)).to.deep.equal(FULL)
        expect(await webhooks.findByKeyDigest(FULL.keyDigest)).to.deep.equal(FULL)
        const page = await webhooks.list({
          userId: FULL.userId,
          offset: 0,
          limit: 1,
          withTotal: true,
        })
        expect(page).to.deep.equal({ items: [FULL], total: 1 })
        expect(jsonIn(await rowIn(tables), 'more')).to.have.all.keys([
          ...LATER,
          'slug',
          'acknowledge',
          'allowedAddresses',
          'mentions',
          'rules',
          'template',
          'expectEvery',
          'expectedSince',
        ])
      })

      it('are changed one by one, each as a whole', async () => {
        const webhooks = newNode(await opened())
        await webhooks.create(FULL)
        let expected = FULL
        const verification = {
          scheme: 'hmac',
          header: 'X',
          secretCipher: 'c',
          previousSecretCipher: '',
        }
        const changes = [
          { username: `it's "$1" ? \\ é`, verification },
          { rateLimit: null, events: [] },
          { expiresAt: 0, description: 'beside them' },
          { verification: null, username: '', rateLimit: { perSecond: 1, burst: 2 } },
        ]
        for (const change of changes) {
          const { version } = expected
          const changed = { ...change, version: version + 1 }
          expected = { ...expected, ...changed }
          expect(await webhooks.update(FULL.id, changed, version)).to.deep.equal(expected)
        }
        expect(await webhooks.findById(FULL.id)).to.deep.equal(expected)
        expect(await webhooks.update(FULL.id, { username: 'late', version: 1 }, 0)).to.equal(null)
        expect(await webhooks.findById(FULL.id)).to.deep.equal(expected)
      })

      it('stay as they are beside the last result', async () => {
        const webhooks = newNode(await opened())
        await webhooks.create(FULL)
        await webhooks.noteResult?.(FULL.id, POSTED)
        await webhooks.noteResult?.(FULL.id, REFUSED)
        const lastResult = { ...POSTED, ...REFUSED }
        expect(await webhooks.findById(FULL.id)).to.deep.equal({ ...FULL, lastResult })
        const changes = { username: 'ci', version: FULL.version + 1 }
        const changed = await webhooks.update(FULL.id, changes, FULL.version)
        expect(changed).to.deep.equal({ ...FULL, ...changes, lastResult })
      })

      it('stay as they are where a node changes the record that does not know them', async () => {
        const tables = await opened()
        const webhooks = newNode(tables)
        await webhooks.create(FULL)
        const changes = { description: 'by an old node', version: FULL.version + 1 }
        const seen = await oldNode(tables).update(FULL.id, changes, FULL.version)
        expect(seen).to.include(changes).and.not.have.any.keys(LATER)
        expect(await webhooks.findById(FULL.id)).to.deep.equal({ ...FULL, ...changes })
      })

      it('have their defaults in a record that such a node has made', async () => {
        const tables = await opened()
        const plain = webhookOf()
        await oldNode(tables).create(plain)
        const webhooks = newNode(tables)
        expect(await readBy(webhooks)).to.deep.include(plain)
        const changes = { rateLimit: { perSecond: 1, burst: 2 }, version: 1 }
        await webhooks.update(plain.id, changes, 0)
        expect(await readBy(webhooks)).to.deep.include({ ...plain, ...changes })
      })

      it('stay as they are where a still newer version has written them', async () => {
        const tables = await opened()
        const webhooks = newNode(tables)
        await webhooks.create(webhookOf())
        const newest = `{"newest": {"list": [1, null]}, "displayName": "of no column"}`
        await tables.query(`UPDATE incoming_webhooks SET more = '${newest}' RETURNING id`, [])
        await webhooks.update(id('hook'), { username: 'ci', version: 1 }, 0)
        const more = jsonIn(await rowIn(tables), 'more')
        expect(more).to.deep.include({ newest: { list: [1, null] }, username: 'ci' })
        expect(await readBy(webhooks)).to.include({ displayName: 'Deploy bot', username: 'ci' })
      })

      it('are an error in tables of 0.9, until these have the column', async () => {
        const file = join(ROOT, `test/stores-of-0.9/${dialect}.sql`)
        const tables = await open[dialect](readFileSync(file, 'utf8'))
        const { webhooks } = hookHost({
          adapt: (adapters) => ({ ...adapters, webhooks: newNode(tables) }),
        })
        const { manage } = webhooks
        const webhookId = textIn(await rowIn(tables), 'id')
        const limit = { rateLimit: { perSecond: 1, burst: 2 } }
        const failed = await manage.update(id('admin'), webhookId, limit).catch(String)
        expect(failed).to.equal('WebhookError: The field rateLimit cannot be stored.')
        await newNode(tables).noteResult?.(webhookId, POSTED)
        const changed = await manage.update(id('admin'), webhookId, { description: 'kept' })
        expect(changed).to.include({ description: 'kept', lastResult: null, rateLimit: null })
        const type = dialect === 'sqlite' ? 'text' : 'jsonb'
        const add = `ALTER TABLE incoming_webhooks ADD COLUMN more ${type} NOT NULL DEFAULT '{}'`
        await tables.query(add, [])
        expect(await manage.update(id('admin'), webhookId, limit)).to.deep.include(limit)
        expect(await manage.find(id('admin'), webhookId)).to.deep.include(limit)
        await webhooks.close()
      })
    })
  }
})
