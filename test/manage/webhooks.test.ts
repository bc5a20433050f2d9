import { allFormats } from '../../lib/formats/all.js'
import { Formats } from '../../lib/formats/registry.js'
import { expect } from 'chai'
import { createMemoryAdapters, type MemoryAdapters } from '../../lib/adapters/memory/index.js'
import { type Caller, chooseRuleChannels } from '../../lib/manage/choices.js'
import { createKeyCipher } from '../../lib/manage/keys.js'
import { BODIES } from '../../lib/manage/bodies.js'
import type { AuditEvent } from '../../lib/manage/audit.js'
import { ShownWebhooks, listedView } from '../../lib/manage/views.js'
import { Webhooks } from '../../lib/manage/webhooks.js'
import { WebhookError } from '../../lib/model/errors.js'
import type { HookChannel, HookUser, IncomingWebhook } from '../../lib/model/records.js'
import { inWire } from '../../lib/model/sent.js'
import { keyDigest } from '../../lib/rules/keys.js'

const cipher = createKeyCipher(['a secret of at least thirty-two bytes'])

function person(id: string, rest: Partial<HookUser> = {}): HookUser {
  const email = `${id}@example.com`
  return { id, username: id, email, admin: false, createAt: 1, deleteAt: 0, ...rest }
}

interface House {
  readonly adapters: MemoryAdapters
  readonly webhooks: Webhooks
  readonly clock: { now: number }
  readonly audited: AuditEvent[]
  readonly as: (id: string) => Caller
}

function house(): House {
  const adapters = createMemoryAdapters()
  const clock = { now: 1_000_000 }
  for (const user of [
    person('alice'),
    person('bob'),
    person('gone', { deleteAt: 5 }),
    person('admin', { admin: true }),
  ]) {
    adapters.host.users.set(user.id, user)
  }
  for (const id of ['town', 'secret']) {
    const type = id === 'town' ? 'public' : 'private'
    const channel = { id, teamId: 'main', type, name: id, displayName: id, deleteAt: 0 } as const
    adapters.host.channels.set(id, channel)
    adapters.host.members.set(id, new Set(['alice']))
  }
  let seed = 0
  const audited: AuditEvent[] = []
  const webhooks = new Webhooks({
    adapters: { ...adapters, guarantees: new Set(adapters.guarantees) },
    cipher,
    formats: new Formats(allFormats),
    deliveryLog: { forget: () => Promise.resolve() },
    audit: (event) => audited.push(event),
    onHandedOver: () => undefined,
    clock: () => clock.now,
    random: (size) => new Uint8Array(size).fill(++seed),
  })
  const as = (id: string): Caller => ({
    user: adapters.host.users.get(id) ?? person(id),
    settings: adapters.host.settings,
    spell: inWire,
  })
  return { adapters, webhooks, audited, clock, as }
}

const input = (fields: object = {}) =>
  BODIES.webhook.read({
    value: { channel_id: 'town', display_name: 'CI', ...fields },
    spell: inWire,
  })

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise
  } catch (error) {
    if (error instanceof WebhookError) return error.code
    throw error
  }
  return 'done'
}

