import { expect } from 'chai'
import { createIncomingWebhooks, type NewWebhook } from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost, id } from '../../support/hook-host.js'
import { FIELDS, refusalOf } from './managed-host.js'

describe('a webhook that the host makes itself', () => {
  it('posts to its channel, in the name of its owner', async () => {
    const host = hookHost()
    const made = await host.webhooks.manage.create(id('alice'), {
      ...FIELDS,
      description: 'builds',
    })
    const { url } = made
    expect(made).to.include({ userId: id('alice'), teamId: 'main', description: 'builds' })
    expect(url).to.match(/^https:\/\/chat\.example\/hooks\/whk[a-z0-9]{29}$/)
    const { status } = await request(host.app).post(new URL(url).pathname).send({ text: 'hello' })
    expect(status).to.equal(200)
    expect(host.posts()[0]).to.include({ channel_id: id('alerts'), user_id: id('alice') })
  })

  it('may be given every field that people may set, under the same rules', async () => {
    const given = {
      username: 'ci',
      iconUrl: 'https://a.example/i.png',
      iconEmoji: 'rocket',
      channelLocked: true,
      expiresAt: 4e12,
    }
    const on = { enablePostUsernameOverride: true, enablePostIconOverride: true }
    const { webhooks } = hookHost({ settings: on })
    const made = await webhooks.manage.create(id('alice'), { ...FIELDS, ...given })
    expect(made).to.include(given)
    const off = await hookHost().webhooks.manage.create(id('alice'), { ...FIELDS, ...given })
    expect(off).to.include({ username: '', iconUrl: '', channelLocked: true })
  })

  it('has no URL where the secret is another one, which is told once', async () => {
    const { adapters, webhooks } = hookHost()
    const made = await webhooks.manage.create(id('alice'), FIELDS)
    const codes: unknown[] = []
    const other = createIncomingWebhooks({
      adapters,
      secret: 'another secret of thirty-two bytes or more',
      siteUrl: 'https://chat.example',
      log: (_level, _message, fields = {}) => codes.push(fields['code']),
    })
    for (let n = 0; n < 2; n += 1) {
      const found = await other.manage.find(id('alice'), made.id)
      expect(found).to.include({ id: made.id, url: null, key: null })
    }
    expect(codes).to.deep.equal(['EIW_OTHER_SECRET'])
  })

  it('gets a rate limit from administrators only', async () => {
    const rateLimit = { perSecond: 2, burst: 5 }
    expect(await codeOf({ ...FIELDS, rateLimit })).to.equal('not_permitted')
    const made = await hookHost().webhooks.manage.create(id('admin'), { ...FIELDS, rateLimit })
    expect(made.rateLimit).to.deep.equal(rateLimit)
  })

  it('has the URL that people use, with the path of the mount', async () => {
    const { adapters } = hookHost()
    const webhooks = createIncomingWebhooks({
      adapters,
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: 'https://chat.example/team/',
      hooksPath: '/in/',
    })
    const { url } = await webhooks.manage.create(id('alice'), FIELDS)
    expect(url).to.match(/^https:\/\/chat\.example\/team\/in\/whk/)
  })

  const refused: [what: string, fields: Partial<NewWebhook>, code: string, by?: string][] = [
    ['an unknown user', {}, 'user_missing', 'nobody'],
    ['a deactivated user', {}, 'user_missing', id('gone')],
    ['another owner', { userId: id('bob') }, 'not_permitted'],
    ['a channel that the owner may not read', { channelId: id('private-out') }, 'channel_missing'],
    ['an archived channel', { channelId: id('archived') }, 'channel_missing'],
    ['no name', { displayName: ' ' }, 'display_name_invalid'],
    ['a long description', { description: 'x'.repeat(501) }, 'description_invalid'],
  ]
  for (const [what, fields, code, by] of refused) {
    it(`is refused with ${code} for ${what}`, async () => {
      expect(await codeOf({ ...FIELDS, ...fields }, {}, by)).to.equal(code)
    })
  }

  it('is refused where only administrators may, and while the feature is off', async () => {
    expect(await codeOf(FIELDS, { enableOnlyAdminIntegrations: true })).to.equal('not_permitted')
    expect(await codeOf(FIELDS, { enableIncomingWebhooks: false })).to.equal('webhooks_disabled')
  })
})

async function codeOf(
  fields: NewWebhook,
  settings: object = {},
  by: string = id('alice'),
): Promise<string> {
  return refusalOf(hookHost({ settings }).webhooks.manage.create(by, fields))
}
