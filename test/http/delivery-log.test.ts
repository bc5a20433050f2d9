import { expect } from 'chai'
import request from 'supertest'
import { createHooks, type SignalEvent, type AuditEvent } from 'express-incoming-webhooks'
import express from 'express'
import { type HookHost, hookHost, id, NOW, SECRET } from '../support/hook-host.js'
import { memoryDiagnostics } from '../support/memory-diagnostics.js'
import { deliveriesOf, observed, post } from './observed-host.js'

const ROOT = '/api/v4/hooks/incoming'
const MINE = `${ROOT}/${id('hook')}`

async function answered({ app }: HookHost, path: string): Promise<unknown> {
  return (await request(app).get(path).expect(200)).body as unknown
}

async function outcomes(host: HookHost, query: string): Promise<unknown> {
  const list = (await answered(host, `${MINE}/deliveries?${query}`)) as readonly object[]
  return list.map((each): unknown => Reflect.get(each, 'outcome'))
}

/** One that was posted, one that was skipped, one that was refused. */
async function threeRequests(host: HookHost): Promise<void> {
  await post(host, { text: 'one' }).expect(200)
  host.clock.now += 1_000
  const star = { action: 'created', repository: { full_name: 'a/b' }, sender: { login: 'c' } }
  await post(host, star).set('X-GitHub-Event', 'star').expect(200)
  host.clock.now += 1_000
  await post(host, '{"text":"kept"').expect(400)
}

