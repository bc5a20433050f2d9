import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import type pg from 'pg'
import type { DeliveryRecord } from 'express-incoming-webhooks/adapters'
import {
  createPostgresPool,
  createPostgresStores,
  migrate,
  type PostgresStores,
} from 'express-incoming-webhooks/postgres'
import {
  DELIVERIES,
  type DiagnosticsHost,
  diagnosticsHost,
} from '../../support/diagnostics-host.js'
import { postgresDeliveries } from '../../../lib/adapters/postgres/deliveries.js'
import { queryOn } from '../../../lib/adapters/postgres/transactions.js'
import { SqlDatabase } from '../../../lib/adapters/sql/database.js'
import { limitsAt } from '../../../lib/model/deliveries.js'
import { deliveryOf } from '../../support/deliveries.js'
import { id, webhookOf } from '../../support/hook-host.js'
import { usePostgresServer } from '../../support/postgres.js'
import { createSchema, type Schema } from '../../support/postgres-schema.js'
import { until } from '../../support/until.js'

/** A process with these stores. */
function nodeOf({ webhooks, deliveries, logs }: PostgresStores): DiagnosticsHost {
  return diagnosticsHost({ webhooks, deliveries, logs })
}

const ALL = { offset: 0, limit: 1_000 }
const DAY = 86_400_000

function many<T>(count: number, make: (number: number) => T): T[] {
  return Array.from({ length: count }, (_, number) => make(number))
}

