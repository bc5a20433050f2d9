import { expect } from 'chai'
import { CALLER_FIELDS } from '../../lib/model/webhook-fields.js'
import type { MemoryAdapters } from '../../lib/adapters/memory/index.js'
import { WebhookError } from '../../lib/model/errors.js'
import type { HookChannel } from '../../lib/model/records.js'
import { hookHost, id } from '../support/hook-host.js'

const ALICE = id('alice')
const ADMIN = id('admin')
const HOOK = id('hook')
const LEAST = { channelId: id('alerts'), displayName: 'Nightly' }

/** Management as it looks to callers without types. */
interface UntypedManagement {
  create(...given: unknown[]): Promise<unknown>
  list(...given: unknown[]): Promise<unknown>
  find(...given: unknown[]): Promise<unknown>
  update(...given: unknown[]): Promise<unknown>
  regenerate(...given: unknown[]): Promise<unknown>
  enable(...given: unknown[]): Promise<unknown>
  disable(...given: unknown[]): Promise<unknown>
  revoke(...given: unknown[]): Promise<unknown>
  delete(...given: unknown[]): Promise<unknown>
}

type Call = (manage: UntypedManagement) => Promise<unknown>

function untyped(): UntypedManagement {
  const { webhooks, adapters } = hookHost()
  addChannel(adapters, 'direct', { type: 'direct' })
  addChannel(adapters, 'elsewhere', { teamId: 'other' })
  return webhooks.manage
}

function addChannel({ host }: MemoryAdapters, name: string, changes: Partial<HookChannel>): void {
  const like = host.channels.get(id('alerts'))
  if (!like) throw new Error('there is no channel to copy')
  host.channels.set(id(name), { ...like, id: id(name), name, ...changes })
  host.members.set(id(name), new Set([ALICE, ADMIN]))
}

async function errorOf(call: Call): Promise<WebhookError> {
  try {
    await call(untyped())
  } catch (error) {
    if (error instanceof WebhookError) return error
    throw error
  }
  throw new Error('the call succeeded')
}

describe('errors of management without HTTP', () => {
  for (const name of Object.keys(CALLER_FIELDS)) {
    it(`name ${name} as the caller wrote it`, async () => {
      const written = name === 'rateLimit' ? 'rateLimit.perSecond' : name
      const calls: readonly Call[] = [
        (manage) => manage.create(ADMIN, { ...LEAST, [name]: {} }),
        (manage) => manage.update(ADMIN, HOOK, { [name]: {} }),
      ]
      for (const call of calls) {
        const error = await errorOf(call)
        expect(error.params).to.deep.equal({ name: written })
        expect(error.detail.startsWith(`${written}: `), error.detail).to.equal(true)
        expect(error.message).not.to.match(/[a-z]_[a-z]/)
      }
    })
  }

  const named: readonly [what: string, call: Call, code: string, name: string, detail: RegExp][] = [
    [
      'a missing channel',
      (manage) => manage.create(ALICE, { displayName: 'CI' }),
      'invalid_body',
      'channelId',
      /^channelId: ./,
    ],
    [
      'a missing name',
      (manage) => manage.create(ALICE, { channelId: id('alerts') }),
      'display_name_invalid',
      'displayName',
      /^displayName: ./,
    ],
    [
      'an owner of the wrong type',
      (manage) => manage.create(ALICE, { ...LEAST, userId: 5 }),
      'invalid_body',
      'userId',
      /^userId: ./,
    ],
    [
      'an owner that only administrators may set',
      (manage) => manage.create(ALICE, { ...LEAST, userId: id('bob') }),
      'not_permitted',
      'userId',
      /^userId: only administrators/,
    ],
    [
      'an owner who cannot read the channel',
      (manage) =>
        manage.create(ADMIN, { ...LEAST, channelId: id('private-in'), userId: id('bob') }),
      'not_permitted',
      'userId',
      /^userId: this user cannot read/,
    ],
    [
      'a direct channel',
      (manage) => manage.create(ALICE, { ...LEAST, channelId: id('direct') }),
      'invalid_body',
      'channelId',
      /^channelId: a direct channel cannot be/,
    ],
    [
      'a channel of another team',
      (manage) => manage.update(ALICE, HOOK, { channelId: id('elsewhere') }),
      'invalid_body',
      'channelId',
      /^channelId: the channel belongs to another team/,
    ],
    [
      'a rate limit that only administrators may set',
      (manage) => manage.update(ALICE, HOOK, { rateLimit: { perSecond: 1, burst: 1 } }),
      'not_permitted',
      'rateLimit',
      /^rateLimit: only administrators/,
    ],
    [
      'a burst that is missing',
      (manage) => manage.update(ADMIN, HOOK, { rateLimit: { perSecond: 1 } }),
      'invalid_body',
      'rateLimit.burst',
      /^rateLimit\.burst: ./,
    ],
    [
      'an expiry in the past',
      (manage) => manage.update(ALICE, HOOK, { expiresAt: 1 }),
      'invalid_body',
      'expiresAt',
      /^expiresAt: expected 0 or a time in the future/,
    ],
    [
      'a long overlap',
      (manage) => manage.regenerate(ALICE, HOOK, { overlapSeconds: 1e6 }),
      'invalid_body',
      'overlapSeconds',
      /^overlapSeconds: ./,
    ],
  ]
  for (const [what, call, code, name, detail] of named) {
    it(`name the field for ${what}`, async () => {
      const error = await errorOf(call)
      expect([error.code, error.params['name']]).to.deep.equal([code, name])
      expect(error.detail).to.match(detail)
    })
  }
})

