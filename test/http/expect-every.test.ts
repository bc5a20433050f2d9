import { mock } from 'node:test'
import { expect } from 'chai'
import type { SignalEvent } from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost, type HookHost, type HookHostOptions, id, NOW } from '../support/hook-host.js'
import { until } from '../support/until.js'

const SECOND = 1_000

describe('a webhook that expects something', () => {
  const closing: HookHost[] = []
  before(() => {
    mock.timers.enable({ apis: ['setInterval'] })
  })
  after(() => {
    mock.timers.reset()
  })
  afterEach(async () => {
    for (const { webhooks } of closing.splice(0)) await webhooks.close()
  })

  function expecting(given: HookHostOptions = {}): HookHost & {
    readonly pass: (seconds: number) => Promise<void>
    readonly shown: () => readonly (readonly [string, unknown])[]
  } {
    const webhook = { expectEvery: 60, expectedSince: NOW, ...given.webhook }
    const host = hookHost({ ...given, webhook })
    closing.push(host)
    return {
      ...host,
      pass: async (seconds) => {
        for (let left = seconds; left > 0; left -= 5) {
          host.clock.now += 5 * SECOND
          mock.timers.tick(5 * SECOND)
          await new Promise((resolve) => setImmediate(resolve))
        }
      },
      shown: () =>
        host.posts().map(({ message, props }) => {
          const { state = '' } = {
            ...(props['webhook_incident'] as { state?: string } | undefined),
          }
          return [message.replaceAll('*', ''), state] as const
        }),
    }
  }

  const api = '/api/v4/hooks/incoming'

  it('tells once that nothing is heard, and that something is heard again', async () => {
    const signals: SignalEvent[] = []
    const host = expecting({ options: { onSignal: (event) => signals.push(event) } })
    await host.pass(70)
    await request(host.app).post(host.path).send('{').expect(400)
    expect(host.shown()).to.deep.equal([])
    await host.pass(30)
    await until('told', () => host.shown().length === 1)
    const silent = 'Nothing heard from Deploy bot for 1 minute'
    expect(host.shown()).to.deep.equal([[silent, 'open']])
    const { since } = signals[0] ?? {}
    expect([signals.length, signals[0]?.signal, since]).to.deep.equal([1, 'silent', NOW])
    await host.pass(300)
    expect(host.shown()).to.have.lengthOf(1)
    await request(host.app).post(host.path).send({ text: 'beat' }).expect(200)
    await until('told', () => host.shown().length === 3)
    const heard = 'Heard from Deploy bot again after 6 minutes'
    expect(host.shown().map(([message]) => message)).to.have.members([heard, 'beat', heard])
    expect(host.shown()[0]).to.deep.equal([heard, 'closed'])
  })

  it('counts an event that is skipped, as the heartbeat of Alertmanager is', async () => {
    const host = expecting()
    const watchdog = { status: 'firing', labels: { alertname: 'Watchdog' }, annotations: {} }
    const body = {
      version: '4',
      groupKey: '{}:{}',
      status: 'firing',
      receiver: 'heartbeat',
      groupLabels: {},
      commonLabels: { alertname: 'Watchdog' },
      commonAnnotations: {},
      externalURL: 'http://alertmanager',
      alerts: [watchdog],
    }
    await host.pass(60)
    const skipped = await request(host.app).post(host.path).send(body).expect(200)
    expect(skipped.headers).to.have.property('x-webhook-skipped', 'watchdog')
    await host.pass(70)
    expect(host.shown()).to.deep.equal([])
    await host.pass(10)
    await until('told', () => host.shown().length === 1)
  })

  it('waits longer after its process has slept, and says nothing while it is off', async () => {
    const host = expecting()
    host.clock.now += 3_600 * SECOND
    await host.pass(60)
    expect(host.shown()).to.deep.equal([])
    await host.pass(10)
    await until('told', () => host.shown().length === 1)
    const off = expecting({ webhook: { enabled: false } })
    await off.pass(300)
    expect(off.shown()).to.deep.equal([])
  })

  it('needs a store that lists it, and keeps a notice once', async () => {
    const alice = { currentUser: () => ({ id: id('alice'), username: 'alice' }) }
    const rows: readonly (readonly [number, HookHostOptions['adapt']])[] = [
      [200, (adapters) => adapters],
      [
        501,
        ({ webhooks: { listExpecting: _list, ...webhooks }, ...adapters }) => ({
          ...adapters,
          webhooks,
        }),
      ],
      [501, (adapters) => ({ ...adapters, guarantees: ['threads', 'incidents', 'direct'] })],
    ]
    for (const [status, adapt] of rows) {
      const host = expecting({ options: alice, ...(adapt && { adapt }) })
      host.app.use('/api/v4', host.webhooks.adminRouter)
      const change = { channel_id: id('alerts'), display_name: 'Deploy bot', expect_every: 90 }
      const answer = await request(host.app)
        .put(`${api}/${id('hook')}`)
        .send(change)
      expect(answer.status).to.equal(status)
      const said = JSON.stringify(answer.body)
      expect(said).to.contain(
        status === 200 ? '"expect_every":90' : 'expect_every: this chat cannot',
      )
    }
  })
})
