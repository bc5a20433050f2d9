import { expect } from 'chai'
import type { AuditEvent, SignalEvent } from 'express-incoming-webhooks'
import type { DeliveriesAdapter } from 'express-incoming-webhooks/adapters'
import { MemoryDeliveries } from '../../lib/adapters/memory/deliveries.js'
import {
  type HookHost,
  hookHost,
  type HookHostOptions,
  id,
  webhookOf,
} from '../support/hook-host.js'
import { until } from '../support/until.js'
import { post } from './observed-host.js'

const ALL = { offset: 0, limit: 1_000 }

interface Leaving {
  readonly host: HookHost
  readonly deliveries: MemoryDeliveries
  readonly audited: AuditEvent[]
  readonly signals: SignalEvent[]
}

/** A host that alice leaves, who has a webhook; `given` changes its log, and what it can do. */
function leaving(
  given: Pick<HookHostOptions, 'adapt'> & {
    readonly log?: (deliveries: MemoryDeliveries) => DeliveriesAdapter
  } = {},
): Leaving {
  const deliveries = new MemoryDeliveries()
  const audited: AuditEvent[] = []
  const signals: SignalEvent[] = []
  const adapt: HookHostOptions['adapt'] = (adapters) => ({
    ...adapters,
    ...given.adapt?.(adapters),
    deliveries: given.log?.(deliveries) ?? deliveries,
  })
  const options = {
    onAudit: (event: AuditEvent) => audited.push(event),
    onSignal: (event: SignalEvent) => signals.push(event),
  }
  return { host: hookHost({ adapt, options }), deliveries, audited, signals }
}

function addWebhooks({ adapters }: HookHost, count: number, channel = 'alerts'): void {
  for (let n = 0; n < count; n += 1) {
    const name = `${channel}${n}x`
    const webhook = webhookOf({ id: id(name), keyDigest: name, channelId: id(channel) })
    adapters.host.webhooks.set(webhook.id, webhook)
  }
}

function ownedBy({ adapters }: HookHost, name: string): number {
  return [...adapters.host.webhooks.values()].filter(({ userId }) => userId === id(name)).length
}

