import { expect } from 'chai'
import express from 'express'
import { createHooks } from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost, type HookHost } from '../../support/hook-host.js'

// Express's parser refuses the raw line end, and keeps the text.
const UNREADABLE = '{"text":"two\nlines"}'

describe('the hooks router', () => {
  it('is a router like any other: it can be called, and takes handlers', () => {
    const { hooksRouter } = hookHost().webhooks
    expect(hooksRouter).to.be.a('function').with.lengthOf(3)
    expect(
      hooksRouter.use((_req, _res, next) => {
        next()
      }),
    ).to.equal(hooksRouter)
  })

  it('receives messages when a handler of the host calls it', async () => {
    const host = hookHost()
    const app = express().use('/in', (req, res, next) => {
      host.webhooks.hooksRouter(req, res, next)
    })
    await request(app).post(`/in/${host.key}`).send({ text: 'called' }).expect(200, 'ok')
    expect(host.posts()[0]?.message).to.equal('called')
  })
})

describe('the error handler beside the hooks router', () => {
  it('delivers what a body parser before them could not read', async () => {
    const host = hookHost()
    const { router, errorHandler } = createHooks({ adapters: host.adapters, log: false })
    const app = express().use(express.json()).use('/in', router, errorHandler)
    await unreadable(app, `/in/${host.key}`).expect(200, 'ok')
    expect(host.posts()[0]?.message).to.equal('two\nlines')
  })

  for (const encoding of ['gzip', 'deflate', 'br']) {
    it(`answers a body that is not ${encoding} as the router does without parsers`, async () => {
      const host = hookHost()
      const { router, errorHandler } = createHooks({ adapters: host.adapters, log: false })
      const app = express().use(express.json()).use('/in', router, errorHandler)
      const answer = await request(app)
        .post(`/in/${host.key}`)
        .set({ 'Content-Encoding': encoding, 'Content-Type': 'application/json' })
        .send('zzzzzzzzzzzz')
        .expect(400)
      expect(answer.body).to.include({
        detailed_error: 'the body does not match its Content-Encoding',
      })
    })
  }

  it('leaves other routes alone where it is mounted without a path', async () => {
    const { app } = mountedWithoutPath(hookHost())
    await unreadable(app, '/api/orders').expect(400, 'the host: entity.parse.failed')
  })

  it('leaves a route alone whose path only looks like a key', async () => {
    const { app } = mountedWithoutPath(hookHost())
    const path = '/resetpasswordforaccount'
    await unreadable(app, path).expect(400, 'the host: entity.parse.failed')
  })

  it('hides the key of a request whose failure it passes on', async () => {
    const host = hookHost()
    const logged: string[] = []
    const { hooksRouter, hooksErrorHandler } = host.webhooks
    const verify = (): never => {
      throw new Error('wrong signature')
    }
    const app = express()
      .use((req, res, next) => {
        res.once('finish', () => logged.push(req.originalUrl))
        next()
      })
      .use('/in', express.json({ verify }), hooksRouter, hooksErrorHandler)
    const failed: express.ErrorRequestHandler = (_error, _req, res, next) => {
      if (res.headersSent) next()
      else res.sendStatus(403)
    }
    await request(app.use(failed)).post(`/in/${host.key}`).send({ text: 'a' }).expect(403)
    expect(logged).to.have.lengthOf(1)
    expect(logged[0]).to.match(/^\/in\/\[redacted:/)
  })

  it('takes hooks that are mounted without a path, in an app of their own', async () => {
    const host = hookHost()
    const { app } = mountedWithoutPath(host)
    await unreadable(app, `/${host.key}`).expect(200, 'ok')
  })
})

function mountedWithoutPath({ webhooks }: HookHost): { readonly app: express.Express } {
  const app = express().use(express.json(), webhooks.hooksErrorHandler)
  const failed: express.ErrorRequestHandler = (error: { type?: string }, _req, res, next) => {
    if (res.headersSent) next(error)
    else res.status(400).send(`the host: ${error.type ?? ''}`)
  }
  return { app: app.use(failed) }
}

function unreadable(app: express.Express, path: string): request.Test {
  return request(app).post(path).type('json').send(UNREADABLE)
}
