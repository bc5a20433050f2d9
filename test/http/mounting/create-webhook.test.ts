import { expect } from 'chai'
import { createIncomingWebhooks, type NewWebhook, WebhookError } from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost, id } from '../../support/hook-host.js'

const FIELDS: NewWebhook = {
  userId: id('alice'),
  channelId: id('alerts'),
  displayName: 'Nightly',
}

describe('a webhook that the host makes itself', () => {
  it('posts to its channel, in the name of its creator', async () => {
    const host = hookHost()
    const { webhook, url } = await host.webhooks.createWebhook({ ...FIELDS, description: 'builds' })
    expect(webhook).to.include({ userId: id('alice'), teamId: 'main', description: 'builds' })
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
    const { webhook } = await webhooks.createWebhook({ ...FIELDS, ...given })
    expect(webhook).to.include(given)
    const off = await hookHost().webhooks.createWebhook({ ...FIELDS, ...given })
    expect(off.webhook).to.include({ username: '', iconUrl: '', channelLocked: true })
  })

  it('gets a rate limit from administrators only', async () => {
    const rateLimit = { perSecond: 2, burst: 5 }
    expect(await codeOf({ ...FIELDS, rateLimit })).to.equal('not_permitted')
    const made = { ...FIELDS, userId: id('admin'), rateLimit }
    const { webhook } = await hookHost().webhooks.createWebhook(made)
    expect(webhook.rateLimit).to.deep.equal(rateLimit)
  })

  it('has the URL that people use, with the path of the mount', async () => {
    const { adapters } = hookHost()
    const webhooks = createIncomingWebhooks({
      adapters,
      secret: 'a secret of at least thirty-two bytes',
      siteUrl: 'https://chat.example/team/',
      hooksPath: '/in/',
    })
    const { url } = await webhooks.createWebhook(FIELDS)
    expect(url).to.match(/^https:\/\/chat\.example\/team\/in\/whk/)
  })

  const refused: [what: string, fields: Partial<NewWebhook>, code: string][] = [
    ['an unknown creator', { userId: 'nobody' }, 'user_missing'],
    ['a deactivated creator', { userId: id('gone') }, 'user_missing'],
    [
      'a channel that the creator may not read',
      { channelId: id('private-out') },
      'channel_missing',
    ],
    ['an archived channel', { channelId: id('archived') }, 'channel_missing'],
    ['no name', { displayName: ' ' }, 'display_name_invalid'],
    ['a long description', { description: 'x'.repeat(501) }, 'description_invalid'],
  ]
  for (const [what, fields, code] of refused) {
    it(`is refused with ${code} for ${what}`, async () => {
      expect(await codeOf({ ...FIELDS, ...fields })).to.equal(code)
    })
  }

  it('is refused where only administrators may, and while the feature is off', async () => {
    expect(await codeOf(FIELDS, { enableOnlyAdminIntegrations: true })).to.equal('not_permitted')
    expect(await codeOf(FIELDS, { enableIncomingWebhooks: false })).to.equal('webhooks_disabled')
  })
})

async function codeOf(fields: NewWebhook, settings: object = {}): Promise<string> {
  try {
    await hookHost({ settings }).webhooks.createWebhook(fields)
    return 'none'
  } catch (error) {
    return error instanceof WebhookError ? error.code : String(error)
  }
}
