import { expect } from 'chai'
import pg from 'pg'
import { WebhookError } from 'express-incoming-webhooks'
import type { BatchResult, PostBatch } from 'express-incoming-webhooks/adapters'
import {
  createPostgresPool,
  createPostgresStores,
  migrate,
} from 'express-incoming-webhooks/postgres'
import { certainly } from '../../../lib/adapters/postgres/certainly.js'
import { queryOn, runTransaction } from '../../../lib/adapters/postgres/transactions.js'
import { type CutProxy, openCutProxy } from '../../support/cut-proxy.js'
import { freePort } from '../../support/free-port.js'
import { newPost } from '../../support/new-post.js'
import { newIncident } from '../../support/new-incident.js'
import { queryOf, usePostgresServer, useTables } from '../../support/postgres.js'
import { END_CONNECTIONS, throughPort } from '../../support/postgres-schema.js'
import { MESSAGES, messagesIn } from '../../support/stores-session.js'
import { until } from '../../support/until.js'

const POST = newPost()
/** A transaction with a message then commits half a second after it was told to. */
const SLOW_COMMIT = `CREATE OR REPLACE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_sleep(0.5); RETURN NULL; END $$;
  CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION slow()`
const ONCE = {
  webhookId: POST.webhookId,
  key: 'first',
  fingerprint: 'a'.repeat(64),
  expiresAt: Date.now() + 24 * 3_600_000,
  warnings: [],
  ignored: [],
}

