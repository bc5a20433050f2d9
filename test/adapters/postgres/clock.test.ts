import { mock } from 'node:test'
import { expect } from 'chai'
import {
  createPostgresStores,
  migrate,
  type PostgresStores,
} from 'express-incoming-webhooks/postgres'
import type { CountersAdapter } from 'express-incoming-webhooks/adapters'
import { createSqlStores } from 'express-incoming-webhooks/sql'
import type pg from 'pg'
import { serverClock } from '../../../lib/adapters/postgres/server-clock.js'
import { inTransaction, queryOf, usePostgres } from '../../support/postgres.js'

const MINUTE = 60_000
const LIMIT = { perSecond: 0.05, burst: 4 }

interface Line {
  readonly level: string
  readonly code?: unknown
  readonly secondsAhead?: unknown
}

function recorder(): { readonly lines: Line[]; readonly log: (...line: LogLine) => void } {
  const lines: Line[] = []
  const log = (...[level, , fields]: LogLine): void => {
    lines.push({ level, ...fields })
  }
  return { lines, log }
}

type LogLine = [level: string, message: string, fields?: object]

describe('the clock of a database, as a process knows it', () => {
  /** The clock after answers: the server's time, and how long ago it was asked and answered. */
  // prettier-ignore
  const HEARD: readonly (readonly [title: string, answers: readonly (readonly [ahead: number, asked: number, answered: number])[], off: number])[] = [
    ['is in the middle of the first question and answer',   [[0, -100, 0]],                 50],
    ['stays as it is while it may be right',                [[0, -100, 0], [40, -60, 0]],   50],
    ['is moved as little as is needed to be right',         [[0, -100, 0], [60, -20, 0]],   60],
    ['is moved back, too',                                  [[0, -100, 0], [20, -10, 0]],   30],
    ['follows a server whose clock was set',                [[0, -2, 0], [9000, -2, 0]],  9000],
  ]
  for (const [title, answers, off] of HEARD) {
    it(title, () => {
      const clock = serverClock(() => undefined)
      const began = performance.now()
      const start = 1_790_000_000_000
      for (const [ahead, asked, answered] of answers) {
        clock.heard(start + ahead, began + asked, began + answered)
      }
      expect(clock.now() - (performance.now() - began) - start).to.be.closeTo(off, 2)
    })
  }

  it('is that of the process until it is heard', () => {
    expect(
      serverClock(
        () => undefined,
        () => 5,
      ).now(),
    ).to.equal(5)
  })

  it('is compared with that of the process: a difference is told once, and so is its end', () => {
    const { lines, log } = recorder()
    let ahead = 0
    const start = 1_790_000_000_000
    const clock = serverClock(log, () => start + ahead)
    for (const next of [0, 4900, 5100, 60_000, 5100, 4900, 2400, 4900, -5100]) {
      ahead = next
      const now = performance.now()
      clock.heard(start, now, now)
    }
    const code = 'EIW_CLOCK_DIFFERS'
    expect(lines).to.deep.equal([
      { level: 'warn', code, secondsAhead: 5.1 },
      { level: 'info', code, secondsAhead: 2.4 },
      { level: 'warn', code, secondsAhead: -5.1 },
    ])
  })
})

