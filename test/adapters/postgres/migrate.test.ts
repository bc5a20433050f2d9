import { expect } from 'chai'
import pg from 'pg'
import { migrate, NewerDatabaseError } from 'express-incoming-webhooks/postgres'
import { sqlTables } from 'express-incoming-webhooks/sql'
import { migrationFiles } from '../../../lib/adapters/postgres/migrate.js'
import { usePostgres, usePostgresServer } from '../../support/postgres.js'
import { createSchema } from '../../support/postgres-schema.js'
import { until } from '../../support/until.js'

const STORES = ['0001-stores', '0002-changes', '0003-diagnostics']
const LATER = [
  '0005-channel-lists',
  '0006-formats',
  '0008-verification',
  '0009-things',
  '0010-one-clock',
  '0012-request-shares',
  '0013-more',
  '0014-kept-requests',
  '0016-expecting',
  '0019-lists',
  '0020-sweeps',
]
const ALL = [...STORES, ...LATER]
const OF_CHAT = [
  '0004-chat',
  '0007-channel-purpose',
  '0015-audit',
  '0017-logins',
  '0018-feed',
  '0019-lists-chat',
  '0021-post-words',
]
const WITH_CHAT = [...ALL, ...OF_CHAT].sort()

/** Tables that only the stores of several nodes have. */
const OF_NODES = /^by_hand_incoming_webhook_(?:migrations|deliveries|kept_requests|log_lines)/
/** What tables made by hand compute in indexes, and others in columns. */
const COMPUTED =
  / (?:due_at|failing|searched) |_(?:by_due|by_due_at|by_silence|by_failure|searched) /

const TEN = 'ten_'
/** Migrations of a table wait for each other by its name. */
const LOCK_KEY = `hashtext('${TEN}incoming_webhook_migrations')`
const WAITING = `SELECT FROM pg_stat_activity
  WHERE application_name = current_setting('application_name') AND wait_event = 'advisory'`