describe('the stores for PostgreSQL, when it fails', () => {
  const server = usePostgresServer()
  const emptied = useTables(async ({ pool }) => {
    await migrate(pool)
    await pool.query(MESSAGES)
  })
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0)) await close()
  })

  /** The stores over a proxy. */
  async function open(
    poolOf = (address: string): pg.Pool => createPostgresPool({ url: address, max: 1 }),
  ): Promise<{
    readonly proxy: CutProxy
    readonly store: (batch?: Partial<PostBatch>) => Promise<BatchResult>
    readonly stored: () => Promise<number>
    /** Stores a message with one statement, which commits by itself. */
    readonly storeAlone: () => Promise<unknown>
    /** Makes the server commit late from now on. */
    readonly slow: () => Promise<void>
    /** Ends those that are idle, on the side of the server. */
    readonly endConnections: () => Promise<void>
  }> {
    const { url, pool: direct } = await emptied()
    const proxy = await openCutProxy(url)
    const pool = poolOf(throughPort(url, proxy.port))
    opened.push(async () => {
      await pool.end()
      await proxy.close()
    })
    const { insert, setText } = messagesIn(queryOf(pool), (position) => `$${position}`)
    const stores = createPostgresStores({ pool })
    await stores.settings.get()
    const posts = stores.posts({
      insert: (batch, client) => insert(batch, queryOf(client)),
      setText: (postId, text, client) => setText(postId, text, queryOf(client)),
    })
    return {
      proxy,
      store: async (batch) => posts.createBatch({ posts: [POST], ...batch }),
      storeAlone: () => queryOn(pool)('INSERT INTO messages VALUES ($1, $1, $1, 0)', [POST.id]),
      slow: async () => {
        await direct.query(SLOW_COMMIT)
        opened.push(async () => {
          await direct.query('DROP TRIGGER slow ON messages')
        })
      },
      stored: async () => (await direct.query('SELECT FROM messages')).rowCount ?? 0,
      endConnections: async () => {
        await direct.query(END_CONNECTIONS)
      },
    }
  }

  it('store it once where the connection is lost before the commit', async () => {
    const { proxy, store, stored } = await open()
    proxy.cutAt('INSERT INTO messages', 'before', 1)
    expect(await store()).to.include({ stored: true })
    expect(await stored()).to.equal(1)
  })

  it('are not available where the connection is lost again and again, and store nothing', async () => {
    const { proxy, store, stored } = await open()
    proxy.cutAt('INSERT INTO messages', 'before', Infinity)
    expect(await codeOf(store())).to.equal('storage_unavailable')
    expect(await stored()).to.equal(0)
  })

  for (const when of ['before', 'after'] as const) {
    it(`tell that the outcome is unknown if the connection is lost ${when} the commit`, async () => {
      const { proxy, store, stored } = await open()
      proxy.cutAt('COMMIT', when, 1)
      expect(await codeOf(store())).to.equal('storage_timeout')
      expect(await stored()).to.equal(when === 'after' ? 1 : 0)
    })

    it(`find out by the idempotency key if it is lost ${when} the commit`, async () => {
      const { proxy, store, stored } = await open()
      proxy.cutAt('COMMIT', when, 1)
      const result = await store({ once: ONCE })
      // It is the first to store it in both cases, so that clients are notified.
      expect(result.stored && result.posts.map((post) => post.id)).to.deep.equal([POST.id])
      expect(await stored()).to.equal(1)
    })

    it(`find out when the server is back if it is lost ${when} the commit`, async () => {
      const { proxy, store, stored } = await open()
      proxy.cutAt('COMMIT', when, 1)
      proxy.refuse(4)
      const result = await store({ once: ONCE })
      expect(result.stored && result.posts.map((post) => post.id)).to.deep.equal([POST.id])
      expect(await stored()).to.equal(1)
    })

    it(`find out by the incident if it is lost ${when} the commit`, async () => {
      const { proxy, store, stored } = await open()
      proxy.cutAt('COMMIT', when, 1)
      const first = await store({ incident: { incident: newIncident(), expectedVersion: null } })
      expect(first.stored && first.posts.map((post) => post.id)).to.deep.equal([POST.id])
      proxy.cutAt('COMMIT', when, 1)
      const second = await store({
        posts: [],
        edit: { id: POST.id, changes: { message: 'over', version: 1 }, expectedVersion: 0 },
        incident: { incident: newIncident({ postId: POST.id, version: 2 }), expectedVersion: 1 },
      })
      expect(second.stored && second.edited).to.include({ message: 'over', version: 1 })
      expect(await stored()).to.equal(1)
    })
  }

  it('tell that the outcome is unknown if the server does not come back', async () => {
    const unavailable = new WebhookError('storage_unavailable')
    let tries = 0
    const stored = {
      createBatch: async () => {
        tries += 1
        throw tries === 1 ? new WebhookError('storage_timeout') : unavailable
      },
      findIncident: async () => {
        throw unavailable
      },
      find: async () => {
        throw unavailable
      },
    }
    const waits = { patience: 50, pause: 10 }
    const batch = { posts: [POST], once: ONCE }
    expect(await codeOf(certainly(batch, stored, waits))).to.equal('storage_timeout')
    expect(tries).to.be.above(2)
  })

  for (const step of ['commit', 'statement'] as const) {
    it(`tell that the outcome is unknown if the ${step} takes longer than the driver waits`, async () => {
      const { store, storeAlone, stored, slow } = await open(
        (connectionString) => new pg.Pool({ connectionString, max: 1, query_timeout: 200 }),
      )
      await slow()
      const storing = step === 'commit' ? store() : storeAlone()
      expect(await codeOf(storing)).to.equal('storage_timeout')
      await until('what was answered as unknown is stored', async () => (await stored()) === 1)
    })
  }

  it('are not available without a server, and name all that were asked', async () => {
    const ports = [await freePort(), await freePort()]
    const hosts = ports.map((port) => `127.0.0.1:${port}`)
    const pool = createPostgresPool({ url: `postgres://u:p@${hosts.join(',')}/db` })
    const failed = await failureOf(createPostgresStores({ pool }).settings.get())
    expect(failed).to.include({ code: 'storage_unavailable', retryAfterSeconds: 1 })
    for (const host of hosts) expect(String(failed.cause)).to.include(host)
    await pool.end()
  })

  it('are not available on a server that takes no writes', async () => {
    const readOnly = new URL(server())
    readOnly.searchParams.set('options', '-cdefault_transaction_read_only=on')
    const pool = createPostgresPool({ url: readOnly.href })
    const failed = await failureOf(createPostgresStores({ pool }).settings.get())
    expect(failed).to.include({ code: 'storage_unavailable' })
    expect(String(failed.cause)).to.include('is read-only')
    await pool.end()
  })

  it('find the server that takes writes among several', async () => {
    const { host } = new URL(server())
    const hosts = `127.0.0.1:${await freePort()},${host}`
    const pool = createPostgresPool({ url: server().replace(host, hosts) })
    expect((await pool.query('SELECT 1 AS one')).rows).to.deep.equal([{ one: 1 }])
    await pool.end()
  })

  it('outlive connections that are lost on a pool of the host', async () => {
    const { proxy, store, stored } = await open(
      (connectionString) => new pg.Pool({ connectionString, max: 1 }),
    )
    proxy.cutAt('INSERT INTO messages', 'before', 1)
    expect(await store()).to.include({ stored: true })
    expect(await stored()).to.equal(1)
  })

  it('give up a connection on which nothing arrives any more, and take another', async () => {
    const { proxy, store, stored } = await open((address) =>
      createPostgresPool({ url: address, max: 1, statementTimeout: 100 }),
    )
    proxy.freeze()
    expect(await store()).to.include({ stored: true })
    expect(await stored()).to.equal(1)
  })

  it('acknowledge no transaction that the server has given up', async () => {
    const pool = createPostgresPool({ url: server(), max: 1 })
    const given = runTransaction(pool, async (query) => {
      await Promise.resolve(query('SELECT 1 / 0', [])).catch(() => undefined)
      return 'acknowledged'
    })
    expect(await given.catch(String)).to.include('a statement of the transaction has failed')
    await pool.end()
  })

  it('outlive a server that ends their connections', async () => {
    const { store, stored, endConnections } = await open()
    await endConnections()
    expect(await store()).to.include({ stored: true })
    expect(await stored()).to.equal(1)
  })
})

async function codeOf(call: Promise<unknown>): Promise<string> {
  return (await failureOf(call)).code
}

async function failureOf(call: unknown): Promise<WebhookError> {
  const failed = await Promise.resolve(call).then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  )
  if (failed instanceof WebhookError) return failed
  throw failed
}
