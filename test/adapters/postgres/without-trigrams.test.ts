import { expect } from 'chai'
import type { HookUser } from 'express-incoming-webhooks'
import {
  createPostgresChat,
  createPostgresPool,
  migrate,
  type PostgresChat,
} from 'express-incoming-webhooks/postgres'
import type pg from 'pg'
import { SEARCHED_FIRST } from '../../../lib/adapters/sql/webhooks.js'
import { usePostgresServer } from '../../support/postgres.js'
import { createOwnDatabase, type OwnDatabase } from '../../support/postgres-account.js'
import { present } from '../../support/present.js'
import { recordStatements, type Recorded } from '../../support/recorded-statements.js'

const WARNING = 'searches read whole tables, because pg_trgm cannot be used: '
const NOT_PERMITTED = 'permission denied to create extension "pg_trgm"'
/** In the order in which they are made. */
const INDEXES = ['chat_channels_searched', 'chat_users_searched', 'incoming_webhooks_searched']
const PAGE = { offset: 0, limit: 9, withTotal: true }
const ANN: HookUser = { id: 'ann', username: 'ann', email: '', admin: true, createAt: 1 }

/** Webhooks from the oldest, which has the number 0, to the newest, which has the last one. */
const rowsUntil = (last: number): string => `
  INSERT INTO chat_teams (id, name, display_name, create_at) VALUES ('team', 'main', 'Main', 1);
  INSERT INTO chat_users (id, username, email, password_hash, admin, create_at)
    VALUES ('ann', 'ann', 'ann', '', true, 1), ('bo', 'bosun', 'bo', '', false, 1);
  INSERT INTO chat_channels (id, team_id, type, name, display_name, creator_id, create_at)
    VALUES ('one', 'team', 'public', 'night-watch', 'Night Watch', '', 1),
      ('two', 'team', 'public', 'lobby', 'The Lobby', '', 1);
  INSERT INTO incoming_webhooks
      (id, create_at, user_id, channel_id, team_id, key_digest, key_cipher, signing_salt, display_name)
    SELECT 'hook' || n, n, 'ann', 'one', 'team', 'digest' || n, '', '',
      CASE n WHEN 0 THEN 'Oldest, q7' WHEN 1 THEN 'Older, q8' WHEN ${last} THEN 'Newest, q7' ELSE 'Hook ' || n END
    FROM generate_series(0, ${last}) AS n;
  ANALYZE incoming_webhooks;`

/** The extension in a schema that it has for itself. */
const BESIDE = `DROP EXTENSION IF EXISTS pg_trgm CASCADE; DROP SCHEMA IF EXISTS extensions;
  CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions`

const LATER = `SET search_path = without, public; CREATE EXTENSION pg_trgm;
  CREATE INDEX ON incoming_webhooks USING gin (searched gin_trgm_ops)`

/** A schema of the account, with the tables of a chat. */
interface Schema {
  readonly pool: pg.Pool
  readonly chat: PostgresChat
  /** What was logged while the tables were made. */
  readonly warnings: readonly string[]
  readonly recorded: Recorded
}

