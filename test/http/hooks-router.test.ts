import { expect } from 'chai'
import type { Express } from 'express'
import request from 'supertest'
import { WebhookError } from 'express-incoming-webhooks'
import { keyDigest } from '../../lib/rules/keys.js'
import { hookHost, type HookHostOptions, id, KEY, NOW } from '../support/hook-host.js'

const CHECKSUM_OFF = KEY.slice(0, -1) + (KEY.endsWith('y') ? 'b' : 'y')
const UNKNOWN = 'abcdefghijklmnopqrstuvwxyz'

interface Refusal {
  readonly status: number
  readonly text: string
  readonly headers: readonly [string, unknown][]
}

/** The whole response to a key that may not be used, except its time, for one request id. */
async function refusalOf(app: Express, key: string): Promise<Refusal> {
  const answer = await request(app)
    .post(`/hooks/${key}`)
    .set('X-Request-Id', 'the-same')
    .send({ text: 't' })
  const headers = Object.entries(answer.headers).filter(([name]) => name !== 'date')
  return { status: answer.status, text: answer.text, headers }
}

interface Answer {
  readonly status: number
  readonly id: string
}

describe('the hooks router: success', () => {
  it('is exactly 200, text/plain and two bytes', async () => {
    const { app, path, posts } = hookHost()
    const answer = await request(app).post(path).send({ text: 'hello' })
    expect(answer.status).to.equal(200)
    expect(answer.text).to.equal('ok')
    expect(answer.headers).to.include({ 'content-type': 'text/plain', 'content-length': '2' })
    expect(answer.headers).not.to.have.property('etag')
    expect(posts()).to.have.lengthOf(1)
    expect(posts()[0]).to.deep.include({
      message: 'hello',
      channel_id: id('alerts'),
      user_id: id('alice'),
    })
  })

  it('is the same whatever the sender accepts', async () => {
    const { app, path } = hookHost()
    for (const accept of ['application/json', 'text/html', 'image/png']) {
      await request(app).post(path).set('Accept', accept).send({ text: 't' }).expect(200, 'ok')
    }
  })

  it('is a receipt for senders that wait', async () => {
    const { app, path, posts } = hookHost()
    const payload = { text: 't', mrkdwn: true, thread_ts: '1.2' }
    const answer = await request(app).post(`${path}?wait=true`).send(payload)
    const [post] = posts()
    expect(answer.status).to.equal(200)
    expect(answer.type).to.equal('application/json')
    expect(answer.body).to.deep.equal({
      ok: true,
      posts: [
        {
          id: post?.id,
          channel_id: id('alerts'),
          permalink: `https://chat.example/main/pl/${post?.id ?? ''}`,
          action: 'created',
        },
      ],
      warnings: [{ path: 'thread_ts', reason: 'not supported' }],
      ignored: ['mrkdwn'],
    })
  })

  it('is a receipt with an address of the host where it gives one, and outside of teams', async () => {
    const { app, path } = hookHost({
      options: { permalink: (post, channel) => `x:${channel?.name ?? ''}:${post.message}` },
    })
    const own = await request(app).post(`${path}?wait=true`).send({ text: 't' })
    expect(own.body).to.have.nested.property('posts[0].permalink', 'x:alerts:t')
    const other = hookHost()
    const direct = await request(other.app)
      .post(`${other.path}?wait=true`)
      .send({ text: 't', channel: '@bob' })
    expect(direct.text).to.include('https://chat.example/_redirect/pl/')
  })

  it('is a receipt without a team when the channel cannot be read any more', async () => {
    let stored = false
    const { app, path, posts } = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        posts: {
          ...adapters.posts,
          createBatch: (batch) => {
            stored = true
            return adapters.posts.createBatch(batch)
          },
        },
        channels: {
          ...adapters.channels,
          findById: (channelId) => {
            if (stored) throw new WebhookError('storage_unavailable')
            return adapters.channels.findById(channelId)
          },
        },
      }),
    })
    await request(app).post(`${path}?wait=true`).send({ text: 't' }).expect(200)
    expect(posts()).to.have.lengthOf(1)
  })

  it('takes one trailing slash', async () => {
    const { app, path } = hookHost()
    await request(app).post(`${path}/`).send({ text: 't' }).expect(200, 'ok')
    await request(app)
      .post(`${path}/?wait=true`)
      .send({ text: 't' })
      .expect(200)
      .expect('content-type', /json/)
  })

  it('is noted as the last use of the key', async () => {
    const { app, path, adapters } = hookHost()
    await request(app).post(path).send({ text: 't' })
    expect(adapters.host.webhooks.get(id('hook'))?.lastUsed).to.equal(NOW)
  })
})

