import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { type ExampleHost, startExampleHost } from '../support/example-host.js'
import type { ChatHost } from '../support/chat-host.js'
import { freePort } from '../support/free-port.js'
import { makeHookChannel } from '../support/hook-channel.js'
import { type HostHere, type HostHereOptions, startHostHere } from '../support/host-here.js'
import { ROOT } from '../support/root.js'
import { until } from '../support/until.js'
import { openSocket } from './socket.js'

/** How many connections Linux lets a server keep waiting. */
const SOMAXCONN = '/proc/sys/net/core/somaxconn'
const MOST_WAITING = existsSync(SOMAXCONN) ? Number(readFileSync(SOMAXCONN, 'utf8')) : 0
const SERVER = join(ROOT, 'dist/example-host/server.js')
const TELLS_WHAT_LISTENS = `data:text/javascript,
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...args) {
  if (args[0].port) console.log('listening on ' + args[0].port)
  return listen.apply(this, args)
}`
const THROWS_WHEN_TOLD = `data:text/javascript,process.on('message',()=>{throw new Error('boom')})`

describe('the server of the example host', () => {
  let dataDir: string
  const hosts: (ExampleHost | HostHere)[] = []

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'chat-server-'))
  })

  afterEach(async () => {
    await Promise.all(hosts.splice(0).map((host) => host.stop()))
    await rm(dataDir, { recursive: true, force: true })
  })

  const start = async (options: Parameters<typeof startExampleHost>[0] = {}) => {
    const host = await startExampleHost({ dataDir, ...options })
    hosts.push(host)
    return host
  }
  /** Where the process is not the point. */
  const startHere = async (options: HostHereOptions = {}) => {
    const host = await startHostHere({ dataDir, ...options })
    hosts.push(host)
    return host
  }
  const printed = async (host: ChatHost, pattern: RegExp): Promise<string> => {
    await until(`${pattern} in the output`, () => pattern.test(host.output()))
    const [, found] = pattern.exec(host.output()) ?? []
    return found ?? ''
  }

  /** A request to sign in that the server has begun to read. */
  const begun = async ({ url }: ExampleHost, headers: Record<string, string | number>) => {
    const slow = httpRequest(`${url}/api/v4/users/login`, {
      method: 'POST',
      headers: { ...headers, Expect: '100-continue' },
    })
    slow.flushHeaders()
    await once(slow, 'continue')
    return slow
  }

  it('tells passwords and a hook URL once, and keeps its secret to itself', async () => {
    const env = { DEMO: '1', ADMIN_PASSWORD: '' }
    const host = await start({ env })
    const password = await printed(host, / admin +(\S{16})\n/)
    const hookUrl = await printed(host, /curl .* (http:\S+\/hooks\/\w+)\n/)
    const login = { login_id: 'admin', password }
    await request(host.url).post('/api/v4/users/login').send(login).expect(200)
    const person = await printed(host, / maria +(\S{16})\n/)
    const maria = { login_id: 'maria', password: person }
    await request(host.url).post('/api/v4/users/login').send(maria).expect(200)
    await request(hookUrl).post('').send({ text: 'built' }).expect(200, 'ok')
    expect(host.output().match(/secret was generated/g)).to.have.lengthOf(1)
    expect((await stat(join(dataDir, 'secret'))).mode & 0o777).to.equal(0o600)
    expect(await host.stop()).to.equal(0)

    const again = await start({ env, port: host.port })
    await printed(again, /(The chat is at)/)
    expect(again.output())
      .to.match(/its secret is in \S+\/secret; set SECRET/)
      .and.not.match(/shown only once|curl|\/hooks\/whk|generated/)
    await request(again.url).post('/api/v4/users/login').send(login).expect(200)
    await request(hookUrl).post('').send({ text: 'built' }).expect(200, 'ok')
  })

  it('opens its port once, when it can respond: a load balancer sends requests at once', async () => {
    await (await start()).stop()
    const host = await start({ preload: encodeURI(TELLS_WHAT_LISTENS) })
    expect(host.output().match(/listening on/g)).to.have.lengthOf(1)
  })

  it('takes 1,000 connections at once, however busy it is', async function () {
    if (MOST_WAITING < 1_000) this.skip()
    const host = await start()
    host.child.kill('SIGSTOP')
    const sockets = Array.from({ length: 1_000 }, () => connect(host.port, '127.0.0.1'))
    try {
      await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    } finally {
      host.child.kill('SIGCONT')
      for (const socket of sockets) socket.destroy()
    }
  })

  it('leaves no key in its log of requests', async () => {
    const host = await startHere({ env: { LOG_LEVEL: 'debug' } })
    await request(host.url).post('/hooks/whkabcdefghijklmnopqrstuvwxyz012').expect(404)
    await printed(host, /("path":"\/hooks\/…","status":404)/)
    expect(host.output()).to.include('"path":"/hooks/…","status":404')
    await request(host.url).get('/api/v4/x/%77%68%6babcdefghijklmnopqrstuvwxyz012').expect(404)
    await printed(host, /("path":"\/api\/v4\/x\/\[redacted\]","status":404)/)
    const sentAsId = { 'X-Request-Id': 'whkabcdefghijklmnopqrstuvwxyz012' }
    await request(host.url).get('/api/v4/users/me').set(sentAsId).expect(401)
    await printed(host, /("path":"\/api\/v4\/users\/me","status":401)/)
    expect(host.output()).not.to.match(/whkabc|%77%68%6b|abcdefghijklm/)
  })

  it('logs of each request its id, the webhook, the format, the error and the duration', async () => {
    const host = await startHere({ env: { LOG_LEVEL: 'debug' } })
    const { hookPath } = await makeHookChannel(host, 'builds')
    const [webhook] = (await host.api('GET', '/hooks/incoming')) as [{ id: string }]
    const lineOf = async (id: string, path: string, body: object): Promise<unknown> => {
      await request(host.url).post(path).set('X-Request-Id', id).send(body)
      const line: unknown = JSON.parse(
        await printed(host, new RegExp(`\n(.*"request_id":"${id}".*)\n`)),
      )
      expect(line).to.have.property('duration').that.is.a('number').within(0, 60_000)
      return line
    }
    const common = { level: 'debug', message: 'Request finished', method: 'POST' }
    const ofHook = { ...common, path: '/hooks/…', webhook_id: webhook.id }
    const text = { text: 'built' }
    expect(await lineOf('sent', hookPath, text)).to.deep.include({
      ...ofHook,
      format: 'native',
      status: 200,
    })
    expect(
      await lineOf('sent-to-slack', `${hookPath}/gotify`, { message: 'built' }),
    ).to.deep.include({
      ...ofHook,
      format: 'gotify',
      status: 200,
    })
    expect(await lineOf('refused', hookPath, {})).to.deep.include({
      ...ofHook,
      error_id: 'web.incoming_webhook.text.app_error',
      status: 400,
    })
    const unknown = '/hooks/whkabcdefghijklmnopqrstuvwxyz012'
    const guess = await lineOf('guessed', unknown, text)
    expect(guess).to.deep.include({ ...common, error_id: 'web.incoming_webhook.invalid.app_error' })
    expect(guess).to.not.have.any.keys('webhook_id', 'format')
    const other = await lineOf('other', '/api/v4/posts', {})
    expect(other).to.deep.include({ ...common, path: '/api/v4/posts', status: 401 })
    expect(other).to.have.property('error_id')
  })

  it('finishes what it has begun on SIGTERM, says goodbye and exits with 0', async () => {
    const host = await start()
    const token = await host.adminToken()
    const socket = await openSocket(host.port)
    await socket.signIn(token)
    const body = JSON.stringify({ login_id: 'admin', password: host.adminPassword })
    const slow = await begun(host, {
      'Content-Type': 'application/json',
      'Content-Length': body.length,
    })
    const answered = once(slow, 'response')
    slow.write(body.slice(0, 5))
    const stopped = host.stop()
    await printed(host, /("message":"Stopping")/)
    slow.end(body.slice(5))
    const [response] = (await answered) as [{ statusCode: number; headers: object }]
    expect(response.statusCode).to.equal(200)
    expect(response.headers).to.include({ connection: 'close' })
    expect(await socket.closed()).to.equal(1001)
    expect(await stopped).to.equal(0)
    expect(host.output()).to.match(/"message":"Stopped"/)
  })

  it('exits at once on a second signal', async () => {
    const host = await start()
    const slow = await begun(host, { 'Transfer-Encoding': 'chunked' })
    slow.on('error', () => undefined)
    const exited = once(host.child, 'exit')
    host.child.kill('SIGTERM')
    await printed(host, /("message":"Stopping")/)
    host.child.kill('SIGTERM')
    const [code] = (await exited) as [number]
    expect(code).to.equal(1)
    expect(host.output()).not.to.match(/"message":"Stopp(?:ed|ing took)/)
  })

  it('stops in order with code 1 on what nobody caught', async () => {
    const host = await start({ preload: THROWS_WHEN_TOLD })
    const exited = once(host.child, 'exit')
    host.child.send('throw')
    const [code] = (await exited) as [number]
    expect(code).to.equal(1)
    expect(host.output())
      .to.match(/Uncaught exception.*boom/)
      .and.match(/"message":"Stopped"/)
  })

  const run = (env: Record<string, string>) => {
    const given = { ...process.env, DATA_DIR: dataDir, DEMO: '0', ...env }
    return spawnSync(process.execPath, [SERVER], { env: given, encoding: 'utf8', timeout: 120_000 })
  }
  const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)

  it('refuses a store that another one has open', async () => {
    await startHere()
    const { status, stderr } = run({ PORT: String(await freePort()) })
    expect(status).to.equal(1)
    expect(stderr).to.match(/^The store .* is in use by process \d+ .*\n$/)
  })

  it('refuses a port that is in use', async () => {
    const host = await startHere()
    const { status, stderr } = run({ PORT: String(host.port), DATA_DIR: join(dataDir, 'other') })
    expect(status).to.equal(1)
    expect(lastLine(stderr)).to.match(/EADDRINUSE.*PORT is in use/)
  })

  it('exits with 2 and names the previous secret if that one is easy to guess', () => {
    const { status, stderr } = run({
      SECRET: randomBytes(32).toString('hex'),
      PREVIOUS_SECRET: 'a'.repeat(40),
    })
    expect(status).to.equal(2)
    expect(stderr).to.match(/^PREVIOUS_SECRET: The previous secret is easy to guess[^\n]+\n$/)
  })

  it('refuses requests over a limit with 503 if it is told so', async () => {
    const host = await startHere({ env: { HOOK_RATE: '1,1', HOOK_REFUSE_WITH: '503' } })
    const { hookPath } = await makeHookChannel(host, 'builds')
    const send = () => request(host.url).post(hookPath).send({ text: 'built' })
    // More than can be served in the seconds that a sender waits.
    const answers = await Promise.all(Array.from({ length: 12 }, send))
    const statuses = answers.map(({ status }) => status)
    expect(statuses).to.include(200).and.include(503)
  })

  const wrong: [name: string, value: string][] = [
    ['PORT', 'x'],
    ['SECRET', 'short'],
    ['SECRET', 'a'.repeat(40)],
    ['DATABASE_URL', 'mysql://chat:hunter2@localhost/chat'],
  ]
  for (const [name, value] of wrong) {
    it(`exits with 2 and one line for ${name}=${value}`, () => {
      const { status, stderr, stdout } = run({ [name]: value })
      expect(status).to.equal(2)
      expect(stdout).to.equal('')
      expect(stderr).to.match(new RegExp(`^${name}: [^\\n]+\\n$`))
    })
  }
})
