import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import request from 'supertest'
import { z } from 'zod'
import { BODY_LIMIT } from '../../lib/model/limits.js'
import { hookHost } from '../support/hook-host.js'
import { valueIn } from '../support/prometheus.js'
import { ROOT } from '../support/root.js'
import { blockWith, blocksOf, namesIn, page, tableIn } from '../support/markdown.js'
import { printedAlone } from './program.js'
import { useProgramsInOneProcess } from './programs-in-one-process.js'

const PAGE = page('deployment.md')
const NGINX = example('nginx.conf')
const UNIT = example('chat.service')

/** The reader's own code around a block. */
const HOST = `
import express from 'express'
import { createIncomingWebhooks } from 'express-incoming-webhooks'
import { createMemoryAdapters } from 'express-incoming-webhooks/memory'

const adapters = createMemoryAdapters()
const { user, channel } = adapters.addDemo()
const siteUrl = 'https://example.org'
const port = 0
const app = express()
const fields = { channelId: channel.id, displayName: 'Builds' }
const instance = (secret) => createIncomingWebhooks({ adapters, secret, siteUrl })
const OLD = '7f3a9c51e8d24b60a1f7c3d95e0b8246'
const listening = async (server) => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
  return 'http://127.0.0.1:' + server.address().port
}
`

