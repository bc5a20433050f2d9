import { expect } from 'chai'
import express, { type Request } from 'express'
import { createIncomingWebhooks, type HookUser } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { fill, id } from '../../support/hook-host.js'
import { toClientUser } from '../../../lib/rules/client-post.js'

const SITE = 'https://chat.example'
const HOOKS = '/api/v4/hooks/incoming'
const FIELDS = { channel_id: id('alerts'), display_name: 'Builds', description: '' }
const BODY = JSON.stringify(FIELDS)

describe('a host with sign-in of its own', () => {
  const { sessions: _sessions, ...adapters } = createMemoryAdapters()
  fill({ ...adapters, sessions: _sessions })
  const webhooks = createIncomingWebhooks({
    adapters,
    secret: 'a secret of at least thirty-two bytes',
    siteUrl: SITE,
    currentUser,
    log: false,
  })
  const app = express()
  app.use('/hooks', webhooks.hooksRouter)
  app.use('/api/v4', webhooks.adminRouter)

  function currentUser(req: Request): HookUser | null {
    const name = /(?:^|; )chat_session=(\w+)/.exec(req.get('cookie') ?? '')?.[1] ?? ''
    return adapters.host.users.get(id(name)) ?? null
  }

  const post = (headers: Readonly<Record<string, string>>) =>
    request(app).post(HOOKS).set('Cookie', 'theme=dark; chat_session=alice').set(headers).send(BODY)

  it('gives no sessions and no credentials, and gets no routes for signing in', () => {
    expect(webhooks).to.have.all.keys(
      'hooksRouter',
      'hooksErrorHandler',
      'buttonsRouter',
      'listener',
      'adminRouter',
      'currentUser',
      'deliver',
      'manage',
      'metrics',
      'metricsText',
      'drain',
      'close',
    )
    for (const name of ['authRouter', 'signIn'] as const) {
      expect(() => webhooks[name]).to.throw(TypeError, /^adapters\.sessions: missing/)
    }
  })

  it('manages webhooks with its own cookie', async () => {
    const made = await post({ 'Content-Type': 'application/json', Origin: SITE })
    expect(made.status).to.equal(201)
    const { id: madeId, url } = made.body as { readonly id: string; readonly url: string }
    const { status } = await request(app).post(new URL(url).pathname).send({ text: 'hello' })
    expect(status).to.equal(200)
    const list = await request(app).get(HOOKS).set('Cookie', 'chat_session=alice')
    expect((list.body as readonly { readonly id: string }[]).map((each) => each.id)).to.include(
      madeId,
    )
  })

  it('learns who is signed in as it would from authRouter', async () => {
    const me = (as: string) => request(app).get('/api/v4/users/me').set('Cookie', as)
    const alice = adapters.host.users.get(id('alice'))
    const answer = await me('chat_session=alice').expect(200)
    expect(answer.body).to.deep.equal(alice && toClientUser(alice))
    expect(answer.headers).to.include({ 'cache-control': 'no-store' })
    await me('').expect(401)
    await me('chat_session=gone').expect(401)
  })

  it('is signed out without the cookie, and for deactivated users', async () => {
    expect((await request(app).get(HOOKS)).status).to.equal(401)
    expect((await request(app).get(HOOKS).set('Cookie', 'chat_session=gone')).status).to.equal(401)
  })

  const refused: [what: string, headers: Readonly<Record<string, string>>][] = [
    ['a form of a foreign page', { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['text of a foreign page', { 'Content-Type': 'text/plain' }],
    [
      'JSON from a foreign origin',
      { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
    ],
    ['JSON from a sandboxed page', { 'Content-Type': 'application/json', Origin: 'null' }],
    ['JSON from another port', { 'Content-Type': 'application/json', Origin: `${SITE}:8443` }],
    [
      'a script of a foreign origin',
      { 'X-Requested-With': 'XMLHttpRequest', Origin: 'http://chat.example' },
    ],
  ]
  for (const [what, headers] of refused) {
    it(`refuses ${what}`, async () => {
      const { length } = [...adapters.host.webhooks]
      const answer = await post(headers)
      expect(answer.status).to.equal(403)
      expect(answer.body).to.have.property('id', 'api.context.permissions.app_error')
      expect(adapters.host.webhooks.size).to.equal(length)
    })
  }

  const accepted: [what: string, headers: Readonly<Record<string, string>>][] = [
    [
      'JSON of a program, which sends no origin',
      { 'Content-Type': 'application/json; charset=utf-8' },
    ],
    ['a script of the site', { 'X-Requested-With': 'XMLHttpRequest', Origin: SITE }],
  ]
  for (const [what, headers] of accepted) {
    it(`takes ${what}`, async () => {
      expect((await post(headers)).status).to.equal(201)
    })
  }

  it('may have sessions and credentials too, and then signs in both ways', () => {
    const full = createMemoryAdapters()
    const both = createIncomingWebhooks({
      adapters: full,
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: SITE,
      currentUser: () => null,
    })
    expect(both.authRouter).to.be.a('function')
    expect(both.signIn).to.include.keys('authenticate')
  })
})
