import { expect } from 'chai'
import request from 'supertest'
import { createLog, shownPath } from '../../example-host/log.js'
import { bodyOf, type Chat, startChat } from './chat.js'

const KEY = 'whkabcdefghijklmnopqrstuvwxyz012'

function percentEncoded(text: string): string {
  return text.replace(/./g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}

describe('errors of the example host', () => {
  let chat: Chat
  const logged: unknown[] = []
  let isReady = true

  before(async () => {
    chat = await startChat({
      log: (...entry) => logged.push(entry),
      isReady: () => isReady,
    })
  })

  after(() => chat.close())

  const unknown = [
    '/nowhere',
    '/api/v4/nowhere',
    '/api/v3/users',
    '/services/T0/B0/x',
    '/%',
    '/api/v4/posts/%ff',
  ]
  for (const path of unknown) {
    it(`answer ${path} with 404 as JSON that does not repeat it`, async () => {
      const answer = await request(chat.url)
        .get(path)
        .set('Authorization', `Bearer ${chat.admin.token}`)
      expect(answer.status).to.equal(404)
      expect(bodyOf(answer)).to.include({ id: 'api.context.404.app_error', status_code: 404 })
      expect(answer.text).not.to.include(path)
      expect(answer.get('X-Powered-By')).to.equal(undefined)
    })
  }

  const paths: [path: string, allowed: string][] = [
    ['/api/v4/audit', 'GET, HEAD'],
    ['/api/v4/emoji/names', 'POST'],
    ['/api/v4/users', 'GET, HEAD, POST'],
  ]
  for (const [path, allowed] of paths) {
    it(`answer another method on ${path} with 405, and with those that it takes`, async () => {
      const answer = await request(chat.url)
        .put(path)
        .set('Authorization', `Bearer ${chat.admin.token}`)
      expect(answer.status).to.equal(405)
      expect(answer.get('Allow')).to.equal(allowed)
      expect(bodyOf(answer)).to.include({ status_code: 405 })
    })
  }

  const bodies: [what: string, body: string, status: number][] = [
    ['no JSON', '{', 400],
    ['a number', '5', 400],
    ['a list', '[]', 400],
    ['nothing', '', 400],
    ['more than 64 KiB', JSON.stringify({ name: 'x'.repeat(66_000) }), 413],
  ]
  for (const [what, body, status] of bodies) {
    it(`refuse a body that is ${what} with ${status}`, async () => {
      const answer = await chat.api('post', '/channels', chat.admin).type('json').send(body)
      expect(answer.status).to.equal(status)
      expect(bodyOf(answer)).to.include({ status_code: status })
    })
  }

  it('ask who is there before they read a body', async () => {
    await chat.api('post', '/channels', null).type('json').send('{').expect(401)
  })

  it('say nothing of a failure but that there was one, and log it', async () => {
    const { posts } = chat.store
    const before = { ...posts }
    Object.assign(posts, {
      byId: () => {
        throw new Error('disk /secret/path is on fire')
      },
    })
    logged.length = 0
    const answer = await chat.api('get', '/posts/x', chat.admin)
    Object.assign(posts, before)
    expect(answer.status).to.equal(500)
    expect(bodyOf(answer)).to.include({ id: 'api.context.internal.app_error', detailed_error: '' })
    expect(answer.text).not.to.match(/fire|path|at /)
    expect(logged).to.have.lengthOf(1)
  })

  it('name the request id that the library has set, in the response and in the log', async () => {
    const { webhooks } = chat.store.adapters
    const before = { ...webhooks }
    Object.assign(webhooks, {
      list: () => {
        throw new Error('no disk')
      },
    })
    logged.length = 0
    const answer = await chat
      .api('get', '/hooks/incoming', chat.admin)
      .set('X-Request-Id', 'sent-1')
      .expect(500)
    Object.assign(webhooks, before)
    expect(answer.get('X-Request-Id')).to.equal('sent-1')
    expect(bodyOf(answer)).to.include({ request_id: 'sent-1' })
    expect(JSON.stringify(logged)).to.include('"requestId":"sent-1"')
  })

  it('do not touch health: alive always, ready unless stopping', async () => {
    await request(chat.url).get('/healthz').expect(200)
    await request(chat.url).get('/readyz').expect(200)
    isReady = false
    await request(chat.url).get('/healthz').expect(200)
    await request(chat.url).get('/readyz').expect(503)
    isReady = true
    const { store } = chat
    const health = store.health.bind(store)
    Object.assign(store, { health: async () => ({ ...(await health()), state: 'failing' }) })
    await request(chat.url).get('/readyz').expect(503)
    Object.assign(store, { health })
  })

  it('give the reason of the store to the same machine only, and not through a proxy', async () => {
    const { store } = chat
    const health = store.health.bind(store)
    const failing = { state: 'failing', reason: 'connect ECONNREFUSED 10.1.2.3:5432' }
    Object.assign(store, { health: async () => ({ ...(await health()), ...failing }) })
    const [here, proxied] = [
      await request(chat.url).get('/readyz'),
      await request(chat.url).get('/readyz').set('X-Forwarded-For', '127.0.0.1'),
    ]
    Object.assign(store, { health })
    const known = { status: 'unavailable', store: 'failing', waiting: 0 }
    expect(bodyOf(here)).to.deep.equal({ ...known, reason: failing.reason })
    expect(bodyOf(proxied)).to.deep.equal(known)
  })
})

describe('the log of the example host', () => {
  it('is one line of JSON per entry, with control characters escaped', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    log('debug', 'not shown')
    log('warn', 'a\nb\u001b[31m\u0085\u2028\ufeff\u202e\u061c', { error: new Error('x') })
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.match(/^[\x20-\x7e…]+\n$/)
    expect(JSON.parse(lines[0] ?? '')).to.include({ level: 'warn' })
  })

  it('shows what has caused an error', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    const cause = new Error('No space left on device')
    log('error', 'failed', { error: new Error('not now', { cause }) })
    expect(lines[0]).to.include('Error: not now').and.include('Error: No space left on device')
  })

  it('says so where the fields cannot be represented as JSON, and does not throw', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    const ring: Record<string, unknown> = {}
    ring['self'] = ring
    log('error', 'a ring', { ring })
    expect(JSON.parse(lines[0] ?? '')).to.include({
      message: 'a ring',
      fields: 'omitted: cannot be represented as JSON',
    })
  })

  const paths: [url: string, shown: string][] = [
    ['/api/v4/users/me?x=1', '/api/v4/users/me'],
    ['/hooks/whkabcdefghijklmnopqrstuvwxyz012', '/hooks/…'],
    ['/HOOKS/whkabcdefghijklmnopqrstuvwxyz012', '/hooks/…'],
    ['//hooks/whkabcdefghijklmnopqrstuvwxyz012', '…'],
    ['/api/v4/hooks/whkabcdefghijklmnopqrstuvwxyz012', '/api/v4/hooks/[redacted]'],
    [`/api/v4/x/${percentEncoded(KEY)}/y`, '/api/v4/x/[redacted]/y'],
    [`/api/v4/x/${percentEncoded(KEY).replaceAll('%', '%25')}`, '/api/v4/x/[redacted]'],
    [`/api/v4/x/%77HK${KEY.slice(3).toUpperCase()}`, '/api/v4/x/[redacted]'],
    [`/api/v4/hooks%2f${KEY}`, '/api/v4/hooks%2f[redacted]'],
    [`/api/v4/x/${Buffer.from(KEY).toString('base64url')}`, '[redacted]'],
  ]
  for (const [url, shown] of paths) {
    it(`shows ${url.slice(0, 20)} as ${shown}`, () => {
      expect(shownPath(url)).to.equal(shown)
    })
  }
})
