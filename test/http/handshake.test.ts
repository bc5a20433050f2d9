import { expect } from 'chai'
import request from 'supertest'
import { allFormats } from '../../lib/formats/all.js'
import { hookHost, id, KEY } from '../support/hook-host.js'
import { senderOf } from '../support/signing-senders.js'
import { deliveriesOf, observed } from './observed-host.js'

const ORIGIN = { 'WebHook-Request-Origin': 'events.example.com' }
const UNKNOWN = `/hooks/${KEY.slice(0, -1)}${KEY.endsWith('a') ? 'b' : 'a'}`

describe('a sender that asks whether it may send events', () => {
  for (const end of ['', '/cloudevents', '?format=cloudevents']) {
    it(`may, at the URL of a webhook${end === '' ? '' : ` with ${end}`}`, async () => {
      const { app, path, posts } = hookHost()
      const { headers } = await request(app).options(`${path}${end}`).set(ORIGIN).expect(200, '')
      expect(headers).to.include({ 'webhook-allowed-origin': 'events.example.com', allow: 'POST' })
      expect(headers).to.not.have.property('webhook-allowed-rate')
      expect(JSON.stringify(headers)).to.not.include(KEY)
      expect(posts()).to.deep.equal([])
    })
  }

  it('is told that any rate is allowed, if it asks for one', async () => {
    const { app, path } = hookHost()
    const asked = { ...ORIGIN, 'WebHook-Request-Rate': '120' }
    const { headers } = await request(app).options(path).set(asked).expect(200)
    expect(headers).to.include({ 'webhook-allowed-rate': '*' })
  })

  it('does not get back what is no host', async () => {
    const { app, path } = hookHost()
    const odd = { 'WebHook-Request-Origin': 'a b <script>' }
    const { headers } = await request(app).options(path).set(odd).expect(200)
    expect(headers).to.include({ 'webhook-allowed-origin': '*' })
  })

  it('is one of the recent requests', async () => {
    const host = observed()
    const { headers } = await request(host.app).options(host.path).set(ORIGIN).expect(200)
    const [first] = await deliveriesOf(host)
    expect(first?.request_id).to.equal(headers['x-request-id'])
    expect(first).to.deep.include({ format: 'cloudevents', event: 'handshake', skipped: true })
  })

  it('gets the answer of an unknown key for one', async () => {
    const { app } = hookHost()
    const answer = await request(app).options(UNKNOWN).set(ORIGIN).expect(404)
    expect(answer.body).to.include({ id: 'web.incoming_webhook.invalid.app_error' })
    expect(answer.headers).to.not.have.property('webhook-allowed-origin')
  })

  it('may not where webhooks are disabled', async () => {
    const { app, path } = hookHost({ settings: { enableIncomingWebhooks: false } })
    await request(app).options(path).set(ORIGIN).expect(501)
  })

  it('may not where the URL or the host reads no such events', async () => {
    const { app, path } = hookHost()
    await request(app).options(`${path}/discord`).set(ORIGIN).expect(405)
    const formats = allFormats.filter(({ name }) => name !== 'cloudevents')
    const other = hookHost({ options: { formats } })
    await request(other.app).options(other.path).set(ORIGIN).expect(405)
  })

  for (const verification of [null, { scheme: 'github', secret: 'a secret' }]) {
    const which = verification ? 'whose senders sign' : 'that takes all'
    it(`counts as a guess of its address, and not against a webhook ${which}`, async () => {
      const limits = { keyFailures: 3, webhook: { perSecond: 0.001, burst: 2 } }
      const host = hookHost({ options: { limits } })
      const { app, path, webhooks } = host
      await webhooks.manage.update(id('alice'), id('hook'), { verification })
      for (let n = 0; n < 3; n += 1) await request(app).options(path).set(ORIGIN).expect(200)
      const over = await request(app).options(path).set(ORIGIN).expect(429)
      expect(over.headers).to.have.property('retry-after')
      expect(over.headers).to.not.have.property('webhook-allowed-origin')
      await request(app).post(UNKNOWN).send({ text: 'x' }).expect(429)
      const body = '{"text":"x"}'
      const signed = {
        ...senderOf('github').sign('a secret', body, 0),
        'Content-Type': 'application/json',
      }
      for (let n = 0; n < 2; n += 1)
        await request(app).post(path).set(signed).send(body).expect(200)
      await request(app).post(path).set(signed).send(body).expect(429)
    })
  }

  it('is another one than a browser that asks', async () => {
    const { app, path } = hookHost()
    const { headers } = await request(app).options(path).set('Origin', 'https://a.test').expect(405)
    expect(headers).to.include({ allow: 'POST' })
  })
})
