import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { makeKey } from '../../lib/rules/keys.js'
import { id, KEY, NOW } from '../support/hook-host.js'
import { deliveriesOf, failingStore, observed, post } from './observed-host.js'

const UNKNOWN = makeKey(new Uint8Array(15))

describe('the recent requests of a webhook', () => {
  it('tell what was delivered and what was refused, newest first', async () => {
    const host = observed()
    await post(host, { text: 't', mrkdwn: true, x: 1 }).expect(200)
    await post(host, '{"text":').expect(400)
    await post(host, { text: 't', channel: 'nope' }).expect(404)
    const [third, second, first] = await deliveriesOf(host)
    expect(first).to.deep.include({
      time: NOW,
      status: 200,
      error_id: '',
      size: 32,
      user_agent: 'sender/1',
      warnings: [{ path: 'x', reason: 'not supported' }],
      ignored: ['mrkdwn'],
      post_ids: host.posts().map((one) => one.id),
    })
    expect(second).to.deep.include({
      status: 400,
      error_id: 'model.incoming_hook.parse_data.app_error',
      post_ids: [],
    })
    expect(second?.detail).to.include('at the end')
    expect(third).to.include({ status: 404, error_id: 'web.incoming_webhook.channel.app_error' })
  })

  it('tell the size of a body that was let go while its message waited in line', async () => {
    const host = observed(
      {},
      {
        webhook: { rateLimit: { perSecond: 20, burst: 1 } },
        adapt: (adapters) => ({ ...adapters, counters: createMemoryAdapters().counters }),
      },
    )
    const body = JSON.stringify({ text: 'a'.repeat(5_000) })
    await post(host, body).expect(200)
    const { headers } = await post(host, body).expect(200)
    expect(headers).to.have.property('x-webhook-waited')
    for (const request of await deliveriesOf(host)) expect(request).to.include({ size: 5_011 })
  })

  it('say what was done with each of the posts', async () => {
    const host = observed()
    for (const state of ['open', 'closed']) {
      await post(host, { text: state })
        .set({ 'Correlation-Key': 'disk', 'Correlation-State': state })
        .expect(200)
    }
    const actions = (await deliveriesOf(host)).map((request) => request.actions)
    expect(actions).to.deep.equal([['edited', 'replied'], ['created']])
  })

  it('name the channel of the posts, and whether the request asked for it', async () => {
    const host = observed()
    const own = { channel_id: id('alerts'), name: 'ALERTS', requested: false }
    const rows: readonly [channel: string, name: string][] = [
      ['off-topic', 'OFF-TOPIC'],
      [id('group-in'), 'GROUP-IN'],
      ['@Bob', '@bob'],
      ['@alice', '@alice'],
      [`${id('alice')}__${id('carol')}`, '@carol'],
      [`${id('carol')}__${id('bob')}`, '@carol and @bob'],
    ]
    for (const [channel, name] of rows) {
      await post(host, { text: 't', channel }).expect(200)
      const [latest] = await deliveriesOf(host)
      const channelId = [...host.adapters.host.posts.values()].at(-1)?.channelId
      expect(latest?.posted_to, channel).to.deep.equal({
        channel_id: channelId,
        name,
        requested: true,
      })
    }
    for (const channel of ['', 'alerts']) {
      await post(host, { text: 't', channel }).expect(200)
      expect((await deliveriesOf(host))[0]?.posted_to).to.deep.equal(own)
    }
    await post(host, { text: '' }).expect(400)
    expect((await deliveriesOf(host))[0]?.posted_to).to.equal(null)
  })

  it('name no user of a direct channel that the request names by its id', async () => {
    const host = observed()
    await post(host, { text: 't', channel: '@bob' }).expect(200)
    const channel = [...host.adapters.host.posts.values()].at(-1)?.channelId ?? ''
    const direct = host.adapters.host.channels.get(channel)
    await post(host, { text: 't', channel }).expect(200)
    const [latest] = await deliveriesOf(host)
    const name = direct?.displayName
    expect(latest?.posted_to).to.deep.equal({ channel_id: channel, name, requested: true })
  })

  it('tell why a key may not be used, which its sender is not told', async () => {
    const host = observed()
    const { webhooks } = host.adapters.host
    const rows = [
      [{ enabled: false }, 'the webhook is switched off'],
      [{ expiresAt: NOW - 60_000 }, 'the webhook expired on 2023-11-14 at 22:12 UTC'],
    ] as const
    const unknown = await request(host.app).post(`/hooks/${UNKNOWN}`).send({ text: 't' })
    for (const [changes, reason] of rows) {
      webhooks.set(host.webhook.id, { ...host.webhook, ...changes })
      const answer = await post(host, { text: 't' }).expect(404)
      const { request_id: _own, ...told } = answer.body as Record<string, unknown>
      const { request_id: _other, ...expected } = unknown.body as Record<string, unknown>
      expect(told).to.deep.equal(expected)
      const [latest] = await deliveriesOf(host)
      expect(latest).to.include({ status: 404, message: 'Invalid webhook', detail: reason })
      expect(latest?.response).to.equal(answer.text)
    }
  })

  it('name the request id of the answer, delivered or refused', async () => {
    const host = observed()
    const first = await post(host, { text: 't' }).expect(200)
    const second = await post(host, { text: '' }).expect(400)
    const third = await post(host, { text: 't' }).set('X-Request-Id', 'sender-1').expect(200)
    const ids = [first, second, third].map(({ headers }) => String(headers['x-request-id']))
    expect(second.body).to.include({ request_id: ids[1] })
    expect(ids[2]).to.equal('sender-1')
    expect(new Set(ids).size).to.equal(3)
    const listed = (await deliveriesOf(host)).map(({ request_id }) => request_id)
    expect(listed).to.deep.equal([...ids].reverse())
  })

  it('show the headers, the duration and the response of each request', async () => {
    const host = observed()
    const refused = await post(host, { text: '' }).set('Authorization', 'Bearer hidden').expect(400)
    await post(host, { text: 't' }).expect(200)
    const receipt = await request(host.app).post(`${host.path}?wait=true`).send({ text: 'u' })
    const [third, second, first] = await deliveriesOf(host)
    expect(first?.content_type).to.equal('application/json')
    expect(first?.headers)
      .to.include('user-agent: sender/1')
      .and.include('authorization: [redacted]')
    expect(first?.duration).to.be.a('number').and.to.be.at.least(0)
    expect(JSON.parse(first?.response ?? '')).to.deep.equal(refused.body)
    expect(second?.response).to.equal('ok')
    expect(JSON.parse(third?.response ?? '')).to.deep.equal(receipt.body)
  })

  it('show no response that the host wrote itself', async () => {
    const host = observed({}, failingStore)
    await post(host, { text: 't' }).expect(500)
    expect((await deliveriesOf(host)).map(({ response }) => response)).to.deep.equal([''])
  })

  it('tell of refusals before the body is read', async () => {
    const host = observed()
    await request(host.app)
      .post(host.path)
      .set('Content-Encoding', 'x')
      .send({ text: 't' })
      .expect(415)
    expect((await deliveriesOf(host)).map(({ status }) => status)).to.deep.equal([415])
  })

  it('list a failure of the host by the status and the request id of its own response', async () => {
    const host = observed({}, failingStore)
    const answer = await post(host, { text: 't' }).expect(500, 'the host failed')
    const [failed, ...others] = await deliveriesOf(host)
    expect(others).to.deep.equal([])
    expect(failed).to.deep.include({
      status: 500,
      error_id: '',
      message: 'The chat server failed',
      request_id: answer.headers['x-request-id'],
      size: 12,
      post_ids: [],
    })
    expect(JSON.stringify(failed)).not.to.include('secret')
  })

  it('list a failure of the host after the sender has left', async () => {
    const store = new EventEmitter()
    const host = observed(
      {},
      {
        adapt: (adapters) => ({
          ...adapters,
          posts: {
            ...adapters.posts,
            createBatch: async () => {
              store.emit('called')
              await once(store, 'fail')
              throw new Error('no disk')
            },
          },
        }),
      },
    )
    const called = once(store, 'called')
    const server = host.app.listen(0, '127.0.0.1')
    const left = new Promise((resolve) => {
      server.once('request', (_req, res: ServerResponse) => res.once('close', resolve))
    })
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sender = connect(port, '127.0.0.1')
    sender.write(`POST ${host.path} HTTP/1.1\r\nHost: x\r\nContent-Length: 12\r\n\r\n{"text":"t"}`)
    await called
    sender.destroy()
    await left
    store.emit('fail')
    const listed = await deliveriesOf(host)
    server.close()
    expect(listed.map(({ status }) => status)).to.deep.equal([500])
  })

  it('tell of replays', async () => {
    const host = observed()
    for (let n = 0; n < 2; n += 1)
      await post(host, { text: 't' }).set('Idempotency-Key', 'k').expect(200)
    const [second, first] = await deliveriesOf(host)
    const ids = host.posts().map((one) => one.id)
    expect(first).to.deep.include({ status: 200, replayed: false, post_ids: ids })
    expect(second?.request_id).to.be.a('string').and.not.equal(first?.request_id)
    const { id: own, request_id, duration, headers } = second ?? {}
    expect(own).to.be.a('string').and.not.equal(first?.id)
    expect(second).to.deep.equal({
      ...first,
      id: own,
      format: '',
      posted_to: { channel_id: id('alerts'), name: '', requested: false },
      replayed: true,
      request_id,
      duration,
      headers,
    })
    expect(second?.post_ids).to.deep.equal(first?.post_ids)
  })

  it('hold neither the payload nor the key', async () => {
    const host = observed()
    await post(host, { text: `secret words ${KEY}`, [`x${KEY}`]: 1 }).expect(200)
    const told = JSON.stringify(await deliveriesOf(host))
    expect(told).not.to.include('secret words').and.not.to.include(KEY)
  })

  it('know nothing of unknown keys and wrong methods', async () => {
    const host = observed()
    await request(host.app).get(host.path)
    await request(host.app).post('/hooks/abcdefghijklmnopqrstuvwxyz').send({})
    expect(await deliveriesOf(host)).to.deep.equal([])
  })
})
