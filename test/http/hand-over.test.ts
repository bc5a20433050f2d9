import { expect } from 'chai'
import request from 'supertest'
import type { AuditEvent, HookPost, SignalEvent } from 'express-incoming-webhooks'
import {
  type HookHost,
  hookHost,
  type HookHostOptions,
  id,
  webhookOf,
} from '../support/hook-host.js'
import { until } from '../support/until.js'
import { deliveriesOf, observed, post } from './observed-host.js'

const BASE = '/api/v4/hooks/incoming'
const PATH = `${BASE}/${id('hook')}`
const FIELDS = { channel_id: id('alerts'), display_name: 'Deploy bot' }
const REFUSED = 'api.context.permissions.app_error'

function hand(host: HookHost, userId: string, fields: object = {}): request.Test {
  return request(host.app)
    .put(PATH)
    .send({ ...FIELDS, ...fields, user_id: userId })
}

function handAll(host: HookHost, from: string, to: string): request.Test {
  return request(host.app)
    .post(`${BASE}/hand_over`)
    .send({ from: id(from), to: id(to) })
}

/** What somebody was told of the webhook, in the direct channel with themself. */
function toldTo({ adapters: { host } }: HookHost, name: string): readonly string[] {
  const own = [...host.channels.values()].find(
    ({ id: channelId, type }) =>
      type === 'direct' &&
      [...(host.members.get(channelId) ?? [])].every((each) => each === id(name)),
  )
  return [...host.posts.values()]
    .filter(({ channelId }) => channelId === own?.id)
    .map(({ message }) => message)
}

function listening(given: Pick<HookHostOptions, 'options' | 'webhook'> = {}) {
  const audited: AuditEvent[] = []
  const signals: SignalEvent[] = []
  const options = {
    ...given.options,
    onAudit: (event: AuditEvent) => audited.push(event),
    onSignal: (event: SignalEvent) => signals.push(event),
  }
  return { host: observed({}, { ...given, options }), audited, signals }
}

