import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import express, { type RequestHandler } from 'express'
import request from 'supertest'
import type { AuditEvent, SignalEvent } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import { fill, type HookHost, id, KEY, NOW } from '../support/hook-host.js'
import { memoryDiagnostics } from '../support/memory-diagnostics.js'
import { deliveriesOf, failingStore, observed, post } from './observed-host.js'
import {
  ELSEWHERE,
  lastOf,
  locked,
  MINUTE,
  press,
  pressAll,
  pressed,
  refused,
  said,
  statuses,
  unlock,
} from './replay-host.js'
import { send } from './wire.js'

const ONCE = { 'Idempotency-Key': 'backup-1' }

describe('sending a request again', () => {
  it('posts what was refused, once what was wrong is put right', async () => {
    const audited: AuditEvent[] = []
    const host = locked({ options: { onAudit: (event) => audited.push(event) } })
    const first = await refused(host)
    const still = await press(host, first).expect(200)
    expect(still.body).to.deep.include({
      status: 403,
      id: 'web.incoming_webhook.channel_locked.app_error',
      message: 'This webhook is not permitted to post to the requested channel',
    })
    expect(still.body).to.have.property('detailed_error')
    await unlock(host)
    const answer = await press(host, first).expect(200)
    expect(answer.body).to.deep.equal({ status: 200 })
    expect(said(host)).to.deep.equal(['Backup is done'])
    const [replay, before, original] = await deliveriesOf(host)
    expect(replay).to.include({ outcome: 'posted', replay_of: first, digest: original?.digest })
    expect(before).to.include({ outcome: 'refused', replay_of: first })
    expect(original).to.include({ id: first, delivered_by: replay?.id })
    expect(audited.map(({ action }) => action)).to.deep.equal(['replayed', 'changed', 'replayed'])
    // The posts are made now, and the post says when.
    expect(host.posts()[0]?.create_at).to.equal(host.clock.now)
  })

  it('is the same without HTTP', async () => {
    const host = locked()
    const first = await refused(host)
    const { manage } = host.webhooks
    const [alice, hook] = [id('alice'), id('hook')]
    expect(await manage.replay(alice, hook, first)).to.deep.include({ status: 403 })
    await unlock(host)
    expect(await manage.replayRefused(alice, hook, { refusedSince: 0 })).to.deep.equal([
      { id: first, status: 200 },
    ])
    const done = { status: 200, errorId: '', message: '', detailedError: '' }
    expect(await manage.replay(alice, hook, first, { again: true })).to.deep.equal(done)
    const wrong = await manage.replay(alice, hook, 'a b').catch((error: unknown) => error)
    expect(wrong).to.include({ code: 'delivery_not_found' })
    const others = await manage.replay(id('bob'), hook, first).catch((error: unknown) => error)
    expect(others).to.include({ code: 'webhook_not_found' })
  })

  it('asks before it posts what was delivered', async () => {
    const host = locked({}, { webhookDeliveryBodies: 'all' })
    const first = await refused(host)
    await unlock(host)
    const both = await Promise.all([press(host, first), press(host, first)])
    expect(both.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    expect(said(host)).to.have.length(1)
    expect(await pressed(host, first, { again: true })).to.equal(200)
    expect(await pressed(host, first, { again: true })).to.equal(200)
    expect(said(host)).to.have.length(3)
    await post(host, { text: 'accepted' }).expect(200)
    const accepted = await lastOf(host)
    const asks = await press(host, accepted.id).expect(409)
    expect(asks.body).to.include({ id: 'app.webhooks.replay_delivery.app_error' })
    expect(Reflect.get(asks.body as object, 'detailed_error')).to.include('"again": true')
    expect(await pressed(host, accepted.id, { again: true })).to.equal(200)
    const replay = await lastOf(host)
    const path = `/api/v4/hooks/incoming/${id('hook')}/deliveries/${accepted.id}`
    const shown = await request(host.app).get(path).expect(200)
    expect(shown.body).to.include({ delivered_by: replay.id })
  })

  it('finds nothing where nothing is kept, and says where it is', async () => {
    const host = locked()
    const first = await refused(host)
    await press(host, first).expect(200)
    const replay = await lastOf(host)
    const answer = await press(host, replay.id).expect(404)
    expect(Reflect.get(answer.body as object, 'detailed_error')).to.include(first)
    await press(host, 'unknown').expect(404)
    host.clock.now += 24 * 60 * MINUTE + 1
    await press(host, first).expect(404)
    expect(await statuses(host, 0)).to.deep.equal([])
  })

  it('says that the webhook is off or has expired, as its sender would not be told', async () => {
    for (const off of [{ enabled: false }, { expiresAt: 0 }]) {
      const host = locked()
      const first = await refused(host)
      await unlock(host)
      const { adapters, webhook } = host
      const expiresAt = off.expiresAt === undefined ? 0 : host.clock.now - 1
      adapters.host.webhooks.set(webhook.id, { ...webhook, ...off, expiresAt })
      const answer = await press(host, first).expect(200)
      expect(answer.body).to.include({ status: 404 })
      expect(Reflect.get(answer.body as object, 'detailed_error')).to.match(
        off.expiresAt === undefined ? /switched off/ : /expired on 2023-11-14/,
      )
      expect(await statuses(host)).to.deep.equal([404])
      expect(said(host)).to.deep.equal([])
    }
  })

  it('does not lose what fails, and ends a series of which the first one fails', async () => {
    const host = locked(failingStore)
    const first = await refused(host)
    await refused(host, { ...ELSEWHERE, text: 'two' })
    await unlock(host)
    const failed = await press(host, first).expect(200)
    expect(failed.body).to.deep.include({ status: 500, message: 'The chat server failed' })
    expect(await lastOf(host)).to.include({ outcome: 'failed', replay_of: first })
    expect(await statuses(host)).to.deep.equal([500, 503])
  })
})

describe('the sender of a request that is sent again', () => {
  it('finds with its key what was posted, whoever was first', async () => {
    for (const isSenderFirst of [true, false]) {
      const host = locked()
      await post(host, ELSEWHERE).set(ONCE).expect(403)
      const { id: first } = await lastOf(host)
      await unlock(host)
      if (!isSenderFirst) expect(await pressed(host, first)).to.equal(200)
      const retry = await post(host, ELSEWHERE).set(ONCE).expect(200)
      expect(retry.headers['idempotent-replayed']).to.equal(isSenderFirst ? undefined : 'true')
      if (isSenderFirst) await press(host, first).expect(409)
      expect(said(host)).to.have.length(1)
    }
  })

  it('has delivered it by a retry without a key, too', async () => {
    const host = locked()
    const first = await refused(host)
    await unlock(host)
    await post(host, ELSEWHERE).expect(200)
    await press(host, first).expect(409)
    expect(await statuses(host)).to.deep.equal([])
    expect(said(host)).to.have.length(1)
  })

  it('leaves nothing to send again of ten tries of which one was accepted', async () => {
    const host = locked()
    for (let tries = 0; tries < 10; tries += 1) {
      await post(host, ELSEWHERE).set(ONCE).expect(403)
      host.clock.now += MINUTE
    }
    await unlock(host)
    await post(host, ELSEWHERE).set(ONCE).expect(200)
    expect(await statuses(host)).to.deep.equal([])
    expect(said(host)).to.have.length(1)
  })

  it('is not counted, and is not said to fail or to have been heard', async () => {
    const told: SignalEvent[] = []
    const host = locked({ options: { onSignal: (event) => told.push(event) } })
    const first = await refused(host)
    const { lastResult } = host.adapters.host.webhooks.get(id('hook')) ?? {}
    for (let presses = 0; presses < 3; presses += 1)
      expect(await pressed(host, first)).to.equal(403)
    await deliveriesOf(host)
    expect(told).to.deep.equal([])
    await unlock(host)
    expect(await pressed(host, first)).to.equal(200)
    const after = host.adapters.host.webhooks.get(id('hook'))
    expect(after?.lastResult).to.deep.equal(lastResult)
  })
})

describe('what is kept of a request', () => {
  const json = JSON.stringify(ELSEWHERE)
  const encoded = `payload=${encodeURIComponent(json)}`
  const JSON_TYPE = { 'Content-Type': 'application/json' }
  const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const sent: readonly (readonly [
    what: string,
    before: readonly RequestHandler[],
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>>,
    query?: string,
  ])[] = [
    ['a body that a parser read', [express.json()], json, JSON_TYPE],
    ['a form that a parser read', [express.urlencoded({ extended: true })], encoded, FORM],
    ['a compressed body', [], gzipSync(json), { ...JSON_TYPE, 'Content-Encoding': 'gzip' }],
    ['a payload in the query', [], '', FORM, `?${encoded}`],
  ]
  for (const [what, before, body, headers, query = ''] of sent) {
    it(`is sent again as it was: ${what}`, async () => {
      const host = locked({ before })
      const sender = () => send(host.app, host.path + query, body, { ...headers, ...ONCE })
      expect((await sender()).status).to.equal(403)
      const { id: first, digest } = await lastOf(host)
      await unlock(host)
      expect(await pressed(host, first)).to.equal(200)
      expect(said(host)).to.deep.equal(['Backup is done'])
      expect(await lastOf(host)).to.include({ digest, replay_of: first })
      expect((await sender()).status).to.equal(200)
      expect(await lastOf(host)).to.include({ replayed: true, replay_of: null })
      expect(said(host)).to.have.length(1)
    })
  }

  it('is not what nobody has proven, also once no proof is asked for', async () => {
    const host = locked()
    const { manage } = host.webhooks
    const [alice, hook] = [id('alice'), id('hook')]
    await manage.update(alice, hook, { verification: { scheme: 'github', secret: 'the secret' } })
    const text = JSON.stringify(ELSEWHERE)
    const signature = createHmac('sha256', 'the secret').update(text).digest('hex')
    const forged = { 'Correlation-Key': 'forged', ...ONCE }
    await post(host, text)
      .query({ incident: 'forged', payload: '{"text":"forged"}', wait: 'true' })
      .set({ ...forged, 'X-Hub-Signature-256': `sha256=${signature}` })
      .expect(403)
    const { id: first } = await lastOf(host)
    const path = `/api/v4/hooks/incoming/${hook}/deliveries/${first}`
    const shown = await request(host.app).get(path).expect(200)
    expect(shown.body).to.have.deep.nested.property('sent.query', { wait: 'true' })
    expect(shown.body).to.have.deep.nested.property('sent.headers', {
      'content-type': 'application/json',
      'idempotency-key': 'backup-1',
    })
    await manage.update(alice, hook, { verification: null })
    await unlock(host)
    expect(await pressed(host, first)).to.equal(200)
    expect(await lastOf(host)).to.include({ incident: '', replay_of: first })
    expect(said(host)).to.deep.equal(['Backup is done'])
  })
})

describe('all that was refused since a time', () => {
  it('is sent again, each content once, in order', async () => {
    const host = locked()
    for (const text of ['one', 'two', 'one', 'three']) {
      await refused(host, { ...ELSEWHERE, text })
      host.clock.now += MINUTE
    }
    await unlock(host)
    expect(await statuses(host, host.clock.now - 1)).to.deep.equal([])
    expect(await statuses(host)).to.deep.equal([200, 200, 200])
    expect(said(host)).to.deep.equal(['one', 'two', 'three'])
    expect(await statuses(host)).to.deep.equal([])
    const list = await deliveriesOf(host)
    const lost = list.filter((each) => each.outcome === 'refused' && each.delivered_by === null)
    expect(lost).to.deep.equal([])
  })

  it('is sent as far as the limit allows, and the rest stays in order', async () => {
    const host = locked({ webhook: { rateLimit: { perSecond: 0.1, burst: 2 } } })
    for (const text of ['one', 'two', 'three', 'four']) await refused(host, { ...ELSEWHERE, text })
    await unlock(host)
    expect(await statuses(host)).to.deep.equal([200, 200, 429, 429])
    expect(await pressed(host, (await deliveriesOf(host)).at(-3)?.id ?? '')).to.equal(429)
    host.clock.now += MINUTE
    expect(await statuses(host)).to.deep.equal([200, 200])
    expect(said(host)).to.deep.equal(['one', 'two', 'three', 'four'])
  })

  it('has each of those that differ only beside their bodies', async () => {
    const host = observed({}, { webhook: { channelId: id('archived'), together: 'reply' } })
    const sent = [
      ['?incident=db-1', {}],
      ['?incident=db-2', {}],
      ['', { 'Correlation-Key': 'db-1' }],
      ['', { 'Correlation-Key': 'db-1', 'User-Agent': 'another' }],
      ['', { 'Correlation-Key': 'db-2' }],
      ['/ntfy/alerts', { Title: 'One' }],
      ['/ntfy/alerts', { 'X-Title': 'Two' }],
    ] as const
    for (const [end, headers] of sent) {
      await request(host.app).post(`/hooks/${KEY}${end}`).set(headers).send('{"text":"down"}')
      host.clock.now += 1_000
    }
    await host.webhooks.manage.update(id('alice'), id('hook'), { channelId: id('alerts') })
    expect(await statuses(host)).to.deep.equal([200, 200, 200, 200, 200, 200])
    const list = await deliveriesOf(host)
    expect(list.filter((each) => each.delivered_by === null && each.status >= 400)).to.deep.equal(
      [],
    )
  })

  it('is not stopped by what is refused for ever', async () => {
    const host = locked()
    for (let count = 1; count <= 205; count += 1) {
      await post(host, { ...ELSEWHERE, text: '', count }).expect(400)
      host.clock.now += 1_000
    }
    await refused(host, { ...ELSEWHERE, text: 'good' })
    await unlock(host)
    const all = [await statuses(host), await statuses(host), await statuses(host)].flat()
    expect(all).to.have.length(206)
    expect(said(host)).to.deep.equal(['good'])
    // And then from the beginning.
    expect(await statuses(host)).to.have.length(100)
  })

  it('heeds what is changed while it is sent', async () => {
    const host = locked()
    for (const text of ['one', 'two', 'three']) await refused(host, { ...ELSEWHERE, text })
    await unlock(host)
    const { manage } = host.webhooks
    const [alice, hook] = [id('alice'), id('hook')]
    const call = manage.replayRefused(alice, hook, { refusedSince: 0 })
    await manage.disable(alice, hook)
    const sent = await call
    expect(sent.at(-1)?.status).to.equal(404)
    expect(said(host)).to.have.length(sent.filter(({ status }) => status === 200).length)
  })

  it('ends with what was sent if the webhook is deleted meanwhile', async () => {
    const host = locked()
    for (const text of ['one', 'two']) await refused(host, { ...ELSEWHERE, text })
    await unlock(host)
    const { manage } = host.webhooks
    const [alice, hook] = [id('alice'), id('hook')]
    const call = manage.replayRefused(alice, hook, { refusedSince: 0 })
    await manage.delete(alice, hook)
    const sent = await call
    expect(said(host)).to.have.length(sent.length)
  })

  it('has what the limit refused at once', async () => {
    const host = observed({}, { webhook: { rateLimit: { perSecond: 0.01, burst: 1 } } })
    await post(host, { text: 'one' }).expect(200)
    await post(host, { text: 'two' }).expect(429)
    host.clock.now += 10 * MINUTE
    expect(await statuses(host)).to.deep.equal([200])
    expect(said(host)).to.deep.equal(['one', 'two'])
  })

  it('is at most 100 in one call, the oldest first', async () => {
    const host = locked()
    for (let count = 1; count <= 102; count += 1) {
      await post(host, { ...ELSEWHERE, text: `${count}` }).expect(403)
      host.clock.now += 1_000
    }
    await unlock(host)
    expect(await statuses(host)).to.have.length(100)
    expect(said(host).at(-1)).to.equal('100')
    expect(await statuses(host)).to.have.length(2)
  }).timeout(20_000)

  it('is sent by one call at a time', async () => {
    const host = locked()
    await refused(host)
    await unlock(host)
    const all = () =>
      host.webhooks.manage.replayRefused(id('alice'), id('hook'), { refusedSince: 0 })
    const [first, second] = await Promise.allSettled([all(), all()])
    expect(first).to.have.deep.nested.property('value.0.status', 200)
    expect(second).to.have.nested.property('reason.code', 'rate_limited')
    expect(said(host)).to.have.length(1)
    expect(await all()).to.deep.equal([])
  })

  it('is only what its senders signed as they must now; one alone is sent all the same', async () => {
    const host = locked()
    const { manage } = host.webhooks
    const [alice, hook] = [id('alice'), id('hook')]
    const token = { scheme: 'token', header: 'X-Token', secret: 'the first secret' }
    await manage.update(alice, hook, { verification: token })
    await post(host, ELSEWHERE).set('X-Token', token.secret).expect(403)
    const { id: first } = await lastOf(host)
    host.clock.now += MINUTE
    await manage.update(alice, hook, { verification: { ...token, secret: 'another secret' } })
    await post(host, { ...ELSEWHERE, text: 'two' })
      .set('X-Token', 'another secret')
      .expect(403)
    await unlock(host)
    expect(await statuses(host)).to.deep.equal([200])
    expect(said(host)).to.deep.equal(['two'])
    expect(await pressed(host, first)).to.equal(200)
    expect(said(host)).to.deep.equal(['two', 'Backup is done'])
  })

  it('is what an older record leaves open at most since its last change', async () => {
    const host = locked()
    const token = { scheme: 'token', header: 'X-Token', secret: 'the first secret' }
    await host.webhooks.manage.update(id('alice'), id('hook'), { verification: token })
    const { webhooks } = host.adapters.host
    const webhook = webhooks.get(id('hook'))
    if (!webhook?.verification) throw new Error('it was set')
    const { since, ...verification } = webhook.verification
    expect(since).to.equal(host.clock.now)
    webhooks.set(webhook.id, { ...webhook, verification })
    host.clock.now += MINUTE
    await post(host, ELSEWHERE).set('X-Token', token.secret).expect(403)
    await unlock(host)
    expect(await statuses(host)).to.deep.equal([200])
  })
})

describe('two processes', () => {
  it('send a request again once, whichever is asked', async () => {
    const { deliveries } = memoryDiagnostics()
    const memory = createMemoryAdapters({ clock: () => NOW })
    fill(memory)
    const start = (): HookHost => locked({ adapt: () => ({ ...memory, deliveries }) })
    const [one, other] = [start(), start()]
    memory.host.webhooks.set(one.webhook.id, one.webhook)
    const first = await refused(one)
    await unlock(one)
    other.clock.now = one.clock.now
    const both = await Promise.all([press(one, first), press(other, first), pressAll(other)])
    for (const { status } of both) expect(status).to.be.oneOf([200, 409])
    expect(memory.host.posts.size).to.equal(1)
  })
})

describe('a change of a post that is sent again', () => {
  it('is another one than the same change of another post', async () => {
    const host = observed()
    const postIds: string[] = []
    for (const text of ['first', 'second']) {
      const { body } = (await request(host.app).post(`${host.path}?wait=true`).send({ text })) as {
        body: { posts: { id: string }[] }
      }
      postIds.push(body.posts[0]?.id ?? '')
    }
    const { channels } = host.adapters.host
    const alerts = channels.get(id('alerts'))
    if (!alerts) throw new Error('it is there')
    channels.set(alerts.id, { ...alerts, deleteAt: 1 })
    host.clock.now += MINUTE
    for (const postId of postIds) {
      await request(host.app).patch(`${host.path}/posts/${postId}`).send({ text: 'x' }).expect(404)
    }
    channels.set(alerts.id, alerts)
    expect(await statuses(host)).to.deep.equal([200, 200])
    expect(said(host)).to.deep.equal(['x', 'x'])
  })

  it('leaves what was changed since', async () => {
    const host = observed({ webhookDeliveryBodies: 'all' })
    const { text } = await request(host.app)
      .post(`${host.path}?wait=true`)
      .send({ text: 'first' })
      .expect(200)
    const postId = (JSON.parse(text) as { posts: { id: string }[] }).posts[0]?.id ?? ''
    const change = (to: string): request.Test =>
      request(host.app).patch(`/hooks/${KEY}/posts/${postId}`).send({ text: to })
    host.clock.now += MINUTE
    await change('second').expect(200)
    const { id: second } = await lastOf(host)
    expect(await pressed(host, second, { again: true })).to.equal(200)
    expect(said(host)).to.deep.equal(['second'])
    host.clock.now += MINUTE
    await change('third').expect(200)
    host.clock.now += MINUTE
    expect(await pressed(host, second, { again: true })).to.equal(200)
    expect(said(host)).to.deep.equal(['third'])
    expect(await lastOf(host)).to.deep.include({ replay_of: second, actions: ['unchanged'] })
  })
})
