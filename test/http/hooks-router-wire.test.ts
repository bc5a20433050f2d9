import type { Socket } from 'node:net'
import { expect } from 'chai'
import express, { type Express, type Request } from 'express'
import { createReadBody } from '../../lib/http/body.js'
import { webhookErrorHandler } from '../../lib/http/answers.js'
import { hookHost } from '../support/hook-host.js'
import { until } from '../support/until.js'
import { head, talk, talkAtOnce } from './wire.js'

const A = '{"text":"a"}'

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
}

describe('the hooks router on the wire', () => {
  const early: readonly (readonly [string, string, readonly string[], string])[] = [
    ['a declared size over the limit', '', ['Content-Length: 99999999'], '413 '],
    ['an unknown key', 'x', ['Content-Length: 99999999'], '404 '],
    ['an unknown encoding', '', ['Content-Length: 1000', 'Content-Encoding: x'], '415 '],
    ['an unknown key and a body in chunks', 'x', ['Transfer-Encoding: chunked'], '404 '],
  ]
  for (const [title, wrong, lines, status] of early) {
    it(`answers ${title} before any of the body has come`, async () => {
      const { app, path } = hookHost()
      const heard = await talk(app, ({ write, until }) => {
        write(head(path + wrong, ...lines))
        return until('"status_code"')
      })
      expect(heard).to.match(new RegExp(`^HTTP/1.1 ${status}`))
    })
  }

  it('answers a sender that goes on writing, and closes after 1 MiB', async () => {
    const { app, path } = hookHost()
    const heard = await talk(app, async ({ socket, write, closed }) => {
      write(head(path, 'Content-Length: 99999999'))
      const piece = Buffer.alloc(65_536, 'x')
      const pump = (): void => {
        while (!socket.destroyed && socket.write(piece));
        if (!socket.destroyed) socket.once('drain', pump)
      }
      pump()
      const all = await closed()
      // What the two sides' buffers hold comes on top of it.
      expect(socket.bytesWritten).to.be.below(40_000_000)
      return all
    })
    expect(heard).to.match(/^HTTP\/1.1 413 /)
    expect(heard).to.include('Connection: close')
    expect(heard).to.include('Request body too large')
  })

  it('reads at most 16 MiB per second of what 120 rejected senders go on writing', async () => {
    const { app, path } = hookHost({ options: { limits: null } })
    const sockets = new Set<Socket>()
    const watched = express().use((req, _res, next) => {
      sockets.add(req.socket)
      next()
    }, app)
    const body = Buffer.alloc(1_000_000, 'x')
    const began = performance.now()
    const answers = await talkAtOnce(watched, 120, async ({ write, closed }) => {
      const length = `Content-Length: ${body.length}`
      // What has been read to its end closes at once, too.
      write(head(path, length, 'Content-Encoding: x', 'Connection: close'))
      write(body)
      return closed()
    })
    for (const answer of answers) expect(answer).to.match(/^HTTP\/1.1 415 /)
    const read = [...sockets].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
    // Another second begins, and some pieces are on their way when a second's share has been read.
    const seconds = Math.ceil((performance.now() - began) / 1000)
    expect(read).to.be.within(10_000_000, seconds * 16_800_000 + 11_000_000)
  })

  it('takes the next request of a connection after a refused body has ended', async () => {
    const { app, path } = hookHost()
    const heard = await talk(app, async ({ write, until }) => {
      write(head(`${path}x`, 'Content-Length: 5'))
      await until('404 ')
      write(`hello${head(path, `Content-Length: ${A.length}`)}${A}`)
      return until('\r\n\r\nok')
    })
    expect(heard).to.include('HTTP/1.1 200 OK')
  })

  it('refuses chunks as soon as they pass the limit', async () => {
    const { app, path } = hookHost({ options: { bodyLimit: 1024 } })
    const heard = await talk(app, ({ write, until }) => {
      write(head(path, 'Transfer-Encoding: chunked') + chunk('x'.repeat(1025)))
      return until('"status_code"')
    })
    expect(heard).to.match(/^HTTP\/1.1 413 /)
  })

  it('reads a body that comes in pieces', async () => {
    const { app, path, posts } = hookHost()
    await talk(app, async ({ write, until }) => {
      write(head(path, 'Transfer-Encoding: chunked'))
      for (const c of A) write(chunk(c))
      write('0\r\n\r\n')
      return until('\r\n\r\nok')
    })
    expect(posts()[0]?.message).to.equal('a')
  })

  it('posts nothing for a sender that is gone in the middle', async () => {
    const requests: Request[] = []
    const { app, path, posts, hostErrors, adapters, webhooks } = hookHost({
      before: [
        (req, _res, next) => {
          requests.push(req)
          next()
        },
      ],
    })
    await talk(app, async ({ socket, write }) => {
      write(`${head(path, 'Content-Length: 100')}{"text":`)
      await until('the first bytes', () => requests[0]?.readableDidRead)
      socket.destroy()
      await until('the end of the request', () => requests[0]?.destroyed)
    })
    await webhooks.close()
    expect(posts()).to.deep.equal([])
    expect(hostErrors).to.deep.equal([])
    expect(adapters.host.batches.size).to.equal(0)
  })

  it('answers an upgrade to anything', async () => {
    const { app, path } = hookHost()
    const heard = await talk(app, ({ write, until }) => {
      write(
        `${head(path, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', `Content-Length: ${A.length}`)}${A}`,
      )
      return until('\r\n\r\nok')
    })
    expect(heard).to.match(/^HTTP\/1.1 200 /)
  })
})

describe('reading a body', () => {
  function app(deadline: number): Express {
    const readBody = createReadBody(1024, { deadline })
    return express()
      .use(async (req, res) => {
        const body = await readBody(req, res)
        res.send(body.kind)
      })
      .use(webhookErrorHandler())
  }

  it('ends in a 408 when the body stalls', async () => {
    const heard = await talk(app(30), ({ write, until }) => {
      write(`${head('/', 'Content-Length: 100')}{"text":`)
      return until('"status_code"')
    })
    expect(heard).to.match(/^HTTP\/1.1 408 /)
    expect(heard).to.include('the body did not arrive within 30 ms')
  })

  it('waits for no longer than the body takes', async () => {
    const heard = await talk(app(30), ({ write, until }) => {
      write(`${head('/', 'Content-Length: 2')}{}`)
      return until('bytes')
    })
    expect(heard).to.match(/^HTTP\/1.1 200 /)
  })
})