async function thrown(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

describe('a person who is forgotten', () => {
  it('leaves no webhook, nothing that came to one, and no session', async () => {
    const { host, deliveries } = leaving()
    const { sessions } = host.adapters
    await sessions.create({ id: 'own', userId: id('alice'), expiresAt: 9e12 })
    await sessions.create({ id: 'other', userId: id('bob'), expiresAt: 9e12 })
    await post(host, '{"text": "broken').expect(400)
    await post(host, { text: 'fine' }).expect(200)
    expect(await host.webhooks.manage.forgetUser(id('alice'))).to.deep.equal({
      handedOver: [],
      deleted: [{ webhookId: id('hook'), displayName: 'Deploy bot', reason: '', detail: '' }],
    })
    expect(host.adapters.host.webhooks.size).to.equal(0)
    expect(deliveries.list({}, ALL)).to.deep.equal([])
    expect(await sessions.find('own')).to.equal(null)
    expect(await sessions.find('other')).to.not.equal(null)
    await post(host, { text: 'late' }).expect(404)
  })

  it('hands webhooks over with the same key, and with an empty log', async () => {
    const { host, deliveries } = leaving()
    await post(host, '{"text": "broken').expect(400)
    const { manage } = host.webhooks
    const { key } = await manage.find(id('alice'), id('hook'))
    const { handedOver, deleted } = await manage.forgetUser(id('alice'), { handOverTo: id('bob') })
    expect([handedOver, deleted]).to.deep.equal([[id('hook')], []])
    expect(await manage.find(id('bob'), id('hook'))).to.include({ key })
    expect(deliveries.list({}, ALL)).to.deep.equal([])
    await post(host, { text: 'goes on' }).expect(200)
    expect(host.posts().map(({ user_id: userId }) => userId)).to.deep.equal([id('bob')])
  })

  it('has those webhooks deleted that the new owner may not have, with the reason', async () => {
    const { host } = leaving()
    addWebhooks(host, 2, 'private-in')
    const result = await host.webhooks.manage.forgetUser(id('alice'), { handOverTo: id('bob') })
    expect(result.handedOver).to.deep.equal([id('hook')])
    expect(result.deleted.map(({ webhookId }) => webhookId)).to.have.members([
      id('private-in0x'),
      id('private-in1x'),
    ])
    expect(result.deleted[0])
      .to.include({ reason: 'api.context.permissions.app_error' })
      .and.have.property('detail', 'userId: this user cannot read the channel')
    expect([...host.adapters.host.webhooks.keys()]).to.deep.equal([id('hook')])
  })

  it('is in the audit with the id only, and is told nothing; the new owner is', async () => {
    const { host, audited, signals } = leaving()
    addWebhooks(host, 1, 'private-in')
    await host.webhooks.manage.forgetUser(id('alice'), { handOverTo: id('bob') })
    expect(
      audited.map(({ action, userId, username }) => [action, userId, username]),
    ).to.have.deep.members([
      ['handed_over', id('alice'), ''],
      ['deleted', id('alice'), ''],
    ])
    expect(signals.map(({ signal, userId }) => [signal, userId])).to.deep.equal([
      ['handed-over', id('bob')],
    ])
    const { posts } = host.adapters.host
    await until('what the new owner is told', () => posts.size > 0)
    const told = JSON.stringify([...posts.values()])
    expect(told).to.include('You now own the webhook `Deploy bot`').and.include(id('bob'))
    expect(told).to.not.match(/alice/)
    expect(posts.size).to.equal(1)
  })

  it('may have more webhooks than one hand-over takes', async () => {
    const { host } = leaving()
    addWebhooks(host, 5_100)
    const { handedOver } = await host.webhooks.manage.forgetUser(id('alice'), {
      handOverTo: id('bob'),
    })
    expect(handedOver).to.have.lengthOf(5_101)
    expect([ownedBy(host, 'alice'), ownedBy(host, 'bob')]).to.deep.equal([0, 5_101])
  })

  it('may be deactivated or gone already, and while webhooks are off', async () => {
    for (const change of ['deactivated', 'gone']) {
      const { host } = leaving()
      const { users } = host.adapters.host
      const user = users.get(id('alice'))
      if (change === 'gone') users.delete(id('alice'))
      else if (user) users.set(user.id, { ...user, deleteAt: 5 })
      host.adapters.host.settings = {
        ...host.adapters.host.settings,
        enableIncomingWebhooks: false,
      }
      const { handedOver } = await host.webhooks.manage.forgetUser(id('alice'), {
        handOverTo: id('bob'),
      })
      expect(handedOver, change).to.deep.equal([id('hook')])
      const again = await host.webhooks.manage.forgetUser(id('alice'))
      expect(again, change).to.deep.equal({ handedOver: [], deleted: [] })
    }
  })

  const failures: readonly (readonly [what: string, given: () => Leaving])[] = [
    [
      'a log that cannot be deleted',
      () => {
        let left = 20
        return leaving({
          log: (deliveries) => ({
            append: (entries) => {
              deliveries.append(entries)
            },
            list: (filter, page) => deliveries.list(filter, page),
            deleteFor: (webhookId, only) => {
              if ((left -= 1) === 0) throw new Error('no disk')
              deliveries.deleteFor(webhookId, only)
            },
          }),
        })
      },
    ],
    [
      'a webhook that cannot be changed',
      () => {
        let left = 60
        return leaving({
          adapt: (adapters) => ({
            ...adapters,
            webhooks: {
              ...adapters.webhooks,
              update: (...given) => {
                if ((left -= 1) === 0) throw new Error('no disk')
                return adapters.webhooks.update(...given)
              },
            },
          }),
        })
      },
    ],
  ]
  for (const [what, given] of failures) {
    it(`is forgotten by a second call after ${what}`, async () => {
      const { host, deliveries } = given()
      await post(host, '{"text": "broken').expect(400)
      addWebhooks(host, 100)
      const forget = () => host.webhooks.manage.forgetUser(id('alice'), { handOverTo: id('bob') })
      expect(await thrown(forget())).to.include({ message: 'no disk' })
      expect(ownedBy(host, 'alice')).to.be.within(1, 101)
      await forget()
      expect([ownedBy(host, 'alice'), ownedBy(host, 'bob')]).to.deep.equal([0, 101])
      expect(deliveries.list({}, ALL)).to.deep.equal([])
    })
  }

  const mistakes: readonly (readonly [
    what: string,
    from: string,
    to: string | undefined,
    code: string,
  ])[] = [
    ['an empty id', '', undefined, 'invalid_param'],
    ['the same person as the new owner', id('alice'), id('alice'), 'invalid_param'],
    ['somebody unknown as the new owner', id('alice'), id('nobody'), 'user_missing'],
    ['somebody who has left as the new owner', id('alice'), id('gone'), 'user_missing'],
  ]
  for (const [what, from, to, code] of mistakes) {
    it(`stays as they are with ${what}`, async () => {
      const { host, audited } = leaving()
      const options = to === undefined ? {} : { handOverTo: to }
      const error = await thrown(host.webhooks.manage.forgetUser(from, options))
      expect(error).to.include({ code })
      expect([ownedBy(host, 'alice'), audited.length]).to.deep.equal([1, 0])
    })
  }

  it('leaves the webhooks of others, and what came to them', async () => {
    const { host, deliveries } = leaving()
    await post(host, { text: 'fine' }).expect(200)
    await host.webhooks.manage.forgetUser(id('bob'))
    // Only then everything that came is in the store.
    await host.webhooks.close()
    expect(ownedBy(host, 'alice')).to.equal(1)
    expect(deliveries.list({}, ALL)).to.have.lengthOf(1)
  })

  it('leaves no counter with the id', async () => {
    const reset: string[] = []
    const { host } = leaving({
      adapt: (adapters) => ({
        ...adapters,
        counters: {
          take: () => ({ allowed: true, remaining: 1, nextMs: 0, fullMs: 0 }),
          reset: (key) => {
            reset.push(key)
          },
        },
      }),
    })
    await host.webhooks.manage.forgetUser(id('alice'))
    expect(reset).to.have.members([`press ${id('alice')}`, `notices ${id('hook')} ${id('alice')}`])
  })
})