describe('names that management does not know', () => {
  const unknown: readonly [call: Call, name: string, meant: string | null][] = [
    [
      (manage) => manage.create(ALICE, { ...LEAST, display_name: 'CI' }),
      'display_name',
      'displayName',
    ],
    [(manage) => manage.create(ALICE, { ...LEAST, userid: id('bob') }), 'userid', 'userId'],
    [(manage) => manage.create(ALICE, { ...LEAST, keyDigest: '' }), 'keyDigest', null],
    [(manage) => manage.update(ALICE, HOOK, { descripton: 'CI' }), 'descripton', 'description'],
    [(manage) => manage.update(ALICE, HOOK, { keyDigest: '' }), 'keyDigest', null],
    [
      (manage) => manage.update(ALICE, HOOK, {}, { expectUpdateAt: 5 }),
      'expectUpdateAt',
      'expectedUpdateAt',
    ],
    [
      (manage) => manage.regenerate(ALICE, HOOK, { overlap_seconds: 60 }),
      'overlap_seconds',
      'overlapSeconds',
    ],
    [(manage) => manage.list(ALICE, { perpage: 5 }), 'perpage', 'perPage'],
  ]
  for (const [call, name, meant] of unknown) {
    it(`are rejected: ${name}`, async () => {
      const error = await errorOf(call)
      expect([error.code, error.params['name']]).to.deep.equal(['invalid_param', name])
      const hint = meant === null ? '' : `; did you mean ${meant}?`
      expect(error.detail).to.equal(`${name}: unknown name${hint}`)
    })
  }

  it('are not those of a webhook that was found, changed and passed back', async () => {
    const { manage } = hookHost().webhooks
    const found = await manage.find(ALICE, HOOK)
    const changed = await manage.update(ALICE, HOOK, { ...found, description: 'passed back' })
    expect(changed).to.include({ description: 'passed back', displayName: found.displayName })
    const error = await errorOf((other) =>
      other.update(ALICE, HOOK, { ...found, userId: id('bob') }),
    )
    expect([error.code, error.params['name']]).to.deep.equal(['not_permitted', 'userId'])
  })

  it('are accepted without a value, because undefined means left out', async () => {
    const made = await untyped().create(ALICE, { ...LEAST, teamId: undefined })
    expect(made).to.include(LEAST)
  })

  it('are rejected before anything is changed', async () => {
    const { manage } = hookHost().webhooks
    const changes = { description: 'new', descripton: 'new' }
    const call: Promise<unknown> = manage.update(ALICE, HOOK, changes)
    expect(await call.then(String, String)).to.match(/descripton/)
    expect((await manage.find(ALICE, HOOK)).description).not.to.equal('new')
  })
})

