import { expect } from 'chai'
import { createPostgresPool, createPostgresStores } from 'express-incoming-webhooks/postgres'
import { fullBucketSweep } from '../../../lib/adapters/sql/counters.js'
import { SqlDatabase } from '../../../lib/adapters/sql/database.js'
import { migrate } from '../../../lib/adapters/postgres/migrate.js'
import { type Tables, useTables } from '../../support/postgres.js'
import { soon, until } from '../../support/until.js'

const SESSIONS = 'incoming_webhook_sessions'
const OLD = `SELECT ctid FROM ${SESSIONS} WHERE expires_at <= ? ORDER BY expires_at`

describe('sweeps of tables of PostgreSQL', () => {
  const emptied = useTables(({ pool }) => migrate(pool))
  let tables: Tables

  beforeEach(async () => {
    tables = await emptied()
  })

  const fill = (count: number): Promise<unknown> =>
    tables.pool.query(
      `INSERT INTO ${SESSIONS} SELECT 'session' || n, 'user', n FROM generate_series(1, $1::integer) AS n`,
      [count],
    )
  const left = async (table = SESSIONS): Promise<number> => {
    const { rows } = await tables.pool.query<{ readonly count: number }>(
      `SELECT count(*)::integer FROM ${table}`,
    )
    return rows[0]?.count ?? 0
  }
  /** After each statement of a sweep, `between` is called. */
  const databaseOf = (between: () => Promise<unknown> = async () => undefined): SqlDatabase =>
    new SqlDatabase(
      async (text, values) => {
        const { rows } = await tables.pool.query<object>(text, values)
        await between()
        return rows
      },
      'postgres',
      '',
    )

  it('delete a thousand rows in a statement, between which others can have all that are left', async () => {
    await fill(100_000)
    const counts: number[] = []
    const db = databaseOf(async () => {
      await tables.pool.query(
        `SELECT FROM (SELECT id FROM ${SESSIONS} FOR UPDATE NOWAIT) AS locked LIMIT 1`,
      )
      counts.push(await left())
    })
    await db.sweep(SESSIONS, OLD, [99_999])
    const steps = Array.from({ length: 100 }, (_, step) => 99_000 - step * 1_000)
    expect(counts).to.deep.equal(steps.map((count) => Math.max(1, count)))
  })

  it('leave rows that others have locked, for which they do not wait', async () => {
    await fill(2_500)
    const client = await tables.pool.connect()
    await client.query('BEGIN')
    await client.query(`SELECT FROM ${SESSIONS} WHERE expires_at IN (1, 700, 2100) FOR UPDATE`)
    await databaseOf().sweep(SESSIONS, OLD, [9_999])
    expect(await left()).to.equal(3)
    await client.query('COMMIT')
    client.release()
    await databaseOf().sweep(SESSIONS, OLD, [9_999])
    expect(await left()).to.equal(0)
  })

  it('end where all rows that they find are locked', async () => {
    await fill(1_500)
    const client = await tables.pool.connect()
    await client.query('BEGIN')
    await client.query(`SELECT FROM ${SESSIONS} FOR UPDATE`)
    await databaseOf().sweep(SESSIONS, OLD, [9_999])
    await client.query('ROLLBACK')
    client.release()
    expect(await left()).to.equal(1_500)
  })

  it('wait for them where all rows must go', async () => {
    await fill(1_500)
    const client = await tables.pool.connect()
    await client.query('BEGIN')
    await client.query(`SELECT FROM ${SESSIONS} WHERE expires_at = 700 FOR UPDATE`)
    const sweep = databaseOf().sweep(SESSIONS, OLD, [9_999], 'all')
    const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`
    await until('it waits', async () => {
      const { rowCount } = await tables.pool.query(waiting, [`%DELETE FROM ${SESSIONS}%`])
      return rowCount === 1
    })
    await client.query('ROLLBACK')
    client.release()
    await sweep
    expect(await left()).to.equal(0)
  })

  it('of counters read a tenth of the table at a time, and find all full buckets in ten', async () => {
    await tables.pool.query(`INSERT INTO incoming_webhook_counters
      SELECT 'bucket' || n, CASE WHEN n % 2 = 0 THEN 1 ELSE 9e15 END, true
      FROM generate_series(1, 100000) AS n`)
    const sweep = fullBucketSweep(databaseOf(), () => 10)
    const counts: number[] = []
    for (let step = 0; step < 10; step += 1) {
      await sweep()
      counts.push(await left('incoming_webhook_counters'))
    }
    expect(counts[0]).to.be.within(90_000, 99_999)
    expect(counts.at(-1)).to.equal(50_000)
  })
})

describe('tokens of buckets in PostgreSQL', () => {
  const emptied = useTables(({ pool }) => migrate(pool))

  it('are taken exactly by three nodes at once, whoever asks for how many', async () => {
    const { url } = await emptied()
    const pools = [1, 2, 3].map(() => createPostgresPool({ url, max: 3 }))
    const nodes = pools.map((each) => createPostgresStores({ pool: each }))
    const limit = { perSecond: 0.001, burst: 100 }
    const takes = nodes.flatMap(({ counters }) =>
      Array.from({ length: 60 }, async () => counters.take('bucket', limit)),
    )
    const taken = await Promise.all(takes)
    const allowed = taken.filter((each) => each.allowed)
    const remaining = allowed.map((each) => each.remaining).sort((a, b) => b - a)
    expect(remaining).to.deep.equal(Array.from({ length: 100 }, (_, number) => 99 - number))
    expect(taken.filter((each) => !each.allowed).map((each) => each.remaining)).to.deep.equal(
      Array.from({ length: 80 }, () => 0),
    )
    await Promise.all(nodes.map((node) => node.close()))
    await Promise.all(pools.map((each) => each.end()))
  })

  it('change rows in place, so that no index grows', async () => {
    const { url, pool } = await emptied()
    const own = createPostgresPool({ url, max: 2 })
    const node = createPostgresStores({ pool: own })
    for (let n = 0; n < 50; n += 1) await node.counters.take('bucket', { perSecond: 1, burst: 9 })
    await node.close()
    await own.end()
    const statistics = `SELECT n_tup_upd::integer AS all, n_tup_hot_upd::integer AS in_place
      FROM pg_stat_user_tables WHERE relname = 'incoming_webhook_counters' AND schemaname = current_schema()`
    // The server counts what a connection did when it has ended, which it need not have yet.
    const changes = await soon('the statistics of all changes', async () => {
      const { rows } = await pool.query<{ readonly all: number; readonly in_place: number }>(
        statistics,
      )
      expect(rows[0]?.all).to.be.at.least(49)
      return rows[0]
    })
    expect(changes?.in_place).to.equal(changes?.all)
  })
})
