import { createListener, type ListenerOptions } from '../../lib/http/hooks-router.js'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { mock } from 'node:test'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { expect } from 'chai'
import express from 'express'
import fastify from 'fastify'
import { Hono } from 'hono'
import Koa from 'koa'
import request from 'supertest'
import { createHooks } from 'express-incoming-webhooks'
import { WebhookError } from '../../lib/model/errors.js'
import { hookHost, type HookHost, type HookHostOptions } from '../support/hook-host.js'

/** A server whose hooks the library answers before this app. */
async function serving(
  listener: RequestListener,
  use: (url: string) => Promise<unknown>,
): Promise<void> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const APP: RequestListener = (_req, res) => {
  res.end('the app')
}

async function behind(
  given: HookHostOptions,
  use: (url: string, host: HookHost) => Promise<unknown>,
  { app = APP, ...options }: ListenerOptions & { readonly app?: RequestListener } = {},
): Promise<void> {
  const host = hookHost(given)
  await serving(host.webhooks.listener(app, options), (url) => use(url, host))
}

/** One end of a connection that is no socket, as a host may give its server. */
class End extends Duplex {
  other: Duplex | null = null

  override _read(): void {
    // What the other end writes is there at once.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.other?.push(chunk)
    done()
  }

  override _final(done: () => void): void {
    this.other?.push(null)
    done()
  }
}

