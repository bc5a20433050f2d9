import { connect, createServer, type Server, type Socket } from 'node:net'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import pg from 'pg'
import { type ExampleHost, startExampleHost, type StartOptions } from '../support/example-host.js'
import { freePort } from '../support/free-port.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { call } from '../support/http-client.js'
import { ROOT } from '../support/root.js'
import { usePostgresServer } from '../support/postgres.js'
import { until } from '../support/until.js'
import { type Nodes, openNodes } from '../support/store-nodes.js'

const run = promisify(execFile)
/** What happens every minute happens all the time. */
const MINUTES_PASS_AT_ONCE = `data:text/javascript,${encodeURIComponent(`
const { setInterval } = globalThis
globalThis.setInterval = (work, ms, ...rest) => setInterval(work, ms === 60_000 ? 20 : ms, ...rest)
`)}`
const SECRET = 'a secret of at least 32 bytes, for all nodes'

describe('the server of the example host on PostgreSQL', () => {
  const server = usePostgresServer()

  describe('while it runs', () => {
    let nodes: Nodes
    let host: ExampleHost

    before(async () => {
      nodes = await openNodes(server())
      host = await startOn(nodes, { DATABASE_POOL: '3' })
    })

    after(async () => {
      await host.stop()
      await nodes.close()
    })

    it('takes a new password from the command line, and ends the sessions of the user', async () => {
      const ada = { username: 'ada', email: 'ada@example.org', password: 'the first password' }
      await host.api('POST', '/users', ada)
      const signIn = async (password: string) =>
        call(`${host.url}/api/v4/users/login`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ login_id: 'ada', password }),
        })
      const before = await signIn(ada.password)
      const script = join(ROOT, 'dist/example-host/password.js')
      const env = { ...process.env, DATABASE_URL: nodes.url }
      const { stdout } = await run(process.execPath, [script, 'ada'], { env })
      const [, password = ''] = /The new password of ada: (\S+)\n/.exec(stdout) ?? []
      expect((await signIn(password)).status).to.equal(200)
      const headers = { Authorization: `Bearer ${String(before.headers['token'])}` }
      const me = await call(`${host.url}/api/v4/users/me`, { method: 'GET', headers })
      expect(me.status).to.equal(401)
    })

    it('opens as many connections as it may, and no more', async () => {
      const count = `SELECT count(*)::integer AS open FROM pg_stat_activity
        WHERE application_name = current_setting('application_name') AND pid <> pg_backend_pid()`
      // A slow machine may not have three of them at work at once. A second time needs another rate limit.
      let tries = 0
      await until('all connections', async () => {
        tries += 1
        const { hookPath } = await makeHookChannel(host, `builds-${tries}`)
        const send = () => call(host.url + hookPath, { method: 'POST', body: '{"text":"built"}' })
        const sent = await Promise.all(Array.from({ length: 40 }, send))
        expect(new Set(sent.map(({ status }) => status))).to.deep.equal(new Set([200]))
        const [counted] = await query(nodes, count)
        expect(counted).to.have.property('open').that.is.at.most(3)
        return Reflect.get(counted ?? {}, 'open') === 3
      })
    })

    it('is not ready while the disk of the database is full, and logs it twice', async () => {
      const { hookPath } = await makeHookChannel(host, 'alerts')
      const send = async (text: string): Promise<number> =>
        (
          await call(host.url + hookPath, {
            method: 'POST',
            body: JSON.stringify({ text }),
            timeoutMs: 10_000,
          })
        ).status
      expect(await send('before')).to.equal(200)
      const { length: said } = host.output()
      await nodes.run(REFUSE)
      const refused = await Promise.all(['one', 'two', 'three'].map(send))
      expect(refused).to.deep.equal([503, 503, 503])
      const answer = await call(`${host.url}/readyz`, { method: 'GET' })
      expect(answer.status).to.equal(503)
      expect(JSON.parse(answer.text)).to.include({
        store: 'failing',
        reason: 'No space left on device (53100)',
      })
      expect(await status(host, '/healthz')).to.equal(200)
      await nodes.run('DROP FUNCTION refuse() CASCADE')
      await isReady(host)
      expect(await send('after')).to.equal(200)
      const output = host.output().slice(said)
      // A slow machine has other lines, too.
      const told = output.match(/^{.*"level":"(?:warn|error)".*database.*}$/gim) ?? []
      expect(told.filter((line) => line.includes('EIW_DATABASE_FAILS'))).to.have.lengthOf(1)
      expect(told).to.have.lengthOf(1)
      expect(output).to.match(/The database stores again.*"refused":3,/)
    })
  })

  let nodes: Nodes
  let hosts: ExampleHost[]
  beforeEach(async () => {
    nodes = await openNodes(server())
    hosts = []
  })
  afterEach(async () => {
    await Promise.all(hosts.map((host) => host.stop()))
    await nodes.close()
  })

  const start = async (
    env: Readonly<Record<string, string>> = {},
    options: StartOptions = {},
  ): Promise<ExampleHost> => {
    const host = await startOn(nodes, env, options)
    hosts.push(host)
    return host
  }

  it('deletes posts after the days that it is told, and keeps the others', async () => {
    const days = 3
    const preload = MINUTES_PASS_AT_ONCE
    const host = await start({ POST_RETENTION_DAYS: String(days) }, { preload })
    const { hookPath } = await makeHookChannel(host, 'builds')
    for (const text of ['old', 'new']) {
      await call(host.url + hookPath, { method: 'POST', body: JSON.stringify({ text }) })
    }
    const left = (): Promise<object[]> =>
      query(nodes, `SELECT message FROM chat_posts WHERE message IN ('old', 'new')`)
    expect(await left()).to.have.lengthOf(2)
    const old = `UPDATE chat_posts SET create_at = create_at - $1 WHERE message = 'old'`
    await query(nodes, old, [days * 24 * 3_600_000 + 60_000])
    await until('the old post is deleted', async () => (await left()).length === 1)
    expect(await left()).to.deep.equal([{ message: 'new' }])
  })

  it('creates one administrator and one set of demo data for two nodes that start at once', async () => {
    const env = { DEMO: '1', ADMIN_PASSWORD: '' }
    const both = await Promise.all([start(env), start(env)])
    const outputs = (): string => both.map((host) => host.output()).join('')
    await until('the demo data is made', () => outputs().includes('The message appears in'))
    await Promise.all(both.map(isReady))
    expect(outputs().match(/Sign in +admin/g)).to.have.lengthOf(1)
    expect(outputs().match(/ maria +\S{16}\n/g)).to.have.lengthOf(1)
    const store = await nodes.open()
    expect(await store.users.count()).to.equal(3)
    expect(store.teams).to.have.lengthOf(1)
    for (const host of hosts.splice(0)) expect(await host.stop()).to.equal(0)
  })

  it('does not begin on a database that a newer version needs for itself', async () => {
    await nodes.open()
    await nodes.run(`INSERT INTO incoming_webhook_migrations VALUES ('0999-x-breaking')`)
    const failed = await start().catch(String)
    expect(failed).to.include('0999-x-breaking').and.include('Start the newer version')
  })

  it('waits for a database that is away at its start, and survives one that goes away later', async () => {
    const target = new URL(nodes.url)
    const proxyPort = await freePort()
    const address = new URL(nodes.url)
    address.port = String(proxyPort)
    const host = await start({ DATABASE_URL: address.href, ADMIN_PASSWORD: 'Correct-horse-1' })
    expect(await status(host, '/readyz')).to.equal(503)
    let passing = await openPassage(proxyPort, Number(target.port))
    await isReady(host)
    await passing.close()
    await until('the host notices', async () => (await ready(host)) === 503)
    expect(await status(host, '/healthz')).to.equal(200)
    passing = await openPassage(proxyPort, Number(target.port))
    await isReady(host)
    expect(host.child.exitCode).to.equal(null)
    expect(host.output()).to.not.include(target.password)
    expect(await hosts.splice(0)[0]?.stop()).to.equal(0)
    await passing.close()
  })
})

