import { createServer } from 'node:http'
import { expect } from 'chai'
import express from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'
import request from 'supertest'
import { blockWith, page, tableIn } from '../support/markdown.js'
import { printedAlone } from './program.js'
import { useProgramsInOneProcess } from './programs-in-one-process.js'

const PAGE = page('mounting.md')

/** The reader's own code around a block. */
const HOST = `
import express from 'express'
import { createIncomingWebhooks, toClientPost, webhookErrorHandler } from 'express-incoming-webhooks'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

const adapters = createMemoryAdapters()
const { user, channel } = adapters.addDemo()
const secret = '7f3a9c51e8d24b60a1f7c3d95e0b8246'
const siteUrl = 'https://example.org'
const options = { adapters, secret, siteUrl }
const currentUser = () => user
const app = express()
const session = (req, res, next) => next()
const yourRoutes = (req, res) => res.status(418).send('yours')
const yourErrorHandler = (error, req, res, next) => res.status(500).send('your handler')
const open = () => new Promise((resolve) => {
  const server = app.listen(0, '127.0.0.1', () => {
    resolve({ server, url: 'http://127.0.0.1:' + server.address().port })
  })
})
const add = async (webhooks) => {
  const fields = { channelId: channel.id, displayName: 'Builds' }
  return new URL((await webhooks.manage.create(user.id, fields)).url).pathname
}
`

