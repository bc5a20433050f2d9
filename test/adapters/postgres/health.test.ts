import { mock } from 'node:test'
import { expect } from 'chai'
import { WebhookError } from 'express-incoming-webhooks'
import type { PostgresHealth } from 'express-incoming-webhooks/postgres'
import pg from 'pg'
import { openCutProxy } from '../../support/cut-proxy.js'
import { newPost } from '../../support/new-post.js'
import { usePostgresServer } from '../../support/postgres.js'
import { type ChatNode, type ChatSchema, openChatSchema } from '../../support/postgres-chat.js'
import { END_CONNECTIONS } from '../../support/postgres-schema.js'
import { until } from '../../support/until.js'

interface Line {
  readonly level: string
  readonly message: string
  readonly code?: string
  readonly reason?: string
  readonly refused?: number
  readonly seconds?: number
}

const TRIED_AFTER_MS = 1000
const FULL = 'could not extend file "base/5/16397": No space left on device'

describe('the health of PostgreSQL', () => {
  let schema: ChatSchema
  after(() => schema.close())
  const url = usePostgresServer()
  let channelId: string
  let lines: Line[]
  let posts = 0
  const open: ChatNode[] = []

  before(async () => {
    schema = await openChatSchema(url())
    const place = { displayName: 'Alerts', type: 'public', archived: false } as const
    await schema.pool.query('CREATE SEQUENCE tries')
    channelId = (await schema.seed.seedChannel({ ...place, name: 'alerts' })).id
  })

  beforeEach(() => {
    lines = []
    mock.timers.enable({ apis: ['setInterval'] })
  })

  afterEach(async () => {
    mock.timers.reset()
    await schema.pool.query('DROP FUNCTION IF EXISTS refuse() CASCADE')
    await Promise.all(open.splice(0).map((node) => node.close()))
  })

  /** A node that hears of changes. */
  const start = async (options: Parameters<ChatSchema['node']>[0] = {}): Promise<ChatNode> => {
    const log = (level: string, message: string, fields?: object): void => {
      lines.push({ level, message, ...fields })
    }
    const node = schema.node({ ...options, log })
    open.push(node)
    await node.chat.caughtUp()
    return node
  }
  /** Lets the server refuse new rows in a table. */
  const refuse = async (state: string, message: string, table = 'chat_posts'): Promise<void> => {
    await schema.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $refuse$
      BEGIN PERFORM nextval('tries'); RAISE EXCEPTION '${message}' USING ERRCODE = '${state}'; END $refuse$;
      CREATE TRIGGER refuse BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse()`)
  }
  /** How often it has refused. Unlike a table, a sequence knows it although nothing is committed. */
  const tries = async (): Promise<number> => {
    const { rows } = await schema.pool.query<{ readonly n: string }>(`SELECT nextval('tries') AS n`)
    return Number(rows[0]?.n)
  }
  const allow = async (): Promise<void> => {
    await schema.pool.query('DROP FUNCTION refuse() CASCADE')
  }
  const post = async ({ chat }: ChatNode): Promise<string> =>
    Promise.resolve(
      chat.adapters.posts.createBatch({
        posts: [newPost({ id: `post${(posts += 1)}`, channelId })],
      }),
    ).then(
      () => 'stored',
      (error: unknown) => (error instanceof WebhookError ? error.code : String(error)),
    )
  const isWell = async ({ chat }: ChatNode): Promise<boolean> =>
    (await chat.health()).state === 'ok'
  /** Between two looks, so much time passes that it tries again to store. */
  const becomesWell = (node: ChatNode): Promise<void> =>
    until('it is well', () => {
      mock.timers.tick(TRIED_AFTER_MS)
      return isWell(node)
    })
  const isNews = ({ level }: Line): boolean => level !== 'debug'

  it('is failing while its disk is full, in its words, and well again without a request', async () => {
    const node = await start()
    expect(await post(node)).to.equal('stored')
    expect(await node.chat.health()).to.deep.equal({ state: 'ok', reason: '' })
    await refuse('53100', FULL)
    for (let n = 0; n < 3; n += 1) {
      expect(await post(node)).to.equal('storage_unavailable')
      node.chat.noteRefusal()
    }
    const failing: PostgresHealth = { state: 'failing', reason: `${FULL} (53100)` }
    expect(await node.chat.health()).to.deep.equal(failing)
    const seen = performance.now()
    // Less would be told as no time at all.
    await until('a tenth of a second has passed', () => performance.now() - seen > 100)
    const stored = 'SELECT FROM chat_posts'
    const before = await schema.pool.query(stored)
    await allow()
    await becomesWell(node)
    expect((await schema.pool.query(stored)).rowCount, 'what it tries').to.equal(before.rowCount)
    expect(await post(node)).to.equal('stored')
    const [begin, end, ...more] = lines.filter(isNews)
    expect(more).to.deep.equal([])
    expect(begin).to.include({ level: 'error', code: 'EIW_DATABASE_FAILS', ...failing })
    expect(end).to.include({ level: 'info', refused: 3 })
    expect(end?.seconds).to.be.at.least(0.1)
  })

  it('stays failing while only what needs no space is stored', async () => {
    const node = await start()
    await refuse('53100', FULL)
    await post(node)
    await node.chat.adapters.settings.update({ enableIncomingWebhooks: true })
    const before = await tries()
    let looks = 0
    await until('it was tried', async () => {
      mock.timers.tick(TRIED_AFTER_MS)
      return (await tries()) - before > (looks += 1)
    })
    expect(await isWell(node)).to.equal(false)
    expect(lines.filter(isNews)).to.have.lengthOf(1)
  })

  it('is failing where the account may not write', async () => {
    const node = await start()
    await refuse('42501', 'permission denied for table chat_posts')
    expect(await post(node)).to.include('permission denied')
    await until('it is tried', async () => !(await isWell(node)))
    expect((await node.chat.health()).reason).to.equal(
      'permission denied for table chat_posts (42501)',
    )
  })

  for (const [what, state, table] of [
    ['a single table may not be written', '42501', 'incoming_webhook_log_lines'],
    ['a row breaks a rule', '23514', 'incoming_webhook_log_lines'],
    ['a lock was not free in time', '55P03', 'incoming_webhook_log_lines'],
  ] as const) {
    it(`is well although ${what}`, async () => {
      const node = await start()
      await refuse(state, 'no', table)
      await Promise.resolve(node.chat.adapters.logs?.append(['{}'])).catch(() => undefined)
      expect(await post(node)).to.equal('stored')
      expect(await node.chat.health()).to.deep.equal({ state: 'ok', reason: '' })
      // Waits for what it tries.
      await node.close()
      open.length = 0
      expect(lines.filter(isNews)).to.deep.equal([])
    })
  }

  it('is well while all connections but one are busy', async () => {
    const poolOf = (connectionString: string): pg.Pool =>
      new pg.Pool({ connectionString, max: 2, connectionTimeoutMillis: 100 })
    const node = await start({ poolOf })
    const client = await node.pool.connect()
    expect(await post(node)).to.equal('storage_unavailable')
    expect(await node.chat.health()).to.deep.equal({ state: 'ok', reason: '' })
    client.release()
  })

  it('is unavailable without a server, in the words of the driver, until there is one again', async () => {
    const proxy = await openCutProxy(schema.url)
    const node = await start({ port: proxy.port })
    expect(await post(node)).to.equal('stored')
    proxy.refuse(Infinity)
    await schema.pool.query(END_CONNECTIONS)
    await until('it is noticed', async () => !(await isWell(node)))
    expect(await post(node)).to.equal('storage_unavailable')
    node.chat.noteRefusal()
    const { state, reason } = await node.chat.health()
    expect(state).to.equal('unavailable')
    expect(reason).to.match(/terminat|ECONNRESET|no PostgreSQL server takes writes/)
    proxy.refuse(0)
    await becomesWell(node)
    expect(await post(node)).to.equal('stored')
    expect(lines.filter(isNews).map(({ level }) => level)).to.deep.equal(['error', 'info'])
    expect(lines.at(-1)).to.include({ refused: 1 })
    await node.close()
    open.length = 0
    await proxy.close()
  })
})
