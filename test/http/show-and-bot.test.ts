import { expect } from 'chai'
import { createHooks, type HookPost, type IncomingWebhooksOptions } from 'express-incoming-webhooks'
import { renderText } from 'express-incoming-webhooks/render'
import request from 'supertest'
import { hookHost, type HookHost, id } from '../support/hook-host.js'
import { buttonsSite, closeReceivers } from './buttons-site.js'

const BOT = id('bot')

function postsOf({ adapters }: HookHost): readonly HookPost[] {
  return [...adapters.host.posts.values()]
}

describe('a host with a bot', () => {
  const options = { botUserId: BOT }

  it('stores posts under its name, with the way to the owner', async () => {
    const host = hookHost({ options })
    await request(host.app).post(host.path).send({ text: '@bob' }).expect(200)
    const [post] = postsOf(host)
    expect(post?.userId).to.equal(BOT)
    expect(post?.webhookId).to.equal(host.webhook.id)
    expect(host.webhook.userId).to.equal(id('alice'))
    expect(post?.mentions).to.deep.equal({ userIds: [id('bob')], channelWide: null })
  })

  it('stores direct messages as those of the owner', async () => {
    for (const body of [{ channel: '@bob' }, { channel: `${id('bob')}__${id('carol')}` }]) {
      const host = hookHost({ options })
      // The second message finds the channel that the first one has created.
      for (const text of ['a', 'b']) {
        await request(host.app)
          .post(host.path)
          .send({ ...body, text })
          .expect(200)
      }
      expect(postsOf(host).map(({ userId }) => userId)).to.deep.equal([id('alice'), id('alice')])
    }
  })

  it('lets the permissions of the owner count', async () => {
    const send = (host: HookHost, channel: string): request.Test =>
      request(host.app).post(host.path).send({ text: 'a', channel })
    await send(hookHost({ options }), 'private-in').expect(200)
    await send(hookHost({ options }), 'private-out').expect(404)
    await send(hookHost({ options, webhook: { userId: id('gone') } }), 'alerts').expect(403)
  })

  it('leaves posts to their owner by default', async () => {
    const host = hookHost()
    await request(host.app).post(host.path).send({ text: 'a' }).expect(200)
    expect(postsOf(host).map(({ userId }) => userId)).to.deep.equal([id('alice')])
  })
})

describe('a host whose clients show only text', () => {
  it('gets everything as text, and senders hear what is lost', async () => {
    const host = hookHost({ options: { show: 'text' } })
    const image_url = 'https://a.example/b.png'
    const attachments = [{ title: '*a*', fields: [{ title: 'b', value: '**c**' }], image_url }]
    const response = await request(host.app)
      .post(`${host.path}?wait=true`)
      .send({ text: 'd', attachments })
      .expect(200)
    expect(response.body).to.deep.include({
      warnings: [{ path: 'attachments[0].image_url', reason: 'shown as its address' }],
    })
    expect(postsOf(host).map(({ message }) => message)).to.deep.equal([
      `d\n\n*a*\nb: c\n${image_url}`,
    ])
  })

  it('rejects a message that it cannot show, and stores nothing', async () => {
    const host = hookHost({ options: { show: 'text' } })
    const response = await request(host.app)
      .post(host.path)
      .send({ attachments: [{ color: 'red' }] })
      .expect(400)
    expect(response.body).to.include({ id: 'web.incoming_webhook.text.app_error' })
    expect(postsOf(host)).to.deep.equal([])
  })

  describe('and that had showed attachments before', () => {
    afterEach(closeReceivers)

    it('keeps those of a post that a button changes', async () => {
      const update = { props: { attachments: [{ text: '**Done**' }] } }
      const before = await buttonsSite({ update })
      const postId = await before.post([{ id: 'go', name: 'Go' }])
      const now = hookHost({
        adapt: () => before.adapters,
        options: {
          show: 'text',
          botUserId: BOT,
          allowedIntegrationHosts: [before.receiver.host],
          currentUser: () => before.adapters.host.users.get(id('bob')) ?? null,
        },
      })
      await request(now.app)
        .post(`/api/v4/posts/${postId}/actions/go`)
        .set('X-Requested-With', 'XMLHttpRequest')
        .expect(200)
      const [post] = postsOf(before)
      expect(post?.userId).to.equal(id('alice'))
      expect(post?.props['attachments']).to.deep.equal([{ text: '**Done**' }])
      expect(renderText(post ?? { message: '', props: {} })).to.equal('Done')
    })
  })
})

describe('options that cannot be used', () => {
  const rows: readonly (readonly [options: object, message: string])[] = [
    [{ show: 'html' }, 'show: expected "attachments", "markdown" or "text"'],
    [{ botUserId: '' }, 'botUserId: expected a user id, as a string that matches userIdPattern'],
    [{ botUserId: 7, userIdPattern: /^\d+$/ }, 'botUserId: expected a user id, as a string'],
  ]
  for (const [options, message] of rows) {
    it(`end the start: ${JSON.stringify(options)}`, () => {
      const { adapters } = hookHost()
      const start = (): unknown =>
        createHooks({ adapters, ...(options as Partial<IncomingWebhooksOptions>) }).router
      expect(start).to.throw(TypeError, message)
    })
  }
})