describe('docs/mounting.md', () => {
  const { printedBy } = useProgramsInOneProcess()

  it('mounts all routers beside the routes of the host', async () => {
    const paths = tableIn(PAGE, 'router', 'mount it').flatMap(([router = '', , below = '']) => {
      const at = { buttonsRouter: '/api/v4/posts', adminRouter: '/api/v4' }
      const mount = Object.entries(at).find(([name]) => router.includes(name))?.[1]
      if (mount === undefined) return []
      return [...below.matchAll(/`(\/[^`]*)`/g)].map(
        ([, path = '']) => mount + path.replaceAll(/:\w+/g, 'x'),
      )
    })
    expect(paths).to.have.lengthOf(5)
    const printed = await printedBy(`${HOST}
      const webhooks = createIncomingWebhooks({ ...options, currentUser })
      ${blockWith(PAGE, 'yourErrorHandler')}
      const hook = await add(webhooks)
      const { server, url } = await open()
      const statuses = {}
      for (const path of [...${JSON.stringify(paths)}, '/hooks/none', '/admin/', '/api/v4/other', '/']) {
        statuses[path] = (await fetch(url + path)).status
      }
      const sent = await fetch(url + hook, { method: 'POST', body: new URLSearchParams({ text: 'a' }) })
      console.log(JSON.stringify({ statuses, sent: sent.status }))
      server.close()
      await webhooks.close()`)
    expect(printed).to.deep.equal({
      sent: 200,
      statuses: {
        '/api/v4/posts/x/actions/x': 405,
        '/api/v4/hooks/incoming': 200,
        '/api/v4/config': 200,
        '/api/v4/logs': 200,
        '/api/v4/users/me': 200,
        '/hooks/none': 405,
        '/admin/': 200,
        '/api/v4/other': 418,
        '/': 418,
      },
    })
  })

  for (const [where, text] of [
    ['beside the router', "app.use('/hooks', webhooks.hooksRouter, webhooks.hooksErrorHandler"],
    ['beside a router around it', 'chat.use('],
  ] as const) {
    it(`delivers what a parser could not read, with the handler ${where}`, async () => {
      const prefix = text.startsWith('chat') ? '/chat' : ''
      const printed = await printedBy(`${HOST}
        const codes = []
        const log = (level, message, fields) => codes.push(fields.code)
        const webhooks = createIncomingWebhooks({ ...options, hooksPath: '${prefix}/hooks', log })
        ${blockWith(PAGE, text)}
        const hook = await add(webhooks)
        const { server, url } = await open()
        const send = async (body) => (await fetch(url + hook, {
          method: 'POST', headers: { 'Content-Type': 'application/json' }, body,
        })).status
        const statuses = [await send('{"text": "a\\nb",}'), await send('{"text":"' + 'a'.repeat(102400) + '"}')]
        console.log(JSON.stringify({ statuses, codes, posts: adapters.host.posts.size }))
        server.close()
        await webhooks.close()`)
      expect(printed).to.deep.equal({
        statuses: [200, 413],
        codes: ['EIW_PARSER_FAILED', 'EIW_BODY_LIMIT'],
        posts: 1,
      })
    })
  }

  const rows = tableIn(PAGE, 'path in the browser', 'path in Express').map((row) =>
    row.map((cell) => cell.replaceAll('`', '').replace('/<key>', '')),
  )
  for (const [browser = '', path = '', siteUrl = '', hooksPath = ''] of rows) {
    it(`makes URLs with the site ${siteUrl} and the path ${hooksPath}`, async () => {
      const adapters = createMemoryAdapters()
      const { user, channel } = adapters.addDemo()
      const codes: unknown[] = []
      const webhooks = createIncomingWebhooks({
        adapters,
        secret: '7f3a9c51e8d24b60a1f7c3d95e0b8246',
        siteUrl,
        hooksPath,
        log: (_level, _message, fields) => codes.push(fields?.['code']),
      })
      const fields = { channelId: channel.id, displayName: 'Builds' }
      const { url } = await webhooks.manage.create(user.id, fields)
      expect(url).to.match(new RegExp(`^https://example.org${browser}/whk\\w+$`))
      const app = express().use(path, webhooks.hooksRouter)
      const proxied = createServer((req, res) => {
        req.url = req.url?.replace(browser, path)
        app(req, res)
      })
      await request(proxied).post(new URL(url).pathname).send({ text: 'a' }).expect(200)
      expect(codes).to.deep.equal([])
      await webhooks.close()
    })
  }

  it('lets pages of another origin make calls, and no others', async () => {
    const options = blockWith(PAGE, 'trustedOrigins')
    const mounted = blockWith(PAGE, 'cors({')
    const printed = await printedBy(`${HOST}
      ${options}
      ${mounted}
      const { server, url } = await open()
      const body = JSON.stringify({ channel_id: channel.id, display_name: 'Builds' })
      const call = async (Origin, method) => {
        const headers = { Origin, 'Content-Type': 'application/json' }
        if (method === 'OPTIONS') headers['Access-Control-Request-Method'] = 'POST'
        const init = method === 'OPTIONS' ? { method, headers } : { method, headers, body }
        const { status, headers: sent } = await fetch(url + '/api/v4/hooks/incoming', init)
        return [status, sent.get('access-control-allow-origin')]
      }
      const own = 'https://intranet.example.org'
      console.log(JSON.stringify([
        await call(own, 'OPTIONS'), await call(own, 'POST'),
        await call('https://example.org', 'POST'), await call('https://other.example', 'POST'),
      ]))
      server.close()
      await webhooks.close()`)
    const own = 'https://intranet.example.org'
    expect(printed).to.deep.equal([
      [204, own],
      [201, own],
      [201, own],
      [403, own],
    ])
  })

  it('sends posts to the connections of their channel', async () => {
    const printed = await printedBy(`${HOST}
      const sent = []
      ${blockWith(PAGE, 'socket.send')}
      connections.set(channel.id, new Set([{ send: (text) => sent.push(JSON.parse(text)) }]))
      connections.set('other', new Set([{ send: () => sent.push('wrong') }]))
      const webhooks = createIncomingWebhooks({ ...options, onPosts })
      await webhooks.deliver((await add(webhooks)).split('/').at(-1), { text: 'Hello' })
      console.log(JSON.stringify(sent.map(({ change, posts }) => [change, posts[0].message])))
      await webhooks.close()`)
    expect(printed).to.deep.equal([['posted', 'Hello']])
  })

  it('gives failures of adapters to the error handler, with the request id', async () => {
    const printed = await printedBy(`${HOST}
      const logged = []
      console.error = (id, error) => logged.push([id, error.message])
      adapters.channels.findById = () => { throw new Error('database is down') }
      const failing = createIncomingWebhooks({ ...options, currentUser })
      app.use('/api/v4', failing.adminRouter)
      app.get('/missing', async () => { await failing.manage.find(user.id, 'none') })
      ${blockWith(PAGE, 'app.use(webhookErrorHandler())')}
      const { server, url } = await open()
      const headers = { 'X-Request-Id': 'abc-1', 'Content-Type': 'application/json' }
      const body = JSON.stringify({ channel_id: channel.id, display_name: 'Builds' })
      const failed = await fetch(url + '/api/v4/hooks/incoming', { method: 'POST', headers, body })
      const missing = await fetch(url + '/missing')
      const shown = await failed.text()
      console.log(JSON.stringify({ statuses: [failed.status, missing.status], shown, logged }))
      server.close()
      await failing.close()`)
    expect(printed).to.deep.equal({
      statuses: [500, 404],
      shown: '{"error":"Internal error"}',
      logged: [['abc-1', 'database is down']],
    })
  })

  it('loads as CommonJS', async () => {
    const source = `${blockWith(PAGE, 'require(')}
      const loaded = [express, createIncomingWebhooks, createMemoryAdapters, consoleRouter]
      console.log(JSON.stringify(loaded.map((each) => typeof each)))`
    expect(await printedAlone(source, { type: 'commonjs' })).to.deep.equal(
      Array(4).fill('function'),
    )
  })
})