describe('the listener', () => {
  it('reads a body whole whose parts have been waiting for it', async () => {
    const { webhooks, path } = hookHost()
    const answer = webhooks.listener(APP)
    const body = JSON.stringify({ text: 'word '.repeat(1000) })
    const whenArrived: RequestListener = (req, res) => {
      if (req.readableLength < body.length) setImmediate(whenArrived, req, res)
      else answer(req, res)
    }
    await serving(whenArrived, async (url) => {
      const headers = { 'content-length': body.length }
      const req = ask(url + path, { method: 'POST', headers })
      req.write(body.slice(0, 100))
      await new Promise((resolve) => req.write(body.slice(100, 2000), resolve))
      req.end(body.slice(2000))
      const [res] = (await once(req, 'response')) as [IncomingMessage]
      expect(await text(res)).to.equal('ok')
    })
  })

  it('closes a connection that is no socket when a refused body does not come', async () => {
    const { webhooks } = hookHost()
    const server = createServer(webhooks.listener(APP))
    const [connection, client] = [new End(), new End()]
    connection.other = client
    client.other = connection
    server.emit('connection', connection)
    mock.timers.enable({ apis: ['setTimeout'] })
    try {
      client.write('POST /hooks/whkx HTTP/1.1\r\nHost: chat\r\nContent-Length: 100000\r\n\r\n')
      const answer = text(client)
      await once(client, 'data')
      mock.timers.tick(2_000)
      expect(await answer).to.match(/^HTTP\/1\.1 404 /)
    } finally {
      mock.timers.reset()
    }
  })

  const frameworks: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
    'node:http': () => APP,
    Express: () => express().use((_req, res) => void res.send('the app')),
    Koa: () => {
      const app = new Koa()
      app.use((context) => {
        context.body = 'the app'
      })
      const answer = app.callback()
      return (req, res) => void answer(req, res)
    },
    Hono: () => {
      const app = new Hono().all('*', (context) => context.text('the app'))
      const answer = getRequestListener(app.fetch)
      return (req, res) => void answer(req, res)
    },
    Fastify: async () => {
      const app = fastify()
      app.all('/*', () => 'the app')
      await app.ready()
      return (req, res) => {
        app.routing(req, res)
      }
    },
  }
  for (const [name, make] of Object.entries(frameworks)) {
    it(`answers hook requests before an app of ${name}, which gets all others`, async () => {
      const app = await make()
      await behind(
        {},
        async (url, host) => {
          await request(url).post(host.path).send({ text: 'one' }).expect(200, 'ok')
          await request(url).get('/somewhere').expect(200, 'the app')
          await request(url).post('/hooksmith').send({}).expect(200, 'the app')
          expect(host.posts().map(({ message }) => message)).to.deep.equal(['one'])
        },
        { app },
      )
    })
  }

  it('is also there without management', async () => {
    const { adapters, path, posts } = hookHost()
    const siteUrl = 'https://chat.example'
    const listener = createHooks({ adapters, siteUrl, hooksPath: '/in' }).listener
    await serving(listener(APP), async (url) => {
      await request(url).post(path.replace('/hooks', '/in')).send({ text: 'one' }).expect(200, 'ok')
      await request(url)
        .post(path.replace('/hooks', '/out'))
        .send({ text: 'two' })
        .expect(200, 'the app')
    })
    expect(posts().map(({ message }) => message)).to.deep.equal(['one'])
  })

  it('answers what is no hook below its path, and never with the key', async () => {
    await behind({}, async (url, host) => {
      const unknown = await request(url)
        .post(`/hooks/${'k'.repeat(26)}`)
        .send({ text: 't' })
      expect(unknown.status).to.equal(404)
      expect(unknown.text).not.to.include('kkkk')
      const asked = await request(url).get(host.path)
      expect(asked.status).to.equal(405)
      expect(asked.get('Allow')).to.equal('POST')
      await request(url).post('/hooks/').send({}).expect(404)
    })
  })

  it('finds its path in any case, as Express does', async () => {
    await behind({}, async (url, host) => {
      await request(url).post(host.path.replace('hooks', 'HOOKS')).send({ text: 'one' }).expect(200)
      await request(url)
        .post(`${host.path}?wait=true`)
        .send({ text: 'two' })
        .expect(200, /"posts"/)
    })
  })

  it('finds its path in absolute URLs, as proxies may send them', async () => {
    await behind({}, async (url, host) => {
      const answerTo = async (path: string): Promise<string> => {
        const sent = ask(url, { method: 'POST', path }).end('{"text":"one"}')
        const [answer] = (await once(sent, 'response')) as [IncomingMessage]
        return text(answer)
      }
      expect(await answerTo(`http://chat.example${host.path}`)).to.equal('ok')
      expect(await answerTo(`HTTP://chat.example${host.path}?wait=true`)).to.include('"posts"')
      expect(await answerTo(`http://chat.example/somewhere${host.path}`)).to.equal('the app')
      expect(await answerTo(`http://chat.example?${host.path}`)).to.equal('the app')
      expect(host.posts()).to.have.lengthOf(2)
    })
  })

  const bodies: Readonly<Record<string, () => RequestInit>> = {
    'that come with their headers': () => ({ body: '{"text":"one"}' }),
    'of 900 kB': () => ({ body: JSON.stringify({ text: 'x'.repeat(900_000) }) }),
    // A stream is sent in chunks.
    'without a length': () => ({ body: new Blob(['{"text":"one"}']).stream(), duplex: 'half' }),
    'that are compressed': () => ({
      body: gzipSync('{"text":"one"}'),
      headers: { 'Content-Encoding': 'gzip' },
    }),
  }
  for (const [title, make] of Object.entries(bodies)) {
    it(`reads bodies ${title}, one after the other on a connection`, async () => {
      await behind({ options: { limits: { webhook: null } } }, async (url, host) => {
        for (let sent = 0; sent < 3; sent += 1) {
          const answer = await fetch(`${url}${host.path}`, { method: 'POST', ...make() })
          expect([answer.status, await answer.text()]).to.deep.equal([200, 'ok'])
        }
        expect(host.posts().length).to.be.at.least(3)
      })
    })
  }

  it('hides the key from whoever logs the request afterwards', async () => {
    const host = hookHost()
    const seen: unknown[] = []
    const listener = host.webhooks.listener(APP)
    await serving(
      (req, res) => {
        res.on('finish', () => seen.push(req.url))
        listener(req, res)
      },
      async (url) => {
        await request(url).post(host.path).send({ text: 't' }).expect(200)
        await request(url).get(`/hooks/${'x'.repeat(200)}${host.key}`)
      },
    )
    expect(seen).to.have.lengthOf(2)
    expect(seen.join()).to.include('[redacted:').and.not.include(host.key)
  })

  it('hides the key of requests that it rejects at once, too', async () => {
    const seen: unknown[] = []
    const listener = createListener({
      handler: { handle: () => Promise.reject(new Error('reached')) },
      admission: { refusal: () => new WebhookError('storage_unavailable') },
      count: () => undefined,
      tellMounting: () => undefined,
      log: () => undefined,
      hooksPath: '/hooks',
    })(APP)
    await serving(
      (req, res) => {
        res.on('finish', () => seen.push(req.url))
        listener(req, res)
      },
      (url) => request(url).post('/hooks/kkkkkkkkkkkkkkkkkkkkkkkkkk').send({}).expect(503),
    )
    expect(seen).to.deep.equal(['/hooks/[redacted]'])
  })

  it('answers 500 with the id of the request where an adapter fails, and says so in the log', async () => {
    const logged: unknown[] = []
    const failing: HookHostOptions = {
      options: { log: (level, message, facts) => logged.push([level, message, facts]) },
      adapt: (adapters) => ({
        ...adapters,
        webhooks: {
          ...adapters.webhooks,
          findByKeyDigest: () => Promise.reject(new Error('out of order')),
        },
      }),
    }
    await behind(failing, async (url, host) => {
      const sent = request(url).post(host.path).set('X-Request-Id', 'id-1').send({ text: 't' })
      const answer = await sent
      expect(answer.status).to.equal(500)
      expect(answer.get('X-Request-Id')).to.equal('id-1')
      expect(answer.text).to.equal('Internal Server Error')
    })
    expect(logged).to.have.lengthOf(1)
    expect(logged[0]).to.include('error').and.include('a hook request failed')
  })

  describe('counts requests with unknown keys', () => {
    const limits = { options: { limits: { keyFailures: 1 } } }
    const guess = async (url: string, address: string): Promise<number> => {
      const sent = request(url)
        .post(`/hooks/${'k'.repeat(26)}`)
        .set('X-Forwarded-For', address)
      return (await sent.send({ text: 't' })).status
    }

    it('for the address that proxies report, where the app trusts them', async () => {
      const app = express().set('trust proxy', true)
      await behind(
        limits,
        async (url) => {
          expect(await guess(url, '192.0.2.1')).to.equal(404)
          expect(await guess(url, '192.0.2.1')).to.equal(429)
          expect(await guess(url, '192.0.2.2')).to.equal(404)
        },
        { app },
      )
    })

    it('for the address that as many proxies report as there are', async () => {
      await behind(
        limits,
        async (url) => {
          expect(await guess(url, '198.51.100.1, 192.0.2.1')).to.equal(404)
          expect(await guess(url, '198.51.100.2, 192.0.2.1')).to.equal(429)
          expect(await guess(url, '198.51.100.2, 192.0.2.2')).to.equal(404)
        },
        { proxies: 1 },
      )
    })

    it('for the address of the connection otherwise', async () => {
      await behind(limits, async (url) => {
        expect(await guess(url, '192.0.2.1')).to.equal(404)
        expect(await guess(url, '192.0.2.2')).to.equal(429)
      })
    })
  })
})
