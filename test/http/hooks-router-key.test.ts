import { expect } from 'chai'
import express from 'express'
import request from 'supertest'
import { type IncomingWebhook, WebhookError, webhookErrorHandler } from 'express-incoming-webhooks'
import { hookHost, type HookHostOptions, KEY } from '../support/hook-host.js'

describe('the hooks router: the key', () => {
  const asked: readonly (readonly ['get' | 'post', string, Partial<IncomingWebhook>])[] = [
    ['post', `/${KEY}`, {}],
    ['post', `/${KEY}/?a=b`, {}],
    ['post', `/${KEY}`, { enabled: false }],
    ['get', `/${KEY}`, {}],
    ['get', `/${KEY}?a=b`, {}],
    ['post', `/${KEY}/x`, {}],
    ['post', `//${KEY}`, {}],
    ['post', `/${KEY}%20`, {}],
    ['post', `/x/${KEY}`, {}],
    ['post', `/${'a'.repeat(200)}/${KEY}?key=${KEY}`, {}],
    ['get', `/${KEY}/`, {}],
  ]
  for (const [method, path, webhook] of asked) {
    it(`is in no answer and in no address afterwards: ${method} ${path.replaceAll(KEY, 'KEY')}`, async () => {
      const addresses: string[] = []
      const { app } = hookHost({
        webhook,
        before: [
          (req, res, next) => {
            res.on('finish', () => addresses.push(req.originalUrl, req.url))
            next()
          },
        ],
      })
      const answer = await request(app)[method](`/hooks${path}`).send({ text: 1 })
      expect(addresses).to.have.lengthOf(2)
      for (const text of [answer.text, JSON.stringify(answer.headers), ...addresses]) {
        expect(text).not.to.include(KEY)
      }
      expect(addresses[0]).to.match(/^\/hooks\/.*\[redacted:/)
    })
  }
})

describe('an address with the hooks path twice', () => {
  it('is refused with a hint, and without its key', async () => {
    const { app, path } = hookHost()
    const answer = await request(app).post(`/hooks${path}`).send({ text: 't' }).expect(404)
    expect(answer.body).to.include({
      id: 'web.incoming_webhook.invalid.app_error',
      detailed_error: 'the path contains hooks/ twice: use the webhook URL unchanged',
    })
    expect(answer.text).not.to.include(KEY)
  })
})

describe('an address without a key', () => {
  it('stays as it is', async () => {
    const addresses: string[] = []
    const { app } = hookHost({
      before: [
        (req, res, next) => {
          res.on('finish', () => addresses.push(req.originalUrl))
          next()
        },
      ],
    })
    for (const path of ['/hooks', '/hooks?a=b', '/hooks/'])
      await request(app).post(path).expect(404)
    expect(addresses).to.deep.equal(['/hooks', '/hooks?a=b', '/hooks/'])
  })
})

describe('the hooks router: a host that fails', () => {
  const failure = new Error('disk full')
  const failing = (error: Error): HookHostOptions => ({
    adapt: (adapters) => ({
      ...adapters,
      posts: { ...adapters.posts, createBatch: () => Promise.reject(error) },
    }),
  })

  it('gets its own error back, untouched', async () => {
    const { app, path, hostErrors } = hookHost(failing(failure))
    await request(app).post(path).send({ text: 't' }).expect(500, 'the host failed')
    expect(hostErrors).to.deep.equal([failure])
    expect(hostErrors[0]).to.equal(failure)
  })

  it('that cannot store now makes a 503 with Retry-After', async () => {
    const { app, path, hostErrors } = hookHost(
      failing(new WebhookError('storage_unavailable', { retryAfterSeconds: 7 })),
    )
    const answer = await request(app).post(path).send({ text: 't' })
    expect(answer.status).to.equal(503)
    expect(answer.headers).to.include({ 'retry-after': '7' })
    expect(answer.body).to.include({ id: 'app.storage.unavailable.app_error' })
    expect(hostErrors).to.deep.equal([])
  })

  it('that cannot store now and does not say for how long makes one too', async () => {
    const { app, path } = hookHost(failing(new WebhookError('storage_unavailable')))
    const answer = await request(app).post(path).send({ text: 't' })
    expect(answer.status).to.equal(503)
    expect(Number(answer.get('Retry-After'))).to.be.above(0)
  })

  it('may answer errors of the table with our handler', async () => {
    const app = express()
    app.get('/', () => {
      throw new WebhookError('not_permitted')
    })
    app.use(webhookErrorHandler())
    await request(app).get('/').expect(403)
  })
})
