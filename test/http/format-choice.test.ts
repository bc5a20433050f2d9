import { expect } from 'chai'
import request from 'supertest'
import type { IncomingWebhook } from 'express-incoming-webhooks'
import { allFormats } from '../../lib/formats/all.js'
import type { Format } from '../../lib/formats/format.js'
import { hookHost, type HookHost, id, NOW } from '../support/hook-host.js'

/** Shows what it is sent; stars are hardly worth a message. */
const robot: Format = {
  name: 'robot',
  title: 'A robot',
  detect: ({ headers }) => (headers['x-robot'] === undefined ? null : 'header'),
  read: ({ headers, body }) => {
    const event = headers['x-robot'] ?? ''
    const text = body.kind === 'json' ? JSON.stringify(body.value) : ''
    return {
      kind: 'message',
      draft: { title: text },
      event: { event },
      isSkipped: event === 'star',
    }
  },
}

function choosing(webhook: Partial<IncomingWebhook>): HookHost {
  return hookHost({ webhook, options: { formats: [...allFormats, robot] } })
}

function robotSends({ app, path }: HookHost, event: string, says: unknown): request.Test {
  return request(app).post(path).set('X-Robot', event).send({ says })
}

describe('the owner of a webhook', () => {
  it('chooses the only format, which the URL may override', async () => {
    const { app, path, posts } = choosing({ format: 'discord' })
    const refused = await request(app).post(path).send({ text: 'ours' }).expect(400)
    expect(refused.text).to.include('as discord')
    await request(app).post(path).send({ content: 'hi' }).expect(204)
    await request(app).post(`${path}/slack`).send({ text: 'ours' }).expect(200, 'ok')
    expect(posts().map(({ message }) => message)).to.deep.equal(['hi', 'ours'])
  })

  it('is told if the server no longer knows the format', async () => {
    const { app, path } = choosing({ format: 'gone' })
    const answer = await request(app).post(path).send({ text: 'x' }).expect(404)
    expect(answer.body).to.include({
      id: 'web.incoming_webhook.format.app_error',
      detailed_error: 'the webhook only reads gone, which this server does not know',
    })
  })

  it('is told how to send plain text', async () => {
    const { app, path } = choosing({})
    for (const [type, text, isTold] of [
      ['text/plain', 'disk full', true],
      ['application/x-www-form-urlencoded', 'disk full', true],
      ['application/x-www-form-urlencoded', 'disk=full', false],
      ['application/json', '{"text": disk full}', false],
      ['application/json', '', false],
    ] as const) {
      const refused = await request(app).post(path).type(type).send(text).expect(400)
      const told = refused.text.includes('; if the body is plain text, end the URL with /text"')
      expect(told, `${type} ${text}`).to.equal(isTold)
    }
    await request(app).post(`${path}/text`).send('disk full').expect(200, 'ok')
  })

  it('chooses which events are messages', async () => {
    const host = choosing({ events: ['push'] })
    const skipped = await robotSends(host, 'tag', 1).expect(200, 'ok')
    expect(skipped.headers).to.include({ 'x-webhook-skipped': 'tag' })
    await robotSends(host, 'push', 2).expect(200, 'ok')
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('chooses which events are none', async () => {
    const host = choosing({ except: ['push'] })
    await robotSends(host, 'tag', 1)
    await robotSends(host, 'push.forced', 2)
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('has senders of excepted messages answered like those of others', async () => {
    const { app, path, posts } = choosing({ except: ['message'] })
    const sent = request(app).post(`${path}/discord?wait=true`).send({ content: 'hi' })
    const answer = await sent.expect(200).expect('X-Webhook-Skipped', 'message')
    const timestamp = new Date(NOW).toISOString()
    expect(answer.body).to.include({ id: '0', content: 'hi', channel_id: id('alerts'), timestamp })
    expect(posts()).to.have.lengthOf(0)
  })

  it('is shown what is hardly worth a message only on demand', async () => {
    const host = choosing({})
    await robotSends(host, 'star', 1).expect(200)
    expect(host.posts()).to.have.lengthOf(0)
    await request(host.app).post(`${host.path}?events=star`).set('X-Robot', 'star').send({ a: 1 })
    expect(host.posts()).to.have.lengthOf(1)
  })

  const mentions = [
    ['none', [], null],
    ['people', [id('bob')], null],
    ['all', [id('bob')], 'channel'],
  ] as const
  for (const [foreignMentions, userIds, channelWide] of mentions) {
    it(`allows texts of programs to notify: ${foreignMentions}`, async () => {
      const host = choosing({ foreignMentions })
      await robotSends(
        host,
        'push',
        'ask @bob or @channel, not https://x.test/?q=@carol or \u00e9@carol',
      ).expect(200)
      await request(host.app)
        .post(host.path)
        .send({
          content:
            '**ask** @bob, @channel, not `@carol`, not ops@bob, [not](https://x.test/?q=@carol), ' +
            '<https://x.test/?q=@carol>, https://x.test/:@carol, ren\u00e9@carol or a+@carol',
        })
        .expect(204)
      await request(host.app)
        .post(`${host.path}?format=discord`)
        .send({
          content: '',
          embeds: [{ title: '@bob', description: 'x', fields: [{ name: 'f', value: '@channel' }] }],
        })
      for (const post of host.adapters.host.posts.values()) {
        expect(post.mentions, post.message).to.deep.equal({ userIds, channelWide })
      }
      expect(host.posts()).to.have.lengthOf(3)
      await request(host.app).post(host.path).send({ text: 'hi @bob' }).expect(200)
      expect([...host.adapters.host.posts.values()].at(-1)?.mentions.userIds).to.deep.equal([
        id('bob'),
      ])
    })
  }
})
