import { expect } from 'chai'
import request from 'supertest'
import { createIncomingWebhooks, type IncomingWebhooksOptions } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { type HookHost, hookHost, id, KEY } from '../support/hook-host.js'

const UNKNOWN = 'abcdefghijklmnopqrstuvwxyz'
/** Of our own shape, with a wrong checksum. */
const MISTYPED = KEY.slice(0, -1) + (KEY.endsWith('y') ? 'b' : 'y')
const post = ({ app, path }: HookHost): request.Test => request(app).post(path).send({ text: 't' })

describe('the rate of a webhook', () => {
  // Nobody waits for ten seconds.
  const webhook = { rateLimit: { perSecond: 0.1, burst: 5 } }

  it('is refused past its burst, saying when to come again', async () => {
    const host = hookHost({ webhook })
    for (let n = 0; n < 5; n += 1) await post(host).expect(200)
    const answer = await post(host)
    expect(answer.status).to.equal(429)
    expect(answer.body).to.include({
      id: 'api.context.rate_limit.app_error',
      message: 'Too many requests',
    })
    expect(answer.get('Retry-After')).to.equal('10')
    expect(answer.headers).to.include({
      'ratelimit-policy': '"webhook";q=5;w=50',
      ratelimit: '"webhook";r=0;t=50',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '50',
    })
    expect(host.posts()).to.have.lengthOf(5)
  })

  it('is refused with 503 where the options say so, for senders that give up at a 429', async () => {
    const host = hookHost({ webhook, options: { limits: { refuseWith: 503 } } })
    for (let n = 0; n < 5; n += 1) await post(host).expect(200)
    const answer = await post(host)
    expect(answer.status).to.equal(503)
    expect(answer.body).to.include({ id: 'api.context.rate_limit.app_error', status_code: 503 })
    expect(Number(answer.get('Retry-After'))).to.be.within(1, 10)
    expect(answer.headers).to.include({ 'x-ratelimit-remaining': '0' })
  })

  it('is told to those who come near it', async () => {
    const host = hookHost({ webhook: { rateLimit: { perSecond: 1, burst: 10 } } })
    const told: (string | undefined)[] = []
    for (let n = 0; n < 10; n += 1) told.push((await post(host)).get('X-RateLimit-Remaining'))
    expect(told.slice(0, 8)).to.deep.equal(Array.from({ length: 8 }, () => undefined))
    expect(told.slice(8)).to.deep.equal(['1', '0'])
  })

  it('is the default of the options, and none where they say so', async () => {
    const few = hookHost({ options: { limits: { webhook: { perSecond: 0.1, burst: 1 } } } })
    await post(few).expect(200)
    await post(few).expect(429)
    const none = hookHost({ options: { limits: { webhook: null } } })
    for (let n = 0; n < 120; n += 1) await post(none).expect(200)
  })

  it("is the record's own although the options set none", async () => {
    const host = hookHost({
      webhook: { rateLimit: { perSecond: 0.1, burst: 1 } },
      options: { limits: { webhook: null } },
    })
    await post(host).expect(200)
    await post(host).expect(429)
  })

  it('is 600 at once by default', async () => {
    const host = hookHost()
    for (let n = 0; n < 480; n += 1) await post(host).expect(200)
    expect((await post(host)).headers).to.include({
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': '119',
    })
  })

  it('does not bound what is read, which has an allowance of its own', async () => {
    const host = hookHost({ options: { limits: { requests: { perSecond: 0.1, burst: 2 } } } })
    const invalid = (): request.Test => request(host.app).post(host.path).send({ text: '' })
    for (let n = 0; n < 2; n += 1) await invalid().expect(400)
    const answer = await invalid().expect(429)
    expect(answer.headers).to.include({ 'ratelimit-policy': '"requests";q=2;w=20' })
  })
})