describe('a webhook that is handed over', () => {
  it('posts in the name of the new owner, with the same key, and is gone for the former one', async () => {
    const { host, audited, signals } = listening()
    const { manage } = host.webhooks
    const { key } = await manage.find(id('alice'), id('hook'))
    const body = await hand(host, id('bob')).expect(200).then(bodyOf)
    expect(body).to.include({ user_id: id('bob'), creator_username: 'bob', key })
    expect(await manage.find(id('bob'), id('hook'))).to.include({ key })
    const gone = await manage.find(id('alice'), id('hook')).catch((error: unknown) => error)
    expect(gone).to.include({ code: 'webhook_not_found' })
    await post(host, { text: 'whose' }).expect(200)
    expect(host.posts().find(({ message }) => message === 'whose')?.user_id).to.equal(id('bob'))
    const [{ action, userId, fields } = {}] = audited
    expect([action, userId, fields]).to.deep.equal(['handed_over', id('admin'), ['user_id']])
    expect(signals.map(({ signal, userId }) => [signal, userId])).to.deep.equal([
      ['handed-over', id('alice')],
      ['handed-over', id('bob')],
    ])
  })

  it('is told of to both, once, and not as a post of the webhook', async () => {
    const { host } = listening()
    await hand(host, id('bob')).expect(200)
    await until(
      'what is told',
      () => toldTo(host, 'alice').length + toldTo(host, 'bob').length === 2,
    )
    expect(toldTo(host, 'alice')[0]).to.include('`Deploy bot`').and.include('@bob')
    expect(toldTo(host, 'bob')[0]).to.include('`Deploy bot`').and.include('Regenerate')
    for (const { props, webhookId } of host.adapters.host.posts.values()) {
      expect(props).to.deep.equal({
        webhook_notice: { hook_id: id('hook'), signal: 'handed-over' },
      })
      expect(webhookId).to.equal('')
    }
  })

  it('is told of by the bot of the host, in its words', async () => {
    const { host } = listening({ options: { botUserId: id('carol'), show: 'text' } })
    await hand(host, id('bob')).expect(200)
    const told = (): HookPost[] => [...host.adapters.host.posts.values()]
    await until('what is told', () => told().length === 2)
    for (const { userId, message, props } of told()) {
      expect(userId).to.equal(id('carol'))
      expect(message).to.include('"Deploy bot"')
      expect(props).to.include({ webhook_plain_text: true })
    }
  })

  it('keeps nothing of what was sent before, and the log of it', async () => {
    const { host } = listening()
    await post(host, '{"text": "OF BEFORE').expect(400)
    const [sentOne] = await deliveriesOf(host)
    const deliveryId = sentOne?.id ?? ''
    const sent = async (): Promise<unknown> =>
      (
        (await request(host.app).get(`${PATH}/deliveries/${deliveryId}`).expect(200)).body as {
          body: unknown
        }
      ).body
    expect(await sent()).to.include('OF BEFORE')
    await hand(host, id('bob')).expect(200)
    expect(await sent()).to.equal(null)
  })

  const refusals: readonly (readonly [what: string, to: string, status: number, fields: object])[] =
    [
      ['nobody', 'nobody', 404, {}],
      ['somebody who has left', 'gone', 404, {}],
      ['somebody who cannot read its channel', 'bob', 403, { channel_id: id('private-in') }],
      [
        'somebody who cannot read a channel of its rules',
        'bob',
        403,
        { rules: [{ when: {}, then: { channel: id('private-in') } }] },
      ],
    ]
  for (const [what, to, status, fields] of refusals) {
    it(`stays if it would go to ${what}`, async () => {
      const { host, audited } = listening()
      const body = await hand(host, id(to), fields).expect(status).then(bodyOf)
      expect((body as { id: string }).id).to.be.a('string')
      expect(host.adapters.host.webhooks.get(id('hook'))).to.include({ userId: id('alice') })
      expect(audited).to.deep.equal([])
    })
  }

  it('stays if its owner gives it away, who may name nobody else', async () => {
    const { host } = listening()
    const { manage } = host.webhooks
    const given = await manage
      .update(id('alice'), id('hook'), { userId: id('bob') })
      .catch((error: unknown) => error)
    expect(given).to.include({ code: 'not_permitted' })
    await manage.update(id('alice'), id('hook'), { userId: id('alice') })
  })

  /** A host on which the webhook becomes bob's just before the first change of it is stored. */
  function handedOverMeanwhile(): HookHost {
    let isHandedOver = false
    return hookHost({
      adapt: (adapters) => ({
        ...adapters,
        webhooks: {
          ...adapters.webhooks,
          update: async (webhookId, changes, version) => {
            const { webhooks } = adapters.host
            const before = webhooks.get(webhookId)
            if (before && !isHandedOver) {
              isHandedOver = true
              webhooks.set(webhookId, { ...before, userId: id('bob'), version: version + 1 })
            }
            return adapters.webhooks.update(webhookId, changes, version)
          },
        },
      }),
    })
  }

  it('is not changed any more by whoever read it before', async () => {
    const host = handedOverMeanwhile()
    const changed = await host.webhooks.manage
      .update(id('alice'), id('hook'), { description: 'mine' })
      .catch((error: unknown) => error)
    expect(changed).to.include({ code: 'webhook_not_found' })
    expect(host.adapters.host.webhooks.get(id('hook'))).to.include({ description: '' })
  })

  it('is disabled all the same if its key has leaked', async () => {
    const host = handedOverMeanwhile()
    await host.webhooks.manage.revoke(id('admin'), host.key)
    const { enabled, userId } = host.adapters.host.webhooks.get(id('hook')) ?? {}
    expect({ enabled, userId }).to.deep.equal({ enabled: false, userId: id('bob') })
  })

  it('is not taken from somebody else together with those of a person', async () => {
    const host = handedOverMeanwhile()
    const users = { from: id('alice'), to: id('carol') }
    expect(await host.webhooks.manage.handOver(id('admin'), users)).to.deep.equal({
      handedOver: [],
      refused: [],
    })
    expect(host.adapters.host.webhooks.get(id('hook'))).to.include({ userId: id('bob') })
  })

  it('is no news if nothing changes', async () => {
    const { host, audited, signals } = listening()
    await hand(host, id('alice')).expect(200)
    expect(audited.map(({ action }) => action)).to.deep.equal(['changed'])
    expect(signals).to.deep.equal([])
  })
})

describe('all webhooks of a person', () => {
  function withMany(): ReturnType<typeof listening> {
    const made = listening()
    const { webhooks } = made.host.adapters.host
    for (let n = 0; n < 120; n += 1) {
      const channelId = n % 40 === 0 ? id('private-in') : id('alerts')
      webhooks.set(
        id(`w${n}x`),
        webhookOf({
          id: id(`w${n}x`),
          keyDigest: `d${n}`,
          createAt: n,
          channelId,
          displayName: `W${n}`,
        }),
      )
    }
    return made
  }

  it('go to another, but for those that the other cannot read', async () => {
    const { host, audited } = withMany()
    const body = await handAll(host, 'alice', 'bob').expect(200).then(bodyOf)
    const { handed_over: handed, refused } = body as {
      handed_over: string[]
      refused: Record<string, string>[]
    }
    expect(handed).to.have.lengthOf(118)
    expect(refused.map(({ hook_id: hookId }) => hookId)).to.have.members(
      [0, 40, 80].map((n) => id(`w${n}x`)),
    )
    expect(refused[0]).to.include({ reason: REFUSED }).and.have.property('detail')
    expect(audited.filter(({ action }) => action === 'handed_over')).to.have.lengthOf(118)
    const { webhooks } = host.adapters.host
    const owners = [...webhooks.values()].filter(({ userId }) => userId === id('bob'))
    expect(owners.map((webhook) => webhook.id)).to.have.members(handed)
    await handAll(host, 'alice', 'alice').expect(400)
    await handAll(host, 'alice', 'gone').expect(404)
  })

  it('are told of together', async () => {
    const { host } = withMany()
    await handAll(host, 'alice', 'bob').expect(200)
    await until('what is told', () => toldTo(host, 'bob').length === 1)
    expect(toldTo(host, 'bob')[0]).to.match(/118 webhooks: (`W\d+`, ){19}`W\d+` and 98 more/)
  })

  it('are handed over in code too', async () => {
    const { host } = listening()
    const { manage } = host.webhooks
    expect(await manage.handOver(id('admin'), { from: id('alice'), to: id('bob') })).to.deep.equal({
      handedOver: [id('hook')],
      refused: [],
    })
    const other = await manage
      .handOver(id('bob'), { from: id('bob'), to: id('alice') })
      .catch((error: unknown) => error)
    expect(other).to.include({ code: 'not_permitted' })
  })
})

