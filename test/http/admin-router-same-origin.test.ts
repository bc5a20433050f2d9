import { expect } from 'chai'
import request from 'supertest'
import { adminHost, BASE, SITE } from './admin-router.host.js'

const URL_ = `${BASE}/hooks/incoming`
const BODY = JSON.stringify({ channel_id: 'alerts', display_name: 'CI' })

describe('calls from a page', () => {
  const cases: readonly [string, Record<string, string>, number][] = [
    ['JSON without an Origin', { 'Content-Type': 'application/json' }, 201],
    ['JSON with a charset', { 'Content-Type': 'Application/JSON; charset=utf-8' }, 201],
    ['JSON from the own site', { 'Content-Type': 'application/json', Origin: SITE }, 201],
    [
      'text marked X-Requested-With',
      { 'Content-Type': 'text/plain', 'X-Requested-With': 'x' },
      201,
    ],
    ['plain text', { 'Content-Type': 'text/plain' }, 403],
    ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }, 403],
    ['no type', {}, 403],
    ['a type that only begins like JSON', { 'Content-Type': 'application/jsonp' }, 403],
    [
      'JSON from elsewhere',
      { 'Content-Type': 'application/json', Origin: 'https://evil.test' },
      403,
    ],
    ['JSON from nowhere', { 'Content-Type': 'application/json', Origin: 'null' }, 403],
    ['JSON from another port', { 'Content-Type': 'application/json', Origin: `${SITE}:8443` }, 403],
    [
      'JSON from the site over http',
      { 'Content-Type': 'application/json', Origin: 'http://chat.example.com' },
      403,
    ],
    [
      'JSON from the Host that the request names',
      { 'Content-Type': 'application/json', Host: 'evil.test', Origin: 'https://evil.test' },
      403,
    ],
    [
      'a bearer token from elsewhere',
      { Authorization: 'BEARER x', Origin: 'https://evil.test' },
      201,
    ],
    [
      'other credentials from elsewhere',
      { Authorization: 'Basic x', Origin: 'https://evil.test' },
      403,
    ],
  ]
  for (const [title, headers, status] of cases) {
    it(`are answered with ${status}: ${title}`, async () => {
      const { app, adapters } = adminHost()
      const answer = await request(app).post(URL_).set(headers).set('as', 'alice').send(BODY)
      expect(answer.status).to.equal(status)
      expect(adapters.host.webhooks.size).to.equal(status === 201 ? 1 : 0)
    })
  }

  it('reading is open to every origin, whose page cannot read the answer', async () => {
    const answer = await request(adminHost().app)
      .get(URL_)
      .set({ as: 'alice', Origin: 'https://evil.test' })
    expect(answer.status).to.equal(200)
    expect(answer.headers).not.to.have.property('access-control-allow-origin')
  })

  it('nothing is asked where currentUser reads no cookies', async () => {
    const answer = await request(adminHost({ csrf: false }).app)
      .post(URL_)
      .set({ as: 'alice', Origin: 'https://evil.test', 'Content-Type': 'text/plain' })
      .send(BODY)
    expect(answer.status).to.equal(201)
  })

  it('who is signed out is told so first', async () => {
    const answer = await request(adminHost().app).post(URL_).set('Origin', 'https://evil.test')
    expect(answer.status).to.equal(401)
  })
})