describe('docs/deployment.md', () => {
  const { printedBy } = useProgramsInOneProcess()

  it('stops the server, the library and the database in this order', async () => {
    const server = blocksOf(PAGE, 'ts').find((text) => text.includes('server.close('))
    expect(await printedOnStop(server)).to.deep.equal(['drain', 'response', 'webhooks', 'database'])
  })

  it('stops a server with clients of socket.io, as it says, in the same order', async () => {
    const printed = await printedOnStop(
      `const server = app.listen(port)
      const io = new Server(server)
      process.once('SIGTERM', () => {
        webhooks.drain()
        void io.close().then(() => webhooks.close()).then(() => database.end())
      })`,
      `const { Server } = await import('socket.io')
      const { io: connect } = await import('socket.io-client')`,
      `const client = connect(await listening(server), { transports: ['websocket'] })
      await new Promise((resolve) => client.once('connect', resolve))
      client.once('disconnect', () => client.close())`,
    )
    expect(printed).to.deep.equal(['drain', 'response', 'webhooks', 'database'])
  })

  it('serves hook requests through the server that it recommends', async () => {
    const printed = await printedBy(`${HOST}
      const webhooks = instance(OLD)
      app.use('/hooks', webhooks.hooksRouter)
      ${onLoopback(blockWith(PAGE, 'createServer('))}
      const { url } = await webhooks.manage.create(user.id, fields)
      const address = await listening(server) + new URL(url).pathname
      const { status } = await fetch(address, { method: 'POST', body: '{"text":"a"}' })
      console.log(JSON.stringify([status, server.headersTimeout, server.requestTimeout]))
      server.close()
      await webhooks.close()`)
    expect(printed).to.deep.equal([200, 10_000, 15_000])
  })

  it('runs without the right to write files', async () => {
    const permission = process.allowedNodeEnvironmentFlags.has('--permission')
      ? '--permission'
      : '--experimental-permission'
    const source = `${HOST}
      import { writeFile } from 'node:fs/promises'
      const webhooks = instance(OLD)
      const passwordHash = await webhooks.signIn.hashPassword('a password')
      adapters.host.credentials.set(user.id, { userId: user.id, passwordHash })
      await webhooks.signIn.checkPassword({ loginId: 'admin', password: 'a password', address: '192.0.2.1' })
      const { url } = await webhooks.manage.create(user.id, fields)
      await webhooks.deliver(url.split('/').at(-1), { text: 'a' })
      const refused = await writeFile('a-file', '').then(() => '', ({ code }) => code)
      console.log(JSON.stringify([adapters.host.posts.size, refused]))
      await webhooks.close()`
    const flags = [permission, '--allow-fs-read=*', '--allow-worker']
    expect(await printedAlone(source, { flags })).to.deep.equal([1, 'ERR_ACCESS_DENIED'])
  })

  it('describes the health check as it responds', async () => {
    const printed = await printedBy(`${HOST}
      ${blockWith(PAGE, '/healthz')}
      const server = app.listen(0, '127.0.0.1')
      const url = await listening(server)
      const health = async () => (await fetch(url + '/healthz')).status
      const statuses = [await health()]
      adapters.settings.get = async () => { throw new Error('down') }
      statuses.push(await health())
      console.log(JSON.stringify(statuses))
      server.close()`)
    expect(printed).to.deep.equal([200, 503])
  })

  it('serves metrics as Prometheus reads them, with those of the host', async () => {
    const printed = await printedBy(`${HOST}
      const webhooks = instance(OLD)
      const insidePort = 0
      ${blockWith(PAGE, '/metrics')}
      const answer = await fetch(await listening(monitored) + '/metrics')
      console.log(JSON.stringify([answer.headers.get('content-type'), await answer.text()]))
      monitored.close()`)
    const [type, text] = z.tuple([z.string(), z.string()]).parse(printed)
    expect(type).to.equal('text/plain; version=0.0.4; charset=utf-8')
    expect(valueIn(text, 'webhooks_commits_total')).to.equal(0)
    expect(valueIn(text, 'app_uptime_seconds')).to.be.above(0)
  })

  it('says what remains readable while the secret is replaced, and afterwards', async () => {
    const printed = await printedBy(`${HOST}
      const first = instance(OLD)
      const { id, url } = await first.manage.create(user.id, fields)
      const next = 'c0d1e2f3a4b5968778695a4b3c2d1e0f'
      process.env.SECRET = next
      process.env.PREVIOUS_SECRET = OLD
      ${blockWith(PAGE, 'PREVIOUS_SECRET')}
      const after = instance(next)
      const shown = [(await webhooks.manage.find(user.id, id)).url, (await after.manage.find(user.id, id)).url]
      await after.deliver(url.split('/').at(-1), { text: 'still works' })
      const again = await after.manage.regenerate(user.id, id)
      console.log(JSON.stringify([shown[0] === url, shown[1], adapters.host.posts.size, again.url !== url]))
      for (const each of [first, webhooks, after]) await each.close()`)
    expect(printed).to.deep.equal([true, null, 1, true])
  })

  it('logs each request with what the library knows of it', async () => {
    const printed = await printedBy(`${HOST}
      import { requestInfo } from 'express-incoming-webhooks'
      const webhooks = instance(OLD)
      const { log } = console
      const lines = []
      console.log = (line) => lines.push(JSON.parse(line))
      app.use((req, res, next) => {
        const began = performance.now()
        res.once('close', () => {
          const { statusCode: status } = res
          const duration = performance.now() - began
          console.log(JSON.stringify({ ...requestInfo(req), status, duration }))
        })
        next()
      })
      app.use('/hooks', webhooks.hooksRouter)
      const server = app.listen(0, '127.0.0.1')
      const { id, url } = await webhooks.manage.create(user.id, fields)
      const address = await listening(server) + new URL(url).pathname
      const send = (body) => fetch(address, { method: 'POST', body, headers: { 'X-Request-Id': 'mine', Connection: 'close' } })
      for (const body of ['{"text":"a"}', '{}']) await (await send(body)).text()
      server.close()
      await new Promise((resolve) => server.once('close', resolve))
      await webhooks.close()
      log(JSON.stringify(lines.map((line) => [line.requestId, line.webhookId === id, line.format, line.errorId, line.status, line.duration > 0])))`)
    expect(printed).to.deep.equal([
      ['mine', true, 'native', '', 200, true],
      ['mine', true, '', 'web.incoming_webhook.text.app_error', 400, true],
    ])
  })

  it('names the same paths and ports everywhere', () => {
    const docker = `${blocksOf(PAGE, 'dockerfile').join('')}${blockWith(PAGE, 'docker run')}`
    const { pathname } = new URL(textIn(PAGE, /siteUrl: '([^']+)'/))
    expect([...NGINX.matchAll(/location (\S+) \{/g)].map(([, path]) => path)).to.deep.equal([
      `${pathname}/`,
      `${pathname}/hooks/`,
      `${pathname}/socket.io/`,
    ])
    for (const [, path = '', target = ''] of NGINX.matchAll(
      /location (\S+) \{[^}]*proxy_pass http:\/\/127\.0\.0\.1:3000(\S+);/g,
    )) {
      expect(target).to.equal(path.slice(pathname.length))
    }
    expect(NGINX.match(/[{}]/g)).to.have.lengthOf(8)
    expect(docker).to.include('EXPOSE 3000').and.include('--publish 127.0.0.1:3000:3000')
    expect(docker).to.include('CMD ["node", "server.mjs"]')
    expect(UNIT).to.include('/node server.mjs\n')
  })

  it('waits longer than what it waits for, and allows bodies of the same size', () => {
    const timer = numberIn(/\}, ([\d_]+)\)/)
    expect(numberIn(/--stop-timeout (\d+)/) * 1000).to.be.above(timer)
    expect(numberIn(/TimeoutStopSec=(\d+)/, UNIT) * 1000).to.be.above(timer)
    const adapterTimeout = defaultOf('adapterTimeout')
    expect(numberIn(/proxy_read_timeout (\d+)s/, NGINX) * 1000).to.be.above(adapterTimeout)
    expect(PAGE).to.include(`\`adapterTimeout\` (${adapterTimeout / 1000} s by default)`)
    expect(numberIn(/client_max_body_size (\d+)m/, NGINX) * 1024 * 1024).to.equal(BODY_LIMIT)
    expect(defaultOf('bodyLimit')).to.equal(BODY_LIMIT)
  })

  it('names the choice that ends a leaked URL at once', () => {
    const dialog = join(ROOT, 'ui/console/pages/webhook/secret-card.tsx')
    expect(PAGE).to.include('_Stop accepting it now_')
    expect(readFileSync(dialog, 'utf8')).to.include("stop: 'Stop accepting it now'")
  })

  it('passes on request ids of the form that nginx makes', async () => {
    const { app, path } = hookHost()
    const id = '0123456789abcdef'.repeat(2)
    const { headers } = await request(app).post(path).set('X-Request-Id', id).send({ text: 'a' })
    expect(headers['x-request-id']).to.equal(id)
  })
})