describe('nodes whose clocks differ, on one PostgreSQL', () => {
  const openSchema = usePostgres()
  let pool: pg.Pool
  let close: () => Promise<void>
  beforeEach(async () => {
    const schema = await openSchema('')
    pool = schema.pool
    close = schema.close
    await migrate(pool)
  })
  afterEach(() => close())

  /** What a node of an earlier version does. */
  const takeAsBefore = async (now: number): Promise<boolean> => {
    const { rows } = await pool.query<{ readonly taken: boolean }>(
      `SELECT taken FROM incoming_webhook_take(ARRAY['hook'], ARRAY[$1::double precision],
         ARRAY[80000], ARRAY[60000.01], ARRAY[20000])`,
      [now],
    )
    return rows[0]?.taken === true
  }
  const takeNow = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ readonly taken: boolean }>(
      `SELECT taken FROM incoming_webhook_take(ARRAY['hook'], ARRAY[80000::double precision],
         ARRAY[60000.01::double precision], ARRAY[20000::double precision])`,
    )
    return rows[0]?.taken === true
  }

  it('share one bucket, in which their clocks do not count', async () => {
    const given = []
    for (const ahead of [0, MINUTE, -MINUTE, 24 * 60 * MINUTE, 0, MINUTE]) {
      given.push(await takeAsBefore(Date.now() + ahead))
    }
    expect(given).to.deep.equal([true, true, true, true, false, false])
  })

  it('share it with nodes of an earlier version', async () => {
    const given = [await takeNow(), await takeAsBefore(Date.now() + MINUTE), await takeNow()]
    given.push(await takeAsBefore(Date.now() - MINUTE), await takeNow())
    given.push(await takeAsBefore(Date.now() + MINUTE))
    expect(given).to.deep.equal([true, true, true, true, false, false])
  })

  it('tell those when the bucket is full by their own clock', async () => {
    const now = Date.now() - 90 * MINUTE
    const { rows } = await pool.query<{ readonly full_at: number }>(
      `SELECT full_at FROM incoming_webhook_take(ARRAY['a', 'b'], ARRAY[$1::double precision, $1 + 5],
         ARRAY[80000, 80000], ARRAY[60000.01, 60000.01], ARRAY[20000, 20000])`,
      [now],
    )
    expect(rows.map(({ full_at }) => Math.round(full_at))).to.deep.equal([
      now + 20_000,
      now + 20_005,
    ])
  })

  /** `open` is called while the clock is another, so that what it opens uses that. */
  const takeAll = async (open: () => CountersAdapter): Promise<unknown> => {
    const given = []
    const start = Date.now()
    mock.timers.enable({ apis: ['Date'], now: start })
    try {
      const counters = open()
      for (const ahead of [0, MINUTE, -MINUTE, 0, MINUTE, -MINUTE]) {
        mock.timers.setTime(start + ahead)
        const looked = await counters.take('hook', LIMIT, 0)
        const { allowed, remaining } = await counters.take('hook', LIMIT)
        given.push([looked.remaining, allowed, remaining])
      }
    } finally {
      mock.timers.reset()
    }
    return given
  }
  const FOUR_TOKENS = [
    [4, true, 3],
    [3, true, 2],
    [2, true, 1],
    [1, true, 0],
    [0, false, 0],
    [0, false, 0],
  ]

  it('count alike with the stores for PostgreSQL', async () => {
    const opened: PostgresStores[] = []
    const open = (): CountersAdapter => {
      const stores = createPostgresStores({ pool })
      opened.push(stores)
      return stores.counters
    }
    expect(await takeAll(open)).to.deep.equal(FOUR_TOKENS)
    for (const stores of opened) await stores.close()
  })

  it('count alike with the stores for SQL', async () => {
    const open = (): CountersAdapter =>
      createSqlStores<pg.PoolClient>({
        dialect: 'postgres',
        query: queryOf(pool),
        transaction: (work) => inTransaction(pool, (client) => work(queryOf(client), client)),
      }).counters
    expect(await takeAll(open)).to.deep.equal(FOUR_TOKENS)
  })

  it('count again after the clock of the server was set back', async () => {
    const stores = createPostgresStores({ pool })
    for (let n = 0; n < 4; n += 1) await stores.counters.take('hook', LIMIT)
    // As if the tokens had been taken two hours from now.
    await pool.query('UPDATE incoming_webhook_counters SET full_at = full_at + 7200000')
    expect(await stores.counters.take('hook', LIMIT)).to.include({ allowed: true, remaining: 3 })
    expect(await stores.counters.take('hook', LIMIT)).to.include({ allowed: true, remaining: 2 })
    await stores.close()
  })

  it('know the time of the database, and say how far theirs is from it', async () => {
    const { lines, log } = recorder()
    const start = Date.now()
    mock.timers.enable({ apis: ['Date'], now: start + MINUTE })
    try {
      const stores = createPostgresStores({ pool, log })
      await stores.caughtUp()
      expect(stores.clock()).to.be.within(start - 1000, start + MINUTE / 2)
      await stores.sessions.create({ id: 's', userId: 'u', expiresAt: stores.clock() + MINUTE / 2 })
      expect(await stores.sessions.find('s')).to.include({ userId: 'u' })
      await stores.close()
    } finally {
      mock.timers.reset()
    }
    const told = lines.filter(({ code }) => code === 'EIW_CLOCK_DIFFERS')
    expect(told).to.have.lengthOf(1)
    expect(told[0]).to.include({ level: 'warn' })
    expect(told[0]?.secondsAhead).to.be.within(30, 61)
  })
})