describe('the log of requests', () => {
  it('lists those that are asked for, in pages', async () => {
    const host = observed()
    await threeRequests(host)
    const cases: readonly (readonly [query: string, expected: readonly string[]])[] = [
      ['', ['refused', 'skipped', 'posted']],
      ['outcome=refused', ['refused']],
      ['outcome=skipped', ['skipped']],
      ['format=github', ['skipped']],
      ['event=star', []],
      ['event=star.created', ['skipped']],
      [`from=${NOW + 1_000}`, ['refused', 'skipped']],
      [`from=${NOW + 1_000}&to=${NOW + 1_000}`, ['skipped']],
      ['per_page=1&page=1', ['skipped']],
      ['incident=none', []],
    ]
    for (const [query, expected] of cases) {
      expect(await outcomes(host, query), query).to.deep.equal(expected)
    }
    for (const wrong of ['outcome=odd', 'from=yesterday', 'to=-1', 'from=1&from=2']) {
      const answer = await request(host.app).get(`${MINE}/deliveries?${wrong}`)
      expect(answer.status, wrong).to.equal(400)
    }
  })

  it('lists those of an incident by the name that it shows, however long the sender wrote it', async () => {
    const host = observed()
    await post(host, { text: 'disk' }).set('Correlation-Key', 'k'.repeat(250)).expect(200)
    const [listed] = await deliveriesOf(host)
    expect(
      await outcomes(host, `incident=${String(Reflect.get(listed ?? {}, 'incident'))}`),
    ).to.deep.equal(['posted'])
  })

  it('shows one of them with what was sent, as long as that is kept', async () => {
    const host = observed()
    await threeRequests(host)
    const [refused, , posted] = await deliveriesOf(host)
    const one = await answered(host, `${MINE}/deliveries/${refused?.id}`)
    expect(one).to.deep.include({ ...refused, body: '{"text":"kept"' })
    expect(one).to.have.deep.nested.property('sent.method', 'POST')
    expect(one).to.have.deep.nested.property('sent.path', '')
    expect(one).to.have.deep.nested.property('sent.headers.user-agent', 'sender/1')
    expect(await answered(host, `${MINE}/deliveries/${posted?.id}`)).to.include({
      body: null,
      sent: null,
    })
    host.clock.now += 86_400_001
    expect(await answered(host, `${MINE}/deliveries/${refused?.id}`)).to.include({ body: null })
    for (const unknown of ['none', 'a b', 'x'.repeat(65)]) {
      const path = `${MINE}/deliveries/${encodeURIComponent(unknown)}`
      expect((await request(host.app).get(path)).status, unknown).to.equal(404)
    }
  })

  it('says by which later request a refused one was delivered', async () => {
    const host = observed({}, { webhook: { channelLocked: true } })
    const body = { text: 'a', channel: 'off-topic' }
    await post(host, body).expect(403)
    await post(host, { ...body, text: 'b' }).expect(403)
    host.clock.now += 1_000
    await host.webhooks.manage.update(id('alice'), id('hook'), { channelLocked: false })
    await post(host, { ...body, channel: 'alerts' }).expect(200)
    await post(host, body).expect(200)
    const [later, , other, first] = await deliveriesOf(host)
    expect(first).to.include({ outcome: 'refused', delivered_by: later?.id })
    expect(later).to.include({ delivered_by: null, digest: first?.digest })
    expect(other).to.include({ outcome: 'refused', delivered_by: null })
  })

  it('is exported as lines of JSON', async () => {
    const host = observed()
    const none = await request(host.app).get(`${MINE}/deliveries/export`).expect(200)
    expect(none.text).to.equal('')
    await threeRequests(host)
    const answer = await request(host.app)
      .get(`${MINE}/deliveries/export?outcome=skipped`)
      .buffer(true)
      .parse((res, done) => {
        let text = ''
        res.on('data', (chunk: Buffer) => (text += chunk.toString()))
        res.on('end', () => {
          done(null, text)
        })
      })
    expect(answer.headers['content-type']).to.equal('application/x-ndjson')
    const lines = String(answer.body).trimEnd().split('\n')
    expect(lines.map((line): unknown => JSON.parse(line))).to.deep.equal(
      await answered(host, `${MINE}/deliveries?outcome=skipped`),
    )
  })

  it('is listed for administrators over all webhooks', async () => {
    const host = observed()
    await threeRequests(host)
    expect(await answered(host, `${ROOT}/deliveries`)).to.deep.equal(await deliveriesOf(host))
  })

  const addresses: readonly (readonly [how: 'cut' | 'whole' | 'hashed', expected: RegExp])[] = [
    ['cut', /^127\.0\.0\.0\/24$/],
    ['whole', /^(?:::ffff:)?127\.0\.0\.1$/],
    ['hashed', /^[\da-f]{16}$/],
  ]
  for (const [deliveryAddress, expected] of addresses) {
    it(`keeps addresses ${deliveryAddress}`, async () => {
      const host = observed({}, { options: { deliveryAddress } })
      await post(host, { text: 't' }).expect(200)
      const [first] = await deliveriesOf(host)
      expect(Reflect.get(first ?? {}, 'address')).to.match(expected)
    })
  }

  it('is written by a process that has the hooks alone, for one that manages them', async () => {
    const shared = memoryDiagnostics()
    const managing = observed({}, { adapt: (memory) => ({ ...memory, ...shared }) })
    const { adapters } = managing
    const hooks = createHooks({
      adapters: { ...adapters, deliveries: shared.deliveries },
      siteUrl: 'https://chat.example',
      secret: SECRET,
    })
    await request(express().use('/hooks', hooks.router)).post(managing.path).send('{').expect(400)
    await until(() => shared.kept.entries.length > 0)
    const [refused] = await deliveriesOf(managing)
    expect(refused).to.include({ status: 400, outcome: 'refused' })
    expect(await answered(managing, `${MINE}/deliveries/${refused?.id}`)).to.include({ body: '{' })
  })
})

