import { expect } from 'chai'
import type { WebhookManagement } from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost, id } from '../../support/hook-host.js'
import { FIELDS, managed, refusalOf } from './managed-host.js'

describe('management by the host itself', () => {
  const HOOKS = '/api/v4/hooks/incoming'

  for (const name of ['alice', 'admin']) {
    it(`shows ${name} what the API shows, by names of JavaScript`, async () => {
      const { manage, app } = managed(name)
      const made = await manage.create(id('alice'), { ...FIELDS, iconEmoji: 'rocket' })
      await manage.regenerate(id('alice'), made.id, { overlapSeconds: 60 })
      const answer = await request(app).get(`${HOOKS}/${made.id}`)
      const { delete_at: _none, ...wire } = answer.body as Readonly<Record<string, unknown>>
      expect(byWireNames(await manage.find(id(name), made.id))).to.deep.equal(wire)
      const list = await manage.list(id(name), { withTotal: true })
      const { text } = await request(app).get(HOOKS)
      const listed = (JSON.parse(text) as Readonly<Record<string, unknown>>[]).map(
        ({ delete_at: _zero, ...rest }) => rest,
      )
      expect(list.items.map(byWireNames)).to.deep.equal(listed)
      expect(list.total).to.equal(listed.length)
    })
  }

  it('shows neither digest nor cipher nor salt', async () => {
    const { manage } = managed('alice')
    const made = await manage.create(id('alice'), FIELDS)
    expect(made).not.to.have.any.keys('keyDigest', 'keyCipher', 'signingSalt')
  })

  it('changes the fields that are given, and no others', async () => {
    const { manage } = managed('admin')
    const before = await manage.create(id('admin'), {
      ...FIELDS,
      description: 'builds',
      expiresAt: 4e12,
      rateLimit: { perSecond: 1, burst: 2 },
    })
    const changes = { displayName: 'Daily', channelId: id('off-topic') }
    const after = await manage.update(id('admin'), before.id, changes)
    expect(after).to.deep.equal({
      ...before,
      ...changes,
      channelDisplayName: 'OFF-TOPIC',
      updateAt: after.updateAt,
    })
  })

  it('leaves a limit that administrators have set when its owner changes a name', async () => {
    const { manage } = managed('admin')
    const rateLimit = { perSecond: 1, burst: 2 }
    const { id: made } = await manage.create(id('admin'), {
      ...FIELDS,
      userId: id('alice'),
      rateLimit,
    })
    expect(await manage.update(id('alice'), made, { displayName: 'Daily' })).not.to.have.key(
      'rateLimit',
    )
    expect((await manage.find(id('admin'), made)).rateLimit).to.deep.equal(rateLimit)
  })

  it('refuses a change of a record that is not the expected one', async () => {
    const { manage } = managed('alice')
    const { id: made, updateAt } = await manage.create(id('alice'), FIELDS)
    await manage.update(id('alice'), made, { description: 'first' })
    const late = manage.update(id('alice'), made, {}, { expectedUpdateAt: updateAt })
    expect(await refusalOf(late)).to.equal('precondition_failed')
  })

  it('makes changes of different fields that come at once', async () => {
    const { manage } = managed('alice')
    const { id: made } = await manage.create(id('alice'), FIELDS)
    await Promise.all([
      manage.update(id('alice'), made, { description: 'first' }),
      manage.update(id('alice'), made, { displayName: 'Second' }),
      manage.disable(id('alice'), made),
    ])
    const after = await manage.find(id('alice'), made)
    expect(after).to.include({ description: 'first', displayName: 'Second', enabled: false })
  })

  it('validates the fields that are given, and no others', async () => {
    const host = hookHost()
    const { manage } = host.webhooks
    const { id: made } = await manage.create(id('alice'), FIELDS)
    const { webhooks } = host.adapters
    await webhooks.update(made, { iconUrl: '/icons/ci.png', version: 1 }, 0)
    const changed = await manage.update(id('alice'), made, { description: 'first' })
    expect(changed).to.include({ description: 'first', iconUrl: '/icons/ci.png' })
    const wrong = manage.update(id('alice'), made, { iconUrl: '/icons/cd.png' })
    expect(await refusalOf(wrong)).to.equal('icon_url_invalid')
  })

  it('ends a webhook, lets it go on, gives it another key, and deletes it', async () => {
    const { manage, app } = managed('alice')
    const made = await manage.create(id('alice'), FIELDS)
    const post = async (url: string): Promise<number> =>
      (await request(app).post(new URL(url).pathname).send({ text: 'a' })).status
    expect((await manage.disable(id('alice'), made.id)).enabled).to.equal(false)
    expect(await post(made.url)).to.equal(404)
    expect((await manage.enable(id('alice'), made.id)).enabled).to.equal(true)
    const { url } = await manage.regenerate(id('alice'), made.id)
    expect([await post(made.url), await post(url)]).to.deep.equal([404, 200])
    const key = url.split('/').at(-1) ?? ''
    expect(await refusalOf(manage.revoke(id('alice'), key))).to.equal('not_permitted')
    expect((await manage.revoke(id('admin'), key)).enabled).to.equal(false)
    await manage.delete(id('alice'), made.id)
    expect(await refusalOf(manage.find(id('alice'), made.id))).to.equal('webhook_not_found')
  })

  const refused: [
    what: string,
    call: (manage: WebhookManagement) => Promise<unknown>,
    code: string,
  ][] = [
    [
      'a webhook of another user',
      (manage) => manage.find(id('bob'), id('hook')),
      'webhook_not_found',
    ],
    ['an id that is none', (manage) => manage.find(id('alice'), '../a'), 'webhook_not_found'],
    ['a user who has left', (manage) => manage.list(id('gone')), 'user_missing'],
    ['too many at once', (manage) => manage.list(id('alice'), { perPage: 201 }), 'invalid_param'],
    [
      'a page before the first',
      (manage) => manage.list(id('alice'), { page: -1 }),
      'invalid_param',
    ],
    [
      'a long overlap',
      (manage) => manage.regenerate(id('alice'), id('hook'), { overlapSeconds: 1e6 }),
      'invalid_body',
    ],
    [
      'a channel that cannot be read',
      (manage) => manage.update(id('alice'), id('hook'), { channelId: id('private-out') }),
      'channel_missing',
    ],
  ]
  for (const [what, call, code] of refused) {
    it(`is refused with ${code} for ${what}`, async () => {
      expect(await refusalOf(call(managed('alice').manage))).to.equal(code)
    })
  }

  it('lists page by page, and by team', async () => {
    const { manage } = managed('alice')
    const made = await manage.create(id('alice'), FIELDS)
    const { items, total } = await manage.list(id('alice'), {
      page: 1,
      perPage: 1,
      withTotal: true,
    })
    expect([items.map((each) => each.id), total]).to.deep.equal([[id('hook')], 2])
    const first = await manage.list(id('alice'), { perPage: 1, teamId: 'main' })
    expect(first.items.map((each) => each.id)).to.deep.equal([made.id])
    expect(await manage.list(id('alice'), { teamId: 'other' })).to.deep.equal({
      items: [],
      total: null,
    })
  })
})

/** A value with the names of the API: `displayName` is `display_name`, and types are letters. */
function byWireNames(value: unknown): unknown {
  if (value === 'public') return 'O'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const wireName = (name: string): string =>
    name === 'ownerUsername'
      ? 'creator_username'
      : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [wireName(name), byWireNames(member)]),
  )
}
