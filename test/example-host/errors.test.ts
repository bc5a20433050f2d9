import { expect } from 'chai'
import request from 'supertest'
import { shownPath } from '../../example-host/access-log.js'
import { createLog } from '../../example-host/log.js'
import { bodyOf, type Chat, startChat } from './chat.js'

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
    const answer = await chat.api('get', '/posts/x', chat.admin)
    Object.assign(posts, before)
    expect(answer.status).to.equal(500)
    expect(bodyOf(answer)).to.include({ id: 'api.context.internal.app_error', detailed_error: '' })
    expect(answer.text).not.to.match(/fire|path|at /)
    expect(logged).to.have.lengthOf(1)
  })

  it('do not touch health: alive always, ready unless stopping', async () => {
    await request(chat.url).get('/healthz').expect(200)
    await request(chat.url).get('/readyz').expect(200)
    isReady = false
    await request(chat.url).get('/healthz').expect(200)
    await request(chat.url).get('/readyz').expect(503)
    isReady = true
    const { store } = chat
    const before = { ...store }
    Object.assign(store, { health: () => ({ ...before.health(), state: 'failing' }) })
    await request(chat.url).get('/readyz').expect(503)
    Object.assign(store, before)
  })
})

describe('the log of the example host', () => {
  it('is one line of JSON per entry, with control characters escaped', () => {
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    log('debug', 'not shown')
    log('warn', 'a\nb\u001b[31m\u0085\u2028\u202e', { error: new Error('x') })
    expect(lines).to.have.lengthOf(1)
    expect(lines[0]).to.match(/^[\x20-\x7e…]+\n$/)
    expect(JSON.parse(lines[0] ?? '')).to.include({ level: 'warn' })
  })

  const paths: [url: string, shown: string][] = [
    ['/api/v4/users/me?x=1', '/api/v4/users/me'],
    ['/hooks/whkabcdefghijklmnopqrstuvwxyz012', '/hooks/…'],
    ['/HOOKS/whkabcdefghijklmnopqrstuvwxyz012', '/hooks/…'],
    ['//hooks/whkabcdefghijklmnopqrstuvwxyz012', '…'],
    ['/api/v4/hooks/whkabcdefghijklmnopqrstuvwxyz012', '/api/v4/hooks/…'],
  ]
  for (const [url, shown] of paths) {
    it(`shows ${url.slice(0, 14)} as ${shown}`, () => {
      expect(shownPath(url)).to.equal(shown)
    })
  }
})