describe('what needs attention', () => {
  it('is a webhook that keeps failing, until a message of it is accepted', async () => {
    const signals: SignalEvent[] = []
    const host = observed({}, { options: { onSignal: (event) => signals.push(event) } })
    for (let n = 0; n < 3; n += 1) {
      await post(host, '{').expect(400)
      host.clock.now += 1_000
    }
    const failing = {
      signal: 'failing',
      reason: 'model.incoming_hook.parse_data.app_error',
      count: 3,
      since: NOW,
    }
    const { displayName } = host.webhook
    expect(await answered(host, `${ROOT}/attention`)).to.deep.equal([
      { hook_id: id('hook'), display_name: displayName, ...failing },
    ])
    await until(() => signals.length === 1)
    const whose = { webhookId: id('hook'), userId: id('alice') }
    expect(signals).to.deep.equal([{ ...whose, ...failing }])
    await post(host, { text: 'well' }).expect(200)
    expect(await answered(host, `${ROOT}/attention`)).to.deep.equal([])
    await until(() => signals.length === 2)
    expect(signals[1]).to.include({ ...whose, signal: 'recovered', reason: failing.reason })
  })

  it('is a webhook that ends soon, told once, at its first request in the last three days', async () => {
    const signals: SignalEvent[] = []
    const host = observed(
      {},
      {
        webhook: { expiresAt: NOW + 4 * 86_400_000 },
        options: { onSignal: (event) => signals.push(event) },
      },
    )
    const told = async (): Promise<readonly string[]> => {
      await post(host, { text: 'well' }).expect(200)
      await deliveriesOf(host)
      host.clock.now += 1_000
      return signals.map(({ signal }) => signal)
    }
    expect(await told()).to.deep.equal([])
    host.clock.now += 2 * 86_400_000
    await told()
    await until(() => signals.length === 1)
    await told()
    await host.webhooks.close()
    expect(signals.map(({ signal }) => signal)).to.deep.equal(['expiring'])
  })

  it('is told by the process that took the request, where several share the log', async () => {
    const shared = memoryDiagnostics()
    const told: [SignalEvent[], SignalEvent[]] = [[], []]
    const [one, other] = told.map((signals) =>
      observed(
        {},
        {
          adapt: (memory) => ({ ...memory, ...shared }),
          options: { onSignal: (event) => signals.push(event) },
        },
      ),
    )
    if (!one || !other) throw new Error('there are two')
    await post(one, '{').expect(400)
    await post(other, '{').expect(400)
    await answered(one, `${MINE}/deliveries`)
    await answered(other, `${MINE}/deliveries`)
    await post(other, '{').expect(400)
    await answered(other, `${MINE}/deliveries`)
    await until(() => told[1].length === 1)
    expect(told[1][0]).to.include({ signal: 'failing', count: 3 })
    expect(told[0]).to.deep.equal([])
  })
})

describe('the audit', () => {
  it('says who did what to a webhook, with the fields that changed, and no secret', async () => {
    const events: AuditEvent[] = []
    const { webhooks } = hookHost({ options: { onAudit: (event) => events.push(event) } })
    const { manage } = webhooks
    const alice = id('alice')
    const { id: made } = await manage.create(alice, { channelId: id('alerts'), displayName: 'CI' })
    await manage.update(alice, made, {
      displayName: 'Builds',
      description: 'CI',
      verification: { scheme: 'github', secret: 'a-secret-of-a-sender' },
    })
    await manage.disable(alice, made)
    await manage.disable(alice, made)
    await manage.enable(alice, made)
    const { key } = await manage.regenerate(alice, made)
    await manage.revoke(id('admin'), key)
    await manage.delete(alice, made)
    const told = events.map(({ username, action, fields }) => [username, action, ...fields])
    expect(told).to.deep.equal([
      ['alice', 'created'],
      ['alice', 'changed', 'display_name', 'description', 'verification'],
      ['alice', 'disabled'],
      ['alice', 'enabled'],
      ['alice', 'regenerated', 'key'],
      ['admin', 'disabled', 'key'],
      ['alice', 'deleted'],
    ])
    expect(events.every(({ webhookId, time }) => webhookId === made && time === NOW)).to.equal(true)
    expect(JSON.stringify(events)).to.not.include('a-secret').and.not.include(key)
  })

  for (const [option, code] of [
    ['onAudit', 'EIW_ON_AUDIT_FAILED'],
    ['onSignal', 'EIW_ON_SIGNAL_FAILED'],
  ] as const) {
    it(`changes nothing where ${option} throws or rejects, and that is logged once`, async () => {
      for (const fail of [
        (): never => {
          throw new Error('away')
        },
        () => Promise.reject(new Error('away')),
      ]) {
        const codes: unknown[] = []
        const host = observed(
          {},
          {
            options: {
              [option]: fail,
              log: (_level, _text, fields) => codes.push(fields?.['code']),
            },
          },
        )
        await host.webhooks.manage.disable(id('alice'), id('hook'))
        await host.webhooks.manage.enable(id('alice'), id('hook'))
        for (let n = 0; n < 3; n += 1) await post(host, '{').expect(400)
        await deliveriesOf(host)
        await until(() => codes.length > 0)
        expect(codes).to.deep.equal([code])
      }
    })
  }
})

/** Looks again after each turn of the event loop. */
async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 5_000
  while (!isSo()) {
    if (Date.now() > end) throw new Error('it has not come')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