async function startOn(
  { url }: Nodes,
  env: Readonly<Record<string, string>>,
  options: StartOptions = {},
): Promise<ExampleHost> {
  return startExampleHost({ ...options, env: { DATABASE_URL: url, SECRET, ...env } })
}

async function query(
  { url }: Nodes,
  text: string,
  values: readonly unknown[] = [],
): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<object>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

async function status({ url }: ExampleHost, path: string): Promise<number> {
  return (await call(`${url}${path}`, { method: 'GET', timeoutMs: 10_000 })).status
}

async function ready(host: ExampleHost): Promise<number> {
  // Between waiting and serving, the port is closed for a moment.
  return status(host, '/readyz').catch(() => 0)
}

async function isReady(host: ExampleHost): Promise<void> {
  await until('the host is ready', async () => (await ready(host)) === 200)
}

/** The database refuses posts, as it does without space for them. */
const REFUSE = `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $refuse$
  BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $refuse$;
  CREATE TRIGGER refuse BEFORE INSERT ON chat_posts FOR EACH ROW EXECUTE FUNCTION refuse()`

interface Passage {
  readonly close: () => Promise<void>
}

/** Leads to a server until it is closed, as if the server had ended. */
async function openPassage(port: number, serverPort: number): Promise<Passage> {
  const sockets = new Set<Socket>()
  const passage: Server = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1')
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy()).on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  passage.listen(port, '127.0.0.1')
  await once(passage, 'listening')
  return {
    close: async () => {
      passage.close()
      for (const socket of sockets) socket.destroy()
      if (passage.listening) await once(passage, 'close')
    },
  }
}