describe('the hooks router: refusals', () => {
  const bad: readonly (readonly [string, HookHostOptions, string, Answer])[] = [
    ['an unknown key', {}, UNKNOWN, { status: 404, id: 'web.incoming_webhook.invalid.app_error' }],
    [
      'a mistyped key',
      {},
      CHECKSUM_OFF,
      { status: 404, id: 'web.incoming_webhook.invalid.app_error' },
    ],
    [
      'a webhook switched off',
      { webhook: { enabled: false } },
      KEY,
      { status: 404, id: 'web.incoming_webhook.invalid.app_error' },
    ],
    [
      'an expired webhook',
      { webhook: { expiresAt: NOW } },
      KEY,
      { status: 404, id: 'web.incoming_webhook.invalid.app_error' },
    ],
    [
      'the feature off',
      { settings: { enableIncomingWebhooks: false } },
      KEY,
      { status: 501, id: 'web.incoming_webhook.disabled.app_error' },
    ],
  ]
  for (const [title, options, key, { status, id: errorId }] of bad) {
    it(`of ${title} are ${status} ${errorId}`, async () => {
      const { app, posts } = hookHost(options)
      const answer = await request(app).post(`/hooks/${key}`).send({ text: 't' })
      expect(answer.status).to.equal(status)
      expect(answer.type).to.equal('application/json')
      expect(answer.body).to.include({ id: errorId, status_code: status })
      expect(posts()).to.deep.equal([])
    })
  }

  it('of ids of webhooks say what to use instead, alike for known and unknown ones', async () => {
    const { app, webhook } = hookHost()
    const known = await refusalOf(app, webhook.id)
    expect(known.status).to.equal(404)
    expect(known.text).to.match(/looks like a webhook's id/)
    expect(await refusalOf(app, UNKNOWN)).to.deep.equal(known)
  })

  it('of keys with the form of an id are alike for unknown, disabled and expired ones', async () => {
    const imported = { keyDigest: keyDigest(UNKNOWN) }
    const unknown = await refusalOf(hookHost().app, UNKNOWN)
    for (const changes of [{ enabled: false }, { expiresAt: NOW }]) {
      const { app } = hookHost({ webhook: { ...imported, ...changes } })
      expect(await refusalOf(app, UNKNOWN)).to.deep.equal(unknown)
    }
  })

  it('of keys without the form of an id give no hint', async () => {
    for (const key of [CHECKSUM_OFF, UNKNOWN.toUpperCase(), `${UNKNOWN}a`, UNKNOWN.slice(1)]) {
      expect(await refusalOf(hookHost().app, key))
        .to.have.property('text')
        .that.includes('"detailed_error":""')
    }
  })

  it('do not include keys of another system with the form of an id', async () => {
    const { app, posts } = hookHost({ webhook: { keyDigest: keyDigest(UNKNOWN) } })
    await request(app).post(`/hooks/${UNKNOWN}`).send({ text: 't' }).expect(200, 'ok')
    expect(posts()).to.have.lengthOf(1)
  })

  it('have five members and no others', async () => {
    const { app, path } = hookHost()
    const answer = await request(app).post(path).set('X-Request-Id', 'abc-1').send('{"text":"a""}')
    expect(answer.body).to.deep.equal({
      id: 'model.incoming_hook.parse_data.app_error',
      message: 'Unable to parse incoming data',
      detailed_error:
        'not JSON: expected a comma or a closing brace at position 11 (line 1, column 12)',
      request_id: 'abc-1',
      status_code: 400,
    })
    expect(answer.headers).to.include({ 'cache-control': 'no-store', 'x-request-id': 'abc-1' })
  })

  const words: readonly (readonly [object, string])[] = [
    [{ text: 't', channel: 'nope' }, "Couldn't find the channel"],
    [{ text: 't', channel: '@nope' }, "Couldn't find the user"],
    [{ text: 1 }, 'Unable to parse incoming data'],
  ]
  for (const [payload, message] of words) {
    it(`use the words of the specification: ${message}`, async () => {
      const { app, path } = hookHost()
      expect((await request(app).post(path).send(payload)).body).to.include({ message })
    })
  }

  for (const method of ['get', 'put', 'delete', 'patch', 'options', 'head'] as const) {
    it(`of ${method.toUpperCase()} are 405 with Allow, and post nothing`, async () => {
      const { app, path, posts } = hookHost()
      for (const to of [path, '/hooks/x', '/hooks', '/hooks/']) {
        const answer = await request(app)[method](to)
        expect(answer.status, to).to.equal(405)
        expect(answer.headers).to.include({ allow: 'POST' })
        if (method !== 'head') expect(answer.body).to.include({ detailed_error: 'use POST' })
      }
      expect(posts()).to.deep.equal([])
    })
  }

  const paths = [
    '',
    '/',
    `/x/${KEY}`,
    `//${KEY}`,
    `/${KEY.slice(0, 19)}`,
    `/${'a'.repeat(65)}`,
    `/${KEY}%20`,
    `/%77${KEY.slice(1)}`,
    `/${KEY}-`,
    '/favicon.ico',
    '/%',
    '/incoming',
  ]
  for (const path of paths) {
    it(`of the path ${path.replaceAll(KEY, 'KEY')} are 404 as JSON, for the host's own routes too`, async () => {
      const { app, posts } = hookHost()
      app.use((_req, res) => res.status(200).send('host'))
      const answer = await request(app).post(`/hooks${path}`).send({ text: 't' })
      expect(answer.status).to.equal(404)
      expect(answer.body).to.include({ id: 'web.incoming_webhook.invalid.app_error' })
      expect(posts()).to.deep.equal([])
    })
  }

  it('look up no key of another shape', async () => {
    let asked = 0
    const { app } = hookHost({
      adapt: (adapters) => ({
        ...adapters,
        webhooks: {
          ...adapters.webhooks,
          findByKeyDigest: () => {
            asked += 1
            return null
          },
        },
      }),
    })
    for (const path of paths) await request(app).post(`/hooks${path}`).send({ text: 't' })
    await request(app).post(`/hooks/${CHECKSUM_OFF}`).send({ text: 't' })
    expect(asked).to.equal(0)
  })
})