/** What ends in which order after a SIGTERM during a request, with this block as the server. */
async function printedOnStop(block = '', imports = '', clients = ''): Promise<unknown> {
  return printedAlone(`${HOST}
    ${imports}
    const order = []
    const kept = instance(OLD)
    const webhooks = {
      drain: () => order.push('drain'),
      close: async () => { await kept.close(); order.push('webhooks') },
    }
    const database = { end: async () => { order.push('database'); console.log(JSON.stringify(order)) } }
    app.get('/slow', (req, res) => {
      process.kill(process.pid, 'SIGTERM')
      const answer = () => {
        if (server.listening) setImmediate(answer)
        else { order.push('response'); res.set('Connection', 'close').send('done') }
      }
      answer()
    })
    ${onLoopback(block)}
    ${clients}
    await (await fetch(await listening(server) + '/slow')).text()`)
}

function example(name: string): string {
  return readFileSync(join(ROOT, 'docs/examples', name), 'utf8')
}

function onLoopback(text: string): string {
  return text.replace('{ port,', "{ port, host: '127.0.0.1',")
}

function textIn(page: string, pattern: RegExp): string {
  return pattern.exec(page)?.[1] ?? ''
}

function numberIn(pattern: RegExp, text = PAGE): number {
  return Number(textIn(text, pattern).replaceAll('_', ''))
}

/** The default of an option, as the page of options gives it. */
function defaultOf(option: string): number {
  const row = tableIn(page('options.md'), 'option', 'default').find(([name]) =>
    namesIn(name).includes(option),
  )
  return Number(row?.[1])
}