describe('guessing keys', () => {
  const guess = ({ app }: HookHost, key = UNKNOWN): request.Test =>
    request(app).post(`/hooks/${key}`).send({})
  const limits = { keyFailures: 3 }

  it('is refused per address, saying when to come again', async () => {
    const host = hookHost({ options: { limits } })
    for (let n = 0; n < 3; n += 1) await guess(host).expect(404)
    const answer = await guess(host)
    expect(answer.status).to.equal(429)
    expect(Number(answer.get('Retry-After'))).to.be.within(1, 60)
    expect(answer.headers).to.include({ 'x-ratelimit-limit': '3' })
    // It may be a key that is right, without the signature that the webhook wants.
    expect(answer.body)
      .to.have.property('detailed_error')
      .that.matches(/^failed-attempts: /)
  })

  it('never refuses a valid key of the same address', async () => {
    const host = hookHost({ options: { limits } })
    for (let n = 0; n < 40; n += 1) await guess(host)
    await guess(host).expect(429)
    for (let n = 0; n < 3; n += 1) await post(host).expect(200)
    await guess(host).expect(429)
  })

  it('asks the store for no key whose checksum is wrong', async () => {
    let asked = 0
    const host = hookHost({
      options: { limits },
      adapt: (adapters) => ({
        ...adapters,
        webhooks: {
          ...adapters.webhooks,
          findByKeyDigest: (digest) => {
            asked += 1
            return adapters.webhooks.findByKeyDigest(digest)
          },
        },
      }),
    })
    for (let n = 0; n < 10; n += 1) await guess(host, MISTYPED)
    expect(asked).to.equal(0)
    await post(host).expect(200)
    expect(asked).to.equal(1)
  })

  it('of an IPv6 address counts for its /64, of a mapped one for the IPv4 address', async () => {
    const host = hookHost({ options: { limits } })
    host.app.set('trust proxy', true)
    const from = (address: string): request.Test => guess(host).set('X-Forwarded-For', address)
    for (let n = 0; n < 3; n += 1) await from(`2001:db8::${n}`).expect(404)
    await from('2001:db8::ffff').expect(429)
    await from('2001:db8:0:1::1').expect(404)
    for (let n = 0; n < 3; n += 1) await from('::ffff:192.0.2.1').expect(404)
    await from('192.0.2.1').expect(429)
  })

  it('counts mistyped keys of ours too, but no paths of another shape', async () => {
    const host = hookHost({ options: { limits } })
    for (let n = 0; n < 10; n += 1) await guess(host, 'short').expect(404)
    for (let n = 0; n < 3; n += 1) await guess(host, MISTYPED).expect(404)
    await guess(host).expect(429)
  })

  it('of one address is no matter of another', async () => {
    const host = hookHost({ options: { limits } })
    host.app.set('trust proxy', true)
    const from = (address: string): request.Test => guess(host).set('X-Forwarded-For', address)
    for (let n = 0; n < 3; n += 1) await from('192.0.2.1').expect(404)
    await from('192.0.2.1').expect(429)
    await from('192.0.2.2').expect(404)
  })

  it('is not limited where the options say so', async () => {
    const host = hookHost({ options: { limits: { keyFailures: null } } })
    for (let n = 0; n < 40; n += 1) await guess(host).expect(404)
  })

  it('asks no counter for senders who never failed', async () => {
    const names: string[] = []
    const host = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        counters: {
          ...adapters.counters,
          take: (name, limit, cost) => {
            names.push(name)
            return adapters.counters.take(name, limit, cost)
          },
        },
      }),
    })
    await post(host).expect(200)
    expect(names).to.deep.equal([`webhook ${id('hook')}`])
  })
})

describe('limits among the options', () => {
  const wrong: readonly (readonly [NonNullable<IncomingWebhooksOptions['limits']>, string])[] = [
    [{ webhook: { perSecond: 0, burst: 1 } }, 'limits.webhook.perSecond'],
    [{ webhook: { perSecond: NaN, burst: 1 } }, 'limits.webhook.perSecond'],
    [{ webhook: { perSecond: 1, burst: 0 } }, 'limits.webhook.burst'],
    [{ webhook: { perSecond: 1, burst: 1.5 } }, 'limits.webhook.burst'],
    [JSON.parse('{"refuseWith": 200}'), 'limits.refuseWith'],
    [{ keyFailures: 0 }, 'limits.keyFailures'],
    [{ keyFailures: -1 }, 'limits.keyFailures'],
  ]
  for (const [limits, name] of wrong) {
    it(`that cannot work are named at once: ${JSON.stringify(limits)}`, () => {
      const options = {
        secret: 'a secret of at least thirty-two bytes',
        siteUrl: 'https://x.example',
      }
      expect(() =>
        createIncomingWebhooks({ adapters: createMemoryAdapters(), ...options, limits }),
      ).to.throw(TypeError, name)
    })
  }
})