describe('recent requests and the debug log on PostgreSQL', () => {
  const server = usePostgresServer()
  let schema: Schema
  let pool: pg.Pool
  let clock = 0
  let stores: PostgresStores

  const storesOn = (on: pg.Pool): PostgresStores =>
    createPostgresStores({ pool: on, clock: () => clock })
  const countOf = async (table: string): Promise<number> => {
    const { rows } = await pool.query<{ readonly count: string }>(
      `SELECT count(*) FROM incoming_webhook_${table}`,
    )
    return Number(rows[0]?.count)
  }

  beforeEach(async () => {
    schema = await createSchema(server())
    clock = 1_700_000_000_000
    // One connection, because each has its own settings and statistics.
    pool = createPostgresPool({ url: schema.url, max: 1 })
    await migrate(pool)
    stores = storesOn(pool)
    await stores.webhooks.create(webhookOf())
  })

  afterEach(async () => {
    await pool.end()
    await schema.drop()
  })

  it('are shared by two nodes', async () => {
    const otherPool = createPostgresPool({ url: schema.url, max: 1 })
    const [one, other] = [nodeOf(stores), nodeOf(storesOn(otherPool))]
    other.clock.now += 1
    expect((await one.send('first \u{1f600}')).text).to.equal('ok')
    expect((await other.send('')).status).to.equal(400)
    await one.get(DELIVERIES)
    const requests = await other.list(DELIVERIES)
    expect(requests.map((each): unknown => Reflect.get(Object(each), 'status'))).to.deep.equal([
      400, 200,
    ])
    expect(await one.list(DELIVERIES)).to.deep.equal(requests)
    await one.get('/logs')
    const lines = await other.list('/logs')
    expect(lines).to.have.length(2)
    expect(String(lines)).to.include('first \u{1f600}')
    expect(await one.list('/logs')).to.deep.equal(lines)
    await Promise.all([one.webhooks.close(), other.webhooks.close()])
    await otherPool.end()
  })

  it('are written without waiting for the disk, which other statements still do', async () => {
    await pool.query(`CREATE TABLE seen (setting text);
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NULL;
      END $$;
      CREATE TRIGGER see AFTER INSERT ON incoming_webhook_deliveries
        FOR EACH ROW EXECUTE FUNCTION see();
      CREATE TRIGGER see AFTER INSERT ON incoming_webhook_log_lines
        FOR EACH ROW EXECUTE FUNCTION see()`)
    await stores.deliveries.append([deliveryOf({})])
    await stores.logs.append(['{}'])
    const seen = await pool.query(`SELECT setting FROM seen`)
    expect(seen.rows).to.deep.equal([{ setting: 'off' }, { setting: 'off' }])
    const after = await pool.query(`SELECT current_setting('synchronous_commit') AS setting`)
    expect(after.rows).to.deep.equal([{ setting: 'on' }])
  })

  it('are pruned by share, by age and of what was sent, in batches', async () => {
    const append = (
      count: number,
      share: DeliveryRecord['share'],
      kept: string | null = null,
    ): unknown =>
      stores.deliveries.append(
        many(count, (at) => deliveryOf({ id: `${share}-${at}`, time: clock + at, share, kept })),
      )
    await stores.deliveries.append([deliveryOf({ time: clock - 8 * DAY, share: 'refused' })])
    await append(2_500, 'accepted')
    await append(3, 'refused', 'x'.repeat(4 * 1024 * 1024))
    await append(200, 'unproven', 'y')
    expect(await countOf('deliveries')).to.equal(2_704)
    await stores.deliveries.prune?.(limitsAt(clock, 7, 1_000))
    expect(await countOf('deliveries')).to.equal(553)
    const listed = await stores.deliveries.list(
      { webhookIds: [id('hook')], outcome: 'posted' },
      ALL,
    )
    expect(listed[0]).to.include({ time: clock + 2_499, share: 'accepted' })
    const { rows } =
      await pool.query(`SELECT pg_column_size(kept) AS size FROM incoming_webhook_kept_requests
      ORDER BY size DESC LIMIT 2`)
    expect(rows).to.have.length(2)
    await stores.deliveries.prune?.(limitsAt(clock + DAY + 1_000, 30, 1_000))
    expect(await countOf('kept_requests')).to.equal(0)
  })

  it('are pruned again after a webhook has grown by a twentieth of what is kept', async () => {
    const append = (count: number): unknown =>
      stores.deliveries.append(many(count, () => deliveryOf({ time: clock, share: 'accepted' })))
    const prune = (): unknown => stores.deliveries.prune?.(limitsAt(clock, 7, 100))
    await append(60)
    await prune()
    expect(await countOf('deliveries')).to.equal(50)
    await append(4)
    await prune()
    expect(await countOf('deliveries')).to.equal(54)
    await append(1)
    await prune()
    expect(await countOf('deliveries')).to.equal(50)
  })

  it('are pruned of the oldest that was sent, as far as all takes more than there is room for', async () => {
    const db = new SqlDatabase(queryOn(pool), 'postgres', '')
    const deliveries = postgresDeliveries(db, 50_000)
    const kept = randomBytes(750).toString('base64')
    await deliveries.append(
      many(100, (at) => deliveryOf({ id: `sent-${at}`, time: clock + at, kept })),
    )
    await deliveries.prune(limitsAt(clock, 7, 1_000))
    const { rows } = await pool.query<{ readonly count: string; readonly first: string }>(
      'SELECT count(*), min(time) AS first FROM incoming_webhook_kept_requests',
    )
    // Each takes 1,004 bytes.
    expect(rows).to.deep.equal([{ count: '49', first: String(clock + 51) }])
  })

  it('of nodes of an older version are of the share that their status tells', async () => {
    const append = `INSERT INTO incoming_webhook_deliveries (webhook_id, time, delivery)
      SELECT $1, $2, $3 FROM generate_series(1, $4)`
    for (const [time, status, count] of [
      [1, 204, 2],
      [2, 429, 60],
      [3, 500, 60],
    ] as const) {
      const { share: _none, ...older } = deliveryOf({ time, status })
      await pool.query(append, [id('hook'), time, JSON.stringify(older), count])
    }
    const statuses = async (): Promise<readonly unknown[]> =>
      (await stores.deliveries.list({ webhookIds: [id('hook')] }, ALL)).map(({ status }) => status)
    expect(await statuses()).to.deep.equal([
      ...many(60, () => 500),
      ...many(60, () => 429),
      ...many(2, () => 204),
    ])
    await stores.deliveries.append([deliveryOf({ time: 4 })])
    await stores.deliveries.prune?.(limitsAt(5, 1, 100))
    expect(await statuses()).to.deep.equal([200, ...many(40, () => 500), 204, 204])
  })

  it('are none of a deleted webhook that other nodes have appended later', async () => {
    await stores.deliveries.append([deliveryOf({})])
    await stores.webhooks.delete(id('hook'))
    await stores.deliveries.deleteFor(id('hook'))
    await stores.deliveries.append([deliveryOf({})])
    await stores.webhooks.create(webhookOf({ id: id('kept'), keyDigest: 'another' }))
    await stores.deliveries.append([deliveryOf({ webhookId: id('kept') })])
    await stores.deliveries.prune?.(limitsAt(5, 1, 100))
    expect(await countOf('deliveries')).to.equal(1)
    expect(await stores.deliveries.list({ webhookIds: [id('kept')] }, ALL)).to.have.length(1)
  })

  it('have the channel of their posts, which older records lack', async () => {
    const postedTo = { channelId: 'c', name: '@maria', requested: true }
    const { postedTo: _none, ...older } = deliveryOf({ time: 1 })
    await stores.deliveries.append([deliveryOf({ time: 2, postedTo })])
    const sql = `INSERT INTO incoming_webhook_deliveries (webhook_id, time, delivery)
      VALUES ($1, 1, $2)`
    await pool.query(sql, [id('hook'), JSON.stringify(older)])
    const listed = await stores.deliveries.list({ webhookIds: [id('hook')] }, ALL)
    expect(listed.map((each) => each.postedTo)).to.deep.equal([postedTo, null])
  })

  it('are limited to 1,000 lines, once a minute', async () => {
    await stores.logs.append(['first'])
    await stores.logs.append(many(1_005, String))
    expect(await countOf('log_lines')).to.equal(1_006)
    clock += 60_000
    await stores.logs.append(['last'])
    await until('the first are deleted', async () => (await countOf('log_lines')) === 1_000)
    expect(await stores.logs.page(999, 1)).to.deep.equal(['6'])
    expect(await stores.logs.page(0, 2)).to.deep.equal(['1004', 'last'])
  })

  it('are found and deleted by indexes, never by a scan of a table', async () => {
    const requests = `INSERT INTO incoming_webhook_deliveries (webhook_id, time, delivery)
      SELECT 'w' || number % 500, number, $1 FROM generate_series(1, 20000) AS number`
    await pool.query(requests, [JSON.stringify(deliveryOf({}))])
    await pool.query(`INSERT INTO incoming_webhook_log_lines (line)
        SELECT number FROM generate_series(1, 20000) AS number;
      ANALYZE incoming_webhook_deliveries, incoming_webhook_log_lines`)
    const scans = async (): Promise<unknown> => {
      await pool.query('SELECT pg_stat_force_next_flush()')
      const sql = `SELECT relname, seq_scan FROM pg_stat_user_tables WHERE schemaname = current_schema()
        AND relname IN ('incoming_webhook_deliveries', 'incoming_webhook_log_lines')`
      return (await pool.query(sql)).rows
    }
    const before = await scans()
    await stores.deliveries.append(many(300, (n) => deliveryOf({ webhookId: `w${n}`, time: n })))
    await stores.deliveries.list({ webhookIds: ['w499'] }, ALL)
    await stores.deliveries.deleteFor('w499')
    await stores.logs.append(['last'])
    await stores.logs.page(20, 20)
    expect(await scans()).to.deep.equal(before)
    await pool.query(`SELECT max(delivery ->> 'time') FROM incoming_webhook_deliveries`)
    expect(await scans()).to.not.deep.equal(before)
  })
})