describe('migrations of PostgreSQL', () => {
  const server = usePostgresServer()
  const openSchema = usePostgres()

  it('are applied once, in their order', async () => {
    const { pool, close } = await openSchema('')
    expect(await migrate(pool)).to.deep.equal(ALL)
    expect(await migrate(pool)).to.deep.equal([])
    await close()
  })

  it('make the tables of a chat only if they are wanted, also later', async () => {
    const { pool, close } = await openSchema('')
    expect(await migrate(pool)).to.deep.equal(ALL)
    expect(await migrate(pool, { chat: true })).to.deep.equal(OF_CHAT)
    expect(migrationFiles({ chat: true }).map(({ name }) => name)).to.deep.equal(WITH_CHAT)
    await close()
  })

  it('need no right to change tables if there is nothing to do', async () => {
    const { pool, close } = await openSchema('')
    await migrate(pool)
    await pool.query('SET default_transaction_read_only = on')
    const applied = await migrate(pool)
    await pool.query('SET default_transaction_read_only = off')
    expect(applied).to.deep.equal([])
    await close()
  })

  it('of newer versions are named in the log', async () => {
    const { pool, close } = await openSchema('')
    const lines: unknown[] = []
    const log = (level: string, _message: string, fields?: object): number =>
      lines.push({ level, ...fields })
    await migrate(pool, { log })
    expect(lines).to.deep.equal([])
    await pool.query(`INSERT INTO incoming_webhook_migrations VALUES ('0999-b'), ('0998-a')`)
    expect(await migrate(pool, { log, chat: true })).to.have.lengthOf(OF_CHAT.length)
    expect(lines).to.deep.equal([
      { level: 'warn', code: 'EIW_NEWER_DATABASE', migrations: ['0998-a', '0999-b'] },
    ])
    await close()
  })

  it('of newer versions that are breaking are refused, and nothing is done', async () => {
    const { pool, close } = await openSchema('')
    await migrate(pool)
    await pool.query(`INSERT INTO incoming_webhook_migrations VALUES ('0999-less-breaking')`)
    const failed = await migrate(pool, { chat: true }).catch((error: unknown) => error)
    expect(failed)
      .to.be.instanceOf(NewerDatabaseError)
      .with.property('message')
      .that.includes('0999-less-breaking')
    const { rows } = await pool.query(`SELECT to_regclass('chat_users') AS made`)
    expect(rows).to.deep.equal([{ made: null }])
    await close()
  })

  it('are applied once by ten processes that start at once', async () => {
    const { url, drop } = await createSchema(server())
    const own = (): pg.Pool => new pg.Pool({ connectionString: url, max: 1 })
    const holder = own()
    await holder.query(`SELECT pg_advisory_lock(${LOCK_KEY})`)
    const pools = Array.from({ length: 10 }, own)
    const applied = Promise.all(pools.map((pool) => migrate(pool, { prefix: TEN })))
    // All have seen that there is nothing before the first one begins.
    const waiting = async (): Promise<number> => (await holder.query(WAITING)).rowCount ?? 0
    await Promise.race([until('they wait', async () => (await waiting()) === 10), applied])
    expect(await waiting()).to.equal(10)
    await holder.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`)
    // Who applies which of them is left to chance.
    expect((await applied).flat().sort()).to.deep.equal(ALL)
    await Promise.all([holder, ...pools].map((pool) => pool.end()))
    await drop()
  })

  it('make the tables of the stores, in a schema that they make', async () => {
    const { pool, close } = await openSchema('')
    const { rows } = await pool.query<{ readonly name: string }>('SELECT current_schema() AS name')
    const schema = `${rows[0]?.name ?? ''}_own`
    await pool.query(sqlTables({ dialect: 'postgres', prefix: 'by_hand_' }))
    await migrate(pool, { prefix: `${schema}.by_hand_` })
    const made = await shapeOf(pool, schema)
    const expected = await shapeOf(pool, rows[0]?.name ?? '')
    expect(expected).to.have.lengthOf.above(40)
    const isOfStores = (line: string): boolean =>
      !OF_NODES.test(line) && !COMPUTED.test(line) && !/_by_(?:team|channel) /.test(line)
    expect(made.filter(isOfStores)).to.deep.equal(expected.filter(isOfStores))
    await pool.query(`DROP SCHEMA ${schema} CASCADE`)
    await close()
  })

  it('change nothing of tables that were made by hand before', async () => {
    const { pool, close } = await openSchema(sqlTables({ dialect: 'postgres' }))
    await pool.query(`INSERT INTO incoming_webhook_settings VALUES ('consoleLevel', 'DEBUG')`)
    await migrate(pool)
    const { rows } = await pool.query('SELECT * FROM incoming_webhook_settings')
    expect(rows).to.deep.equal([{ name: 'consoleLevel', value: 'DEBUG' }])
    await close()
  })

  it('leave nothing behind if one fails', async () => {
    const { pool, close } = await openSchema('CREATE VIEW incoming_webhooks AS SELECT 1 AS id')
    const failed = await migrate(pool).then(
      () => null,
      (error: unknown) => error,
    )
    expect(failed).to.be.instanceOf(Error)
    const { rows } = await pool.query(`SELECT to_regclass('incoming_webhook_migrations') AS made`)
    expect(rows).to.deep.equal([{ made: null }])
    await close()
  })

  it('are statements that another tool can run', async () => {
    const { pool, close } = await openSchema('')
    for (const { sql } of migrationFiles()) await pool.query(sql)
    await pool.query('SELECT * FROM incoming_webhooks')
    await close()
  })

  it('have no prefix that is not a name', async () => {
    const { pool, close } = await openSchema('')
    const failed = await migrate(pool, { prefix: 'a b' }).catch((error: unknown) => error)
    expect(failed)
      .to.be.instanceOf(TypeError)
      .with.property('message')
      .that.matches(/^prefix/)
    await close()
  })
})

/** Columns and indexes of a schema, one line each. */
async function shapeOf(pool: pg.Pool, schema: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly line: string }>(
    `SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) AS line
       FROM information_schema.columns WHERE table_schema = $1
     UNION ALL SELECT concat_ws(' ', tablename, replace(indexdef, schemaname || '.', ''))
       FROM pg_indexes WHERE schemaname = $1 ORDER BY line`,
    [schema],
  )
  return rows.map(({ line }) => line)
}
