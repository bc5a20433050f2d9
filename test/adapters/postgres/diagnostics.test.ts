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
import { id, webhookOf } from '../../support/hook-host.js'
import { usePostgresServer } from '../../support/postgres.js'
import { createSchema, type Schema } from '../../support/postgres-schema.js'

/** A process with these stores. */
function nodeOf({ webhooks, deliveries, logs }: PostgresStores): DiagnosticsHost {
  return diagnosticsHost({ webhooks, deliveries, logs })
}

function deliveryOf(changes: Partial<DeliveryRecord>): DeliveryRecord {
  return {
    webhookId: id('hook'),
    share: 'accepted',
    time: 1,
    requestId: 'r',
    status: 200,
    errorId: '',
    message: '',
    detail: '',
    warnings: [],
    ignored: [],
    size: 2,
    userAgent: 'curl',
    contentType: '',
    headers: [],
    duration: null,
    response: '',
    postIds: [],
    actions: [],
    postedTo: null,
    replayed: false,
    format: 'native',
    event: '',
    skipped: false,
    ...changes,
  }
}

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

  it('are limited to 50 requests of each share of a webhook, once a minute', async () => {
    const append = (count: number, share: DeliveryRecord['share']): unknown =>
      stores.deliveries.append(many(count, (number) => deliveryOf({ time: clock + number, share })))
    await append(1, 'accepted')
    await append(60, 'accepted')
    await append(3, 'refused')
    await append(200, 'unproven')
    expect(await countOf('deliveries')).to.equal(264)
    clock += 60_000
    await append(1, 'accepted')
    expect(await countOf('deliveries')).to.equal(103)
    const listed = await stores.deliveries.list(id('hook'), 50)
    expect(listed[0]).to.include({ time: clock, share: 'accepted' })
    expect(listed.map(({ share }) => share).filter((share) => share === 'refused')).to.have.length(
      3,
    )
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
      (await stores.deliveries.list(id('hook'), 50)).map(({ status }) => status)
    expect(await statuses()).to.deep.equal([...many(50, () => 500), 204, 204])
    await stores.deliveries.append([deliveryOf({ time: 4 })])
    expect(await countOf('deliveries')).to.equal(53)
    expect(await statuses()).to.deep.equal([200, ...many(50, () => 500), 204, 204])
  })

  it('are none of a deleted webhook that other nodes have appended later', async () => {
    await stores.deliveries.append([deliveryOf({})])
    await stores.webhooks.delete(id('hook'))
    await stores.deliveries.deleteFor(id('hook'))
    await stores.deliveries.append([deliveryOf({})])
    await stores.webhooks.create(webhookOf({ id: id('kept'), keyDigest: 'another' }))
    clock += 60_000
    await stores.deliveries.append([deliveryOf({ webhookId: id('kept') })])
    expect(await countOf('deliveries')).to.equal(1)
    expect(await stores.deliveries.list(id('kept'), 50)).to.have.length(1)
  })

  it('have the channel of their posts, which older records lack', async () => {
    const postedTo = { channelId: 'c', name: '@maria', requested: true }
    const { postedTo: _none, ...older } = deliveryOf({ time: 1 })
    await stores.deliveries.append([deliveryOf({ time: 2, postedTo })])
    const sql = `INSERT INTO incoming_webhook_deliveries (webhook_id, time, delivery)
      VALUES ($1, 1, $2)`
    await pool.query(sql, [id('hook'), JSON.stringify(older)])
    const listed = await stores.deliveries.list(id('hook'), 50)
    expect(listed.map((each) => each.postedTo)).to.deep.equal([postedTo, null])
  })

  it('are limited to 1,000 lines, once a minute', async () => {
    await stores.logs.append(['first'])
    await stores.logs.append(many(1_005, String))
    expect(await countOf('log_lines')).to.equal(1_006)
    clock += 60_000
    await stores.logs.append(['last'])
    expect(await countOf('log_lines')).to.equal(1_000)
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
    await stores.deliveries.list('w499', 50)
    await stores.deliveries.deleteFor('w499')
    await stores.logs.append(['last'])
    await stores.logs.page(20, 20)
    expect(await scans()).to.deep.equal(before)
    await pool.query(`SELECT max(delivery ->> 'time') FROM incoming_webhook_deliveries`)
    expect(await scans()).to.not.deep.equal(before)
  })
})