describe('webhooks', () => {
  it('a record holds a digest and a sealed key, never the key', async () => {
    const { webhooks, as } = house()
    const webhook = await webhooks.create(as('alice'), input())
    const key = cipher.open(webhook.keyCipher, webhook.id) ?? ''
    expect(webhook.keyDigest).to.equal(keyDigest(key))
    expect(webhook.keyHint).to.equal(key.slice(-4))
    expect(JSON.stringify(webhook)).not.to.include(key)
  })

  const owners: readonly [string, object, string][] = [
    ['alice', { user_id: 'alice' }, 'done'],
    ['alice', { user_id: 'bob' }, 'not_permitted'],
    ['alice', { user_id: 'nobody' }, 'not_permitted'],
    ['admin', { user_id: 'bob' }, 'done'],
    ['admin', { user_id: 'nobody' }, 'user_missing'],
    ['admin', { user_id: 'gone' }, 'user_missing'],
    ['admin', { user_id: 'bob', channel_id: 'secret' }, 'not_permitted'],
    ['admin', { user_id: 'alice', channel_id: 'secret' }, 'done'],
    ['alice', { channel_id: 'nowhere' }, 'channel_missing'],
    ['bob', { channel_id: 'secret' }, 'channel_missing'],
    ['alice', { rate_limit: { per_second: 1, burst: 1 } }, 'not_permitted'],
    ['alice', { expires_at: 1_000_000 }, 'invalid_body'],
    ['alice', { expires_at: 1_000_001 }, 'done'],
  ]
  for (const [caller, fields, expected] of owners) {
    it(`${expected === 'done' ? 'are created' : `are refused with ${expected}`} for ${caller} with ${JSON.stringify(fields)}`, async () => {
      const { webhooks, as, adapters } = house()
      expect(await codeOf(webhooks.create(as(caller), input(fields)))).to.equal(expected)
      expect(adapters.host.webhooks.size).to.equal(expected === 'done' ? 1 : 0)
    })
  }

  describe('with rules that name channels', () => {
    const ruleTo = (...channels: readonly string[]): object => ({
      rules: channels.map((channel) => ({ when: {}, then: { channel } })),
    })
    const namesIn = ({ rules }: IncomingWebhook) => rules.map(({ then }) => then.channel)
    const errorOf = async (promise: Promise<unknown>): Promise<string> => {
      const error = await promise.then(
        () => null,
        (thrown: unknown) => thrown,
      )
      return error instanceof WebhookError ? `${error.code} ${error.detail}` : String(error)
    }

    it('keep their ids, whether they were given by name or by id', async () => {
      const { webhooks, as, adapters } = house()
      const town = { ...adapters.host.channels.get('town'), id: 'id-of-den', name: 'den' }
      adapters.host.channels.set('id-of-den', town as HookChannel)
      for (const named of ['den', '#den', 'DEN', 'id-of-den']) {
        const made = await webhooks.create(as('alice'), input(ruleTo('town', named)))
        expect(namesIn(made)).to.deep.equal(['town', 'id-of-den'])
      }
    })

    it('are refused where the caller or the owner cannot read one, by its place', async () => {
      const { webhooks, as } = house()
      const bobs = errorOf(webhooks.create(as('bob'), input(ruleTo('town', 'secret'))))
      expect(await bobs).to.match(/^channel_missing rules\.1\.then\.channel: expected a channel/)
      expect(await errorOf(webhooks.create(as('alice'), input(ruleTo('nowhere'))))).to.match(
        /^channel_missing rules\.0/,
      )
      const forBob = input({ user_id: 'bob', ...ruleTo('secret') })
      expect(await errorOf(webhooks.create(as('admin'), forBob))).to.match(
        /^not_permitted rules\.0/,
      )
    })

    it('are refused where the webhook is locked to another one, also by a later lock', async () => {
      const { webhooks, as } = house()
      const locked = { channel_locked: true }
      const mine = await webhooks.create(as('alice'), input({ ...locked, ...ruleTo('town') }))
      expect(namesIn(mine)).to.deep.equal(['town'])
      const away = errorOf(webhooks.create(as('alice'), input({ ...locked, ...ruleTo('secret') })))
      expect(await away).to.match(/^invalid_body rules\.0\.then\.channel: .*locked/)
      const moved = errorOf(
        webhooks.update(as('alice'), mine.id, input({ ...locked, channel_id: 'secret' })),
      )
      expect(await moved).to.match(/^invalid_body rules\.0/)
      const open = await webhooks.create(as('alice'), input(ruleTo('secret')))
      expect(await errorOf(webhooks.update(as('alice'), open.id, input(locked)))).to.match(
        /^invalid_body rules\.0/,
      )
    })

    it('may come back unchanged where a channel is gone by now', async () => {
      const { webhooks, as, adapters } = house()
      const { id } = await webhooks.create(as('alice'), input(ruleTo('secret')))
      adapters.host.channels.delete('secret')
      const same = await webhooks.update(as('alice'), id, input(ruleTo('secret', 'town')))
      expect(namesIn(same)).to.deep.equal(['secret', 'town'])
      const other = errorOf(webhooks.update(as('alice'), id, input(ruleTo('gone-too'))))
      expect(await other).to.match(/^channel_missing/)
    })

    it('can all be checked for another owner', async () => {
      const { webhooks, as, adapters } = house()
      const made = await webhooks.create(as('alice'), input(ruleTo('town', 'secret')))
      const bob = as('bob').user
      const checked = errorOf(chooseRuleChannels(adapters, as('admin'), bob, made))
      expect(await checked).to.match(/^not_permitted rules\.1\.then\.channel/)
    })
  })

  it('updateAt rises with every change, also within a millisecond', async () => {
    const { webhooks, as } = house()
    const first = await webhooks.create(as('alice'), input())
    const second = await webhooks.update(as('alice'), first.id, input())
    const third = await webhooks.setEnabled(as('alice'), first.id, false)
    expect([second.updateAt, third.updateAt]).to.deep.equal([
      first.updateAt + 1,
      first.updateAt + 2,
    ])
  })

  it('an update of what has been changed or deleted in the meantime is rejected', async () => {
    const { webhooks, as, adapters } = house()
    const { id, version } = await webhooks.create(as('alice'), input())
    const findById = adapters.webhooks.findById.bind(adapters.webhooks)
    const stale = await findById(id)
    await webhooks.setEnabled(as('alice'), id, false)
    expect(await codeOf(webhooks.update(as('alice'), id, input(), { version }))).to.equal(
      'precondition_failed',
    )
    // The reader sees the record as it was; the store knows better.
    let reads = 0
    adapters.webhooks.findById = (wanted) => (++reads === 1 ? stale : findById(wanted))
    expect(await codeOf(webhooks.update(as('alice'), id, input(), { version }))).to.equal(
      'precondition_failed',
    )
    adapters.host.webhooks.delete(id)
    reads = 0
    expect(await codeOf(webhooks.update(as('alice'), id, input(), { version }))).to.equal(
      'webhook_not_found',
    )
  })

  it('a change that names no version is made to the record as it is by then', async () => {
    const { webhooks, as, adapters } = house()
    const { id } = await webhooks.create(as('alice'), input())
    const findById = adapters.webhooks.findById.bind(adapters.webhooks)
    const stale = await findById(id)
    await webhooks.update(as('alice'), id, input({ description: 'changed' }))
    let reads = 0
    adapters.webhooks.findById = (wanted) => (++reads === 1 ? stale : findById(wanted))
    const disabled = await webhooks.setEnabled(as('alice'), id, false)
    expect(disabled).to.include({ enabled: false, description: 'changed', version: 2 })
  })

  it('of two regenerations at once one is refused', async () => {
    const { webhooks, as } = house()
    const { id } = await webhooks.create(as('alice'), input())
    const codes = await Promise.all([
      codeOf(webhooks.regenerate(as('alice'), id, 60)),
      codeOf(webhooks.regenerate(as('alice'), id, 60)),
    ])
    expect(codes).to.have.members(['done', 'precondition_failed'])
  })

  it('an old key lives as long as it was given, one older than that no longer', async () => {
    const { webhooks, as, adapters, clock } = house()
    const first = await webhooks.create(as('alice'), input())
    await adapters.webhooks.touch(first.id, 77, 'current')
    const second = await webhooks.regenerate(as('alice'), first.id, 60)
    expect(second.previousKey).to.deep.equal({
      keyDigest: first.keyDigest,
      keyHint: first.keyHint,
      expiresAt: clock.now + 60_000,
      lastUsed: 77,
    })
    await webhooks.regenerate(as('alice'), first.id, 60)
    expect(await adapters.webhooks.findByKeyDigest(first.keyDigest)).to.equal(null)
    expect(await adapters.webhooks.findByKeyDigest(second.keyDigest)).to.include({ id: first.id })
    const last = await webhooks.regenerate(as('alice'), first.id, 0)
    expect(last.previousKey).to.equal(null)
  })

  it('revoking takes the current key, a living old one, and nothing else', async () => {
    const { webhooks, as, clock } = house()
    const { id, keyCipher } = await webhooks.create(as('alice'), input())
    const oldKey = cipher.open(keyCipher, id) ?? ''
    const { keyCipher: newCipher } = await webhooks.regenerate(as('alice'), id, 60)
    const key = cipher.open(newCipher, id) ?? ''

    const byOld = await webhooks.revoke(as('alice'), oldKey)
    expect(byOld).to.include({ enabled: false, previousKey: null })
    expect(await codeOf(webhooks.revoke(as('alice'), oldKey))).to.equal('webhook_not_found')

    await webhooks.setEnabled(as('alice'), id, true)
    expect(await webhooks.revoke(as('alice'), key)).to.include({ enabled: false })

    await webhooks.setEnabled(as('alice'), id, true)
    await webhooks.regenerate(as('alice'), id, 60)
    clock.now += 60_000
    expect(await codeOf(webhooks.revoke(as('alice'), key)), 'expired').to.equal('webhook_not_found')
    expect((await webhooks.find(as('alice'), id)).enabled).to.equal(true)
    for (const other of ['', 'x', `${key.slice(0, -1)}-`, 'a'.repeat(26)]) {
      expect(await codeOf(webhooks.revoke(as('alice'), other))).to.equal('webhook_not_found')
    }
  })

  it('switching on what is on writes nothing', async () => {
    const { webhooks, as } = house()
    const { id, updateAt } = await webhooks.create(as('alice'), input())
    expect((await webhooks.setEnabled(as('alice'), id, true)).updateAt).to.equal(updateAt)
  })

  it('a list looks up its owners in one query and each channel once', async () => {
    const { webhooks, as, adapters, clock } = house()
    for (let n = 0; n < 5; n += 1) {
      await webhooks.create(as('alice'), input({ channel_id: n % 2 === 0 ? 'town' : 'secret' }))
    }
    const queries: unknown[] = []
    const shown = new ShownWebhooks({
      adapters: {
        users: { ...adapters.users, findByIds: (ids) => (queries.push(ids), []) },
        channels: { ...adapters.channels, findById: (id) => (queries.push(id), null) },
      },
      cipher,
      signingSecretsOf: () => ['whsec_'],
      clock: () => clock.now,
      hookUrl: 'https://x.test/hooks',
    })
    const { items } = await webhooks.list(as('admin'), { page: 0, perPage: 60 })
    const records = (await shown.many(as('admin').user, items)).map(listedView)
    expect(records).to.have.length(5)
    expect(records[0]).to.include({
      creator_username: '',
      channel_display_name: '',
      channel_type: '',
    })
    expect(queries).to.have.deep.members([['alice'], 'town', 'secret'])
    expect(await shown.many(as('admin').user, [])).to.deep.equal([])
    expect(queries).to.have.length(3)
  })
})
