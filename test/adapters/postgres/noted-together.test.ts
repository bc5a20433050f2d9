import { expect } from 'chai'
import { migrate } from '../../../lib/adapters/postgres/migrate.js'
import { notedTogether } from '../../../lib/adapters/postgres/noted-together.js'
import type { PgQuery } from '../../../lib/adapters/postgres/transactions.js'
import { SqlDatabase } from '../../../lib/adapters/sql/database.js'
import { webhookRows } from '../../../lib/adapters/sql/columns.js'
import { sqlWebhooks } from '../../../lib/adapters/sql/webhooks.js'
import { inTransaction, type Tables, useTables } from '../../support/postgres.js'
import { webhookOf } from '../../support/hook-host.js'
import { until } from '../../support/until.js'

const NAMES = Array.from({ length: 50 }, (_, number) => `webhook ${number}`)

describe('what PostgreSQL notes of webhooks', () => {
  const emptied = useTables(({ pool }) => migrate(pool))
  let tables: Tables
  let statements: string[]
  let noted: ReturnType<typeof notedTogether>
  let webhooks: ReturnType<typeof sqlWebhooks>

  const query: PgQuery = async (text, values = []) => {
    if (text.includes('UPDATE')) statements.push(text)
    return (await tables.pool.query<Readonly<Record<string, unknown>>>(text, [...values])).rows
  }

  beforeEach(async () => {
    tables = await emptied()
    statements = []
    const db = new SqlDatabase(query, 'postgres', '')
    webhooks = sqlWebhooks(db)
    noted = notedTogether(webhooks, { query, db, hasMore: webhookRows(db).hasMore })
    for (const [number, id] of NAMES.entries()) {
      const digest = number.toString(16).padStart(64, '0')
      await webhooks.create(webhookOf({ id, keyDigest: digest }))
    }
  })

  const lastUsed = async (id: string): Promise<unknown> => (await webhooks.findById(id))?.lastUsed

  it('is written in one statement for all that wait', async () => {
    await Promise.all(
      NAMES.flatMap((id, number) => [
        noted.touch(id, number + 1, 'current'),
        noted.noteResult(id, { at: number + 2, outcome: 'posted' }),
      ]),
    )
    expect(statements).to.have.lengthOf(1)
    for (const [number, id] of NAMES.entries()) {
      const webhook = await webhooks.findById(id)
      expect(webhook?.lastUsed, id).to.equal(number + 1)
      expect(webhook?.lastResult, id).to.include({ at: number + 2, outcome: 'posted' })
    }
  })

  it('is written in the order in which it was noted, while a statement is under way too', async () => {
    const first = noted.noteResult('webhook 0', { at: 1, outcome: 'posted', format: 'slack' })
    await until('the first statement', () => Promise.resolve(statements.length === 1))
    const others = [2, 3, 4].map((at) => noted.noteResult('webhook 0', { at, outcome: 'refused' }))
    await Promise.all([first, ...others])
    expect(statements).to.have.lengthOf(2)
    const webhook = await webhooks.findById('webhook 0')
    expect(webhook?.lastResult).to.include({ at: 4, outcome: 'refused', format: 'slack' })
  })

  it('is written one by one in tables of an earlier version, which have no column for results', async () => {
    const db = new SqlDatabase(query, 'postgres', '')
    const earlier = notedTogether(webhooks, { query, db, hasMore: () => Promise.resolve(false) })
    await Promise.all(NAMES.slice(0, 2).map((id) => earlier.touch(id, 5, 'current')))
    expect(statements).to.have.lengthOf(2)
    for (const id of NAMES.slice(0, 3)) {
      expect(await lastUsed(id), id).to.equal(id === 'webhook 2' ? 0 : 5)
    }
  })

  it('waits for no webhook that another transaction is writing to', async () => {
    let waiting: Promise<unknown> = Promise.resolve()
    await inTransaction(tables.pool, async (client) => {
      await client.query(`SELECT FROM incoming_webhooks WHERE id = 'webhook 1' FOR UPDATE`)
      waiting = noted.touch('webhook 1', 6, 'current')
      await noted.touch('webhook 0', 5, 'current')
      await noted.touch('webhook 2', 7, 'current')
      expect(await lastUsed('webhook 0')).to.equal(5)
      expect(await lastUsed('webhook 1')).to.equal(0)
    })
    await waiting
    expect(await lastUsed('webhook 1')).to.equal(6)
  })

  it('is written although what is noted with it cannot be', async () => {
    const [bad, good] = await Promise.allSettled([
      noted.touch('webhook 0', 1.5, 'current'),
      noted.touch('webhook 1', 6, 'current'),
    ])
    expect([bad.status, good.status]).to.deep.equal(['rejected', 'fulfilled'])
    expect(await lastUsed('webhook 1')).to.equal(6)
  })

  it('of a webhook that is gone fails nothing', async () => {
    await Promise.all([noted.touch('gone', 5, 'current'), noted.touch('webhook 0', 6, 'current')])
    expect(await lastUsed('webhook 0')).to.equal(6)
  })
})
