import { expect } from 'chai'
import request from 'supertest'
import { WebhookError } from 'express-incoming-webhooks'
import { type HookHost, hookHost, id, NOW } from '../support/hook-host.js'
import { send } from './wire.js'

interface Sent {
  readonly key?: string
  readonly payload?: object
  readonly query?: string
}

function ask(
  { app, path }: HookHost,
  { key = 'k1', payload = { text: 't' }, query = '' }: Sent = {},
): request.Test {
  return request(app)
    .post(path + query)
    .set('Idempotency-Key', key)
    .send(payload)
}

describe('an Idempotency-Key', () => {
  it('stores once and answers alike, with a mark', async () => {
    const host = hookHost()
    const first = await ask(host)
    expect([first.status, first.text]).to.deep.equal([200, 'ok'])
    expect(first.headers).not.to.have.property('idempotent-replayed')
    const second = await ask(host)
    expect([second.status, second.text]).to.deep.equal([200, 'ok'])
    expect(second.headers).to.include({ 'idempotent-replayed': 'true' })
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('leads to the first ids and the first warnings in a receipt', async () => {
    const host = hookHost()
    const payload = { text: 't', mrkdwn: true }
    const first = await ask(host, { payload, query: '?wait=true' })
    const second = await ask(host, { payload, query: '?wait=true' })
    expect(second.body).to.deep.equal(first.body)
    expect((await ask(host, { payload })).text).to.equal('ok')
  })

  it('stores ten requests at once a single time', async () => {
    const host = hookHost()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(host)))
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 10 }, () => 200))
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('is refused with another body, and with another payload in the query', async () => {
    const host = hookHost()
    await ask(host)
    for (const sent of [{ payload: { text: 'u' } }, { query: '?payload=%7B%7D' }]) {
      const answer = await ask(host, sent)
      expect(answer.status).to.equal(422)
      expect(answer.body).to.include({ id: 'web.incoming_webhook.idempotency.app_error' })
    }
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('is the same quoted and bare, and means one webhook', async () => {
    const host = hookHost()
    await ask(host, { key: '"k1"' })
    expect((await ask(host, { key: 'k1' })).headers).to.include({ 'idempotent-replayed': 'true' })
    expect((await ask(host, { key: 'K1' })).headers).not.to.have.property('idempotent-replayed')
  })

  for (const key of ['', '""', 'a b', 'ä', 'x'.repeat(256), 'a\tb']) {
    it(`is refused when it is ${JSON.stringify(key.slice(0, 20))}`, async () => {
      const { app, path, posts } = hookHost()
      const bytes = Buffer.from(key).toString('latin1')
      const answer = await send(app, path, '{"text":"t"}', { 'Idempotency-Key': bytes })
      expect(answer.status).to.equal(400)
      expect(answer.text).to.include('Invalid Idempotency-Key parameter')
      expect(posts()).to.deep.equal([])
    })
  }

  it('may have 255 characters', async () => {
    await ask(hookHost(), { key: '~'.repeat(255) }).expect(200)
  })

  it('is forgotten after 24 hours', async () => {
    const host = hookHost()
    await ask(host)
    host.clock.now = NOW + 24 * 3600 * 1000 - 1
    expect((await ask(host)).headers).to.include({ 'idempotent-replayed': 'true' })
    host.clock.now += 1
    expect((await ask(host, { payload: { text: 'u' } })).status).to.equal(200)
    expect(host.posts()).to.have.lengthOf(2)
  })

  it('of a refused request is free', async () => {
    const host = hookHost()
    await ask(host, { payload: { text: 't', channel: 'nope' } }).expect(404)
    await ask(host, { payload: { text: 't' } }).expect(200)
  })

  it('of a request that the store could not take is free', async () => {
    let down = true
    const host = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        posts: {
          ...adapters.posts,
          createBatch: (batch) => {
            if (down) throw new WebhookError('storage_unavailable')
            return adapters.posts.createBatch(batch)
          },
        },
      }),
    })
    await ask(host).expect(503)
    down = false
    await ask(host).expect(200)
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('keeps its answer when the channel is archived afterwards', async () => {
    const host = hookHost()
    await ask(host)
    const channel = host.adapters.host.channels.get(id('alerts'))
    if (channel) host.adapters.host.channels.set(channel.id, { ...channel, deleteAt: NOW })
    await ask(host).expect(200)
    await ask(host, { key: 'k2' }).expect(404)
  })
})