describe('a webhook whose owner is deactivated', () => {
  it('needs attention, of administrators, before anything comes', async () => {
    const { host } = listening({ webhook: { userId: id('gone') } })
    const body = await request(host.app).get(`${BASE}/attention`).expect(200).then(bodyOf)
    expect(body).to.deep.equal([
      {
        hook_id: id('hook'),
        display_name: 'Deploy bot',
        signal: 'owner-deactivated',
        reason: 'web.incoming_webhook.permissions.app_error',
        count: 0,
        since: 5,
      },
    ])
  })

  it('is a signal at the first request, and only then', async () => {
    const { host, signals } = listening({ webhook: { userId: id('gone') } })
    await post(host, { text: 't' }).expect(403)
    await until('what is told', () => signals.length > 0)
    for (let n = 0; n < 3; n += 1) await post(host, { text: 't' }).expect(403)
    await host.webhooks.close()
    expect(signals.map(({ signal, count }) => [signal, count])).to.deep.equal([
      ['owner-deactivated', 1],
    ])
  })
})

describe('the owner of a webhook that keeps failing', () => {
  it('is told once, with the reason', async () => {
    const { host } = listening()
    for (let n = 0; n < 7; n += 1) await post(host, '{').expect(400)
    await until('what is told', () => toldTo(host, 'alice').length > 0)
    await host.webhooks.close()
    const [text = '', ...others] = toldTo(host, 'alice')
    expect(text).to.match(/`Deploy bot` keeps failing\. \d requests/)
    expect(text).to.include('Unable to parse incoming data')
    expect(others).to.deep.equal([])
  })
})

describe('a change that is only checked', () => {
  const checked = (host: HookHost, fields: object): request.Test =>
    request(host.app)
      .put(`${PATH}?check=true`)
      .send({ ...FIELDS, ...fields })
  const warningsOf = async (sent: request.Test): Promise<unknown> =>
    ((await sent).body as { warnings: unknown }).warnings

  it('is answered as if, and writes nothing', async () => {
    const { host, audited } = listening()
    const before = { ...host.adapters.host.webhooks.get(id('hook')) }
    const body = await checked(host, { description: 'new', user_id: id('bob') })
      .expect(200)
      .then(bodyOf)
    expect(body).to.deep.include({ description: 'new', user_id: id('bob'), warnings: [] })
    const made = await request(host.app).post(`${BASE}?check=true`).send(FIELDS).expect(201)
    expect(made.body).to.deep.include({ ...FIELDS, key: null, url: null, warnings: [] })
    await checked(host, { user_id: id('gone') }).expect(404)
    await request(host.app).post(`${BASE}?check=true`).send({}).expect(400)
    const many = host.adapters.host.webhooks.size
    for (const query of ['check=1', 'check=True', 'check=true&check=true']) {
      await request(host.app).post(`${BASE}?${query}`).send(FIELDS).expect(400)
    }
    expect(host.adapters.host.webhooks.size).to.equal(many)
    expect(host.adapters.host.webhooks.size).to.equal(1)
    expect(host.adapters.host.webhooks.get(id('hook'))).to.deep.equal(before)
    expect([audited, host.posts()]).to.deep.equal([[], []])
  })

  it('warns of a list that would refuse what came last', async () => {
    const { host } = listening()
    const elsewhere = { allowed_addresses: ['192.0.2.0/24'] }
    expect(await warningsOf(checked(host, elsewhere))).to.deep.equal([])
    for (let n = 0; n < 2; n += 1) await post(host, { text: 't' }).expect(200)
    expect(await warningsOf(checked(host, elsewhere))).to.deep.equal([
      {
        path: 'allowed_addresses',
        reason: 'would refuse 2 of the last 2 requests, the latest from 127.0.0.0/24',
      },
    ])
    const home = { allowed_addresses: ['127.0.0.1'] }
    expect(await warningsOf(checked(host, home))).to.deep.equal([])
  })

  it('warns of a list behind a proxy that the host does not trust', async () => {
    const { host } = listening()
    const list = { allowed_addresses: ['127.0.0.1'] }
    const forwarded = () => warningsOf(checked(host, list).set('X-Forwarded-For', '192.0.2.7'))
    expect(JSON.stringify(await forwarded())).to.include('trust proxy')
    host.app.set('trust proxy', true)
    expect(await forwarded()).to.deep.equal([])
  })
})

function bodyOf({ body }: { readonly body: unknown }): unknown {
  return body
}