describe('arguments of management', () => {
  const wrong: readonly [call: Call, shown: string, name: string][] = [
    [(manage) => manage.create(ALICE), 'create(userId)', 'fields'],
    [(manage) => manage.create(ALICE, null), 'create(userId, null)', 'fields'],
    [(manage) => manage.create(ALICE, 'CI'), "create(userId, 'CI')", 'fields'],
    [(manage) => manage.create(ALICE, [LEAST]), 'create(userId, [fields])', 'fields'],
    [(manage) => manage.create(null, LEAST), 'create(null, fields)', 'userId'],
    [(manage) => manage.list(), 'list()', 'userId'],
    [(manage) => manage.list({ id: ALICE }), 'list(user)', 'userId'],
    [(manage) => manage.list(ALICE, 2), 'list(userId, 2)', 'options'],
    [(manage) => manage.list(ALICE, { page: '2' }), "list(userId, { page: '2' })", 'page'],
    [(manage) => manage.list(ALICE, { perPage: 0 }), 'list(userId, { perPage: 0 })', 'perPage'],
    [(manage) => manage.list(ALICE, { teamId: 5 }), 'list(userId, { teamId: 5 })', 'teamId'],
    [
      (manage) => manage.list(ALICE, { channelId: 5 }),
      'list(userId, { channelId: 5 })',
      'channelId',
    ],
    [(manage) => manage.find(ALICE), 'find(userId)', 'id'],
    [(manage) => manage.find(ALICE, [HOOK]), 'find(userId, [id])', 'id'],
    [(manage) => manage.update(ALICE, HOOK), 'update(userId, id)', 'changes'],
    [(manage) => manage.update(ALICE, null, {}), 'update(userId, null, {})', 'id'],
    [(manage) => manage.update(ALICE, HOOK, {}, 5), 'update(userId, id, {}, 5)', 'options'],
    [
      (manage) => manage.update(ALICE, HOOK, {}, { expectedUpdateAt: '5' }),
      "update(userId, id, {}, { expectedUpdateAt: '5' })",
      'expectedUpdateAt',
    ],
    [(manage) => manage.regenerate(ALICE, HOOK, 60), 'regenerate(userId, id, 60)', 'options'],
    [(manage) => manage.enable(ALICE), 'enable(userId)', 'id'],
    [(manage) => manage.disable(undefined, HOOK), 'disable(undefined, id)', 'userId'],
    [(manage) => manage.revoke(ADMIN), 'revoke(userId)', 'key'],
    [(manage) => manage.delete(ALICE, 5), 'delete(userId, 5)', 'id'],
  ]
  for (const [call, shown, name] of wrong) {
    it(`are rejected by name: ${shown}`, async () => {
      const error = await errorOf(call)
      expect([error.code, error.params['name']]).to.deep.equal(['invalid_param', name])
      expect(error.detail).to.match(new RegExp(`^${name}: expected `))
    })
  }

  it('may be null where options may be left out', async () => {
    const manage = untyped()
    expect(await manage.list(ALICE, null)).to.deep.equal(await manage.list(ALICE))
    expect(await manage.update(ALICE, HOOK, { description: 'CI' }, null)).to.include({
      description: 'CI',
    })
    expect(await manage.regenerate(ALICE, HOOK, null)).to.have.property('key')
  })
})
