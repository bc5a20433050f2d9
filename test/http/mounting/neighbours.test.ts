import { expect } from 'chai'
import compression from 'compression'
import express, { type Express } from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import helmet from 'helmet'
import morgan from 'morgan'
import request from 'supertest'
import { fill, hookHost, KEY, webhookOf } from '../../support/hook-host.js'

describe('beside other middleware', () => {
  it('helmet, compression and morgan change no answer, and the access log holds no key', async () => {
    const lines: string[] = []
    const stream = { write: (line: string) => lines.push(line) }
    const host = hookHost({
      before: [helmet(), compression({ threshold: 0 }), morgan('combined', { stream })],
    })
    const answer = await request(host.app).post(host.path).send({ text: 'hello' })
    expect([answer.status, answer.text]).to.deep.equal([200, 'ok'])
    expect(answer.headers['content-security-policy']).to.be.a('string')
    const receipt = await request(host.app).post(`${host.path}?wait=true`).send({ text: 'again' })
    expect(receipt.headers['content-encoding']).to.equal('gzip')
    expect(receipt.body).to.have.property('ok', true)
    await request(host.app).get(host.path)
    await request(host.app).post(`${host.path}x`).send({ text: 'mistyped' })
    expect(lines).to.have.lengthOf(4)
    expect(lines.join('')).to.include('POST /hooks/[redacted').and.not.to.include(KEY.slice(0, 28))
  })

  it('trust proxy decides whose address is counted', async () => {
    const guess = (app: Express, address: string) =>
      request(app)
        .post(`/hooks/${'k'.repeat(32)}`)
        .set('X-Forwarded-For', address)
    for (const trusted of [true, false]) {
      const { app } = hookHost({ options: { limits: { keyFailures: 2 } } })
      app.set('trust proxy', trusted)
      for (let n = 0; n < 2; n += 1) expect((await guess(app, '192.0.2.1')).status).to.equal(404)
      expect((await guess(app, '192.0.2.1')).status).to.equal(429)
      expect((await guess(app, '192.0.2.2')).status).to.equal(trusted ? 404 : 429)
    }
  })
})

describe('two instances in one app', () => {
  const hosts = ['left', 'right'].map((name) => {
    const adapters = createMemoryAdapters()
    fill(adapters)
    const webhook = webhookOf({ rateLimit: { perSecond: 0.1, burst: 2 } })
    adapters.host.webhooks.set(webhook.id, webhook)
    const webhooks = createIncomingWebhooks({
      adapters,
      secret: `the secret of ${name}, which is long enough`,
      siteUrl: `https://${name}.example`,
      hooksPath: `/${name}/hooks`,
    })
    return { name, adapters, webhooks }
  })
  const app = express()
  for (const { name, webhooks } of hosts) {
    app.use(`/${name}/hooks`, webhooks.hooksRouter)
    app.use(`/${name}/api/v4/users`, webhooks.authRouter)
    app.use(`/${name}/api/v4`, webhooks.adminRouter)
  }

  it('share no posts, no limits and no idempotency keys', async () => {
    for (let n = 0; n < 3; n += 1) {
      const { status } = await request(app).post(`/left/hooks/${KEY}`).send({ text: 'left' })
      expect(status).to.equal(n < 2 ? 200 : 429)
    }
    const right = () =>
      request(app).post(`/right/hooks/${KEY}`).set('Idempotency-Key', 'k').send({ text: 'right' })
    expect((await right()).status).to.equal(200)
    expect((await right()).headers['idempotent-replayed']).to.equal('true')
    expect(hosts.map(({ adapters }) => adapters.host.posts.size)).to.deep.equal([2, 1])
  })

  it('share no sessions', async () => {
    for (const { adapters, webhooks } of hosts) {
      const [user] = await adapters.users.findByUsernames(['alice'])
      const userId = user?.id ?? ''
      const passwordHash = await webhooks.signIn.hashPassword('a password')
      adapters.host.credentials.set(userId, { userId, passwordHash })
    }
    const { headers } = await request(app)
      .post('/left/api/v4/users/login')
      .send({ login_id: 'alice', password: 'a password' })
    const me = (name: string) =>
      request(app)
        .get(`/${name}/api/v4/users/me`)
        .auth(String(headers['token']), { type: 'bearer' })
    expect((await me('left')).status).to.equal(200)
    expect((await me('right')).status).to.equal(401)
  })

  after(() => Promise.all(hosts.map(({ webhooks }) => webhooks.close())))
})