describe('searches in PostgreSQL if the account may not create the extension pg_trgm', () => {
  const server = usePostgresServer()
  let made: OwnDatabase | null = null
  const database = (): OwnDatabase => present(made)
  const opened: (() => Promise<void>)[] = []

  before(async function () {
    made = await createOwnDatabase(server())
    if (!made) this.skip()
  })

  after(async () => {
    for (const close of opened) await close()
    await made?.drop()
  })

  async function open(name: string, last = 100): Promise<Schema> {
    const pool = createPostgresPool({ url: await database().schema(name) })
    const warnings: string[] = []
    const recorded = recordStatements(pool)
    const log = (_level: string, _message: string, fields?: object): number =>
      warnings.push(String(Reflect.get(fields ?? {}, 'warning')))
    await migrate(pool, { chat: true, log })
    await pool.query(rowsUntil(last))
    const chat = createPostgresChat({ pool })
    opened.push(async () => {
      await chat.close()
      await pool.end()
    })
    return { pool, chat, warnings, recorded }
  }

  describe('and nobody has', () => {
    let schema: Schema

    before(async () => {
      await database().administer('DROP EXTENSION IF EXISTS pg_trgm CASCADE')
      schema = await open('without', SEARCHED_FIRST)
    })

    it('have all tables, and a line of the log says what they lack', async () => {
      const { pool, warnings } = schema
      expect(warnings).to.deep.equal([WARNING + NOT_PERMITTED, WARNING + NOT_PERMITTED])
      expect(await indexesOf(pool)).to.deep.equal([])
      expect(await planOf(schema)).to.include('Seq Scan on incoming_webhooks')
      expect(await migrate(pool, { chat: true })).to.deep.equal([])
    })

    it('find webhooks by any part of three letters or more, however old they are', async () => {
      expect(await found(schema.chat, 'ldest')).to.equal('Oldest, q7 of 1')
      expect(await found(schema.chat, 'oldest', 'q7')).to.equal('Oldest, q7 of 1')
      expect(await found(schema.chat, 'oldest', 'newest')).to.equal(' of 0')
    })

    it('find them by shorter parts among the newest 10,000', async () => {
      expect(SEARCHED_FIRST).to.equal(10_000)
      expect(await found(schema.chat, 'q7')).to.equal('Newest, q7 of 1')
      expect(await found(schema.chat, 'q8')).to.equal('Older, q8 of 1')
    })

    it('find people and channels', async () => {
      const { users, channels } = schema.chat.adapters
      const people = async (query: string): Promise<readonly string[]> =>
        present(await users.listFor?.(ANN, { query, limit: 9 })).map(({ username }) => username)
      const places = async (query: string): Promise<readonly string[]> =>
        (await channels.listFor(ANN, { query, limit: 9 })).map(({ name }) => name)
      expect(await people('OSU')).to.deep.equal(['bosun'])
      expect(await people('nn')).to.deep.equal(['ann'])
      expect(await people('nobody')).to.deep.equal([])
      expect(await places('watch')).to.deep.equal(['night-watch'])
      expect(await places('the lob')).to.deep.equal(['lobby'])
      expect(await places('nowhere')).to.deep.equal([])
    })

    it('use an index that an administrator makes later', async () => {
      await database().administer(LATER)
      expect(await planOf(schema)).to.include('incoming_webhooks_searched_idx')
      expect(await found(schema.chat, 'ldest')).to.equal('Oldest, q7 of 1')
    })
  })

  it('have their indexes if an administrator has created it in any schema', async () => {
    await database().administer(`${BESIDE}; GRANT USAGE ON SCHEMA extensions TO PUBLIC`)
    const schema = await open('beside')
    expect(schema.warnings).to.deep.equal([])
    expect(await indexesOf(schema.pool)).to.deep.equal(INDEXES)
    expect(await found(schema.chat, 'ldest')).to.equal('Oldest, q7 of 1')
  })

  it('have none if it is in a schema that the account may not use', async () => {
    await database().administer(BESIDE)
    const schema = await open('hidden')
    const denied = `${WARNING}permission denied for schema extensions`
    expect(schema.warnings).to.deep.equal([denied, denied])
    expect(await indexesOf(schema.pool)).to.deep.equal([])
    expect(await found(schema.chat, 'ldest')).to.equal('Oldest, q7 of 1')
  })
})

/** The names of the webhooks that have each of these words, the newest first, and how many there are. */
async function found({ adapters }: PostgresChat, ...words: string[]): Promise<string> {
  const { items, total } = await adapters.webhooks.list({ ...PAGE, words })
  return `${items.map(({ displayName }) => String(displayName)).join()} of ${total}`
}

async function indexesOf(pool: pg.Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema()
      AND indexname LIKE '%searched%' ORDER BY name`,
  )
  return rows.map(({ name }) => name)
}

/** How the server counts the webhooks of a search. */
async function planOf({ pool, chat, recorded }: Schema): Promise<string> {
  await found(chat, 'ldest')
  const [text, values] = present([...recorded].find(([each]) => /count\(\*\).* LIKE /s.test(each)))
  const { rows } = await pool.query(`EXPLAIN ${text}`, [...values])
  return JSON.stringify(rows)
}
