import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect } from 'chai'
import type { Request } from 'express'
import request from 'supertest'
import type { BatchResult, PostBatch } from 'express-incoming-webhooks/adapters'
import { type HookHost, hookHost } from '../support/hook-host.js'
import { until } from '../support/until.js'
import { head, talk } from './wire.js'

interface StuckHost extends HookHost {
  /** How many batches wait for the store. */
  readonly waiting: () => number
  /** Resolves when one more of them has come. */
  readonly more: () => Promise<void>
  /** What waits for the store is stored. */
  readonly release: () => void
  /** The store does not take longer than it must from now on. */
  readonly goOn: () => void
}

/** A host whose store takes until it is told. */
function stuckHost(): StuckHost {
  const held: (() => void)[] = []
  let isStuck = true
  let come = (): void => undefined
  const host = hookHost({
    options: { limits: { webhook: null } },
    adapt: (adapters) => ({
      ...adapters,
      posts: {
        ...adapters.posts,
        createBatch: (batch: PostBatch) =>
          new Promise<BatchResult>((resolve) => {
            const store = (): void => {
              resolve(adapters.posts.createBatch(batch))
            }
            if (isStuck) held.push(store)
            else store()
            come()
          }),
      },
    }),
  })
  const release = (): void => {
    for (const go of held.splice(0)) go()
  }
  return {
    ...host,
    waiting: () => held.length,
    more: () =>
      new Promise((resolve) => {
        come = resolve
      }),
    release,
    goOn: () => {
      isStuck = false
      release()
    },
  }
}

/** Posts until one is refused; answers that one and how the others ended. */
async function overload(host: StuckHost): Promise<{
  readonly refused: request.Response
  readonly accepted: () => Promise<readonly number[]>
}> {
  const answers: Promise<request.Response>[] = []
  for (let n = 0; n < 1_000; n += 1) {
    const stuck = host.more().then(() => null)
    const answer = request(host.app)
      .post(host.path)
      .send({ text: `t${n}` })
      .then((response) => response)
    const refused = await Promise.race([stuck, answer])
    if (refused) {
      return {
        refused,
        accepted: async () => (await Promise.all(answers)).map(({ status }) => status),
      }
    }
    answers.push(answer)
  }
  throw new Error('nothing was refused')
}

describe('a burst of 500 messages', () => {
  it('is stored whole, though not all at once', async () => {
    const host = stuckHost()
    const server = host.app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const answers = Array.from({ length: 500 }, (_, n) =>
      request(`http://127.0.0.1:${port}`)
        .post(host.path)
        .send({ text: `t${n}` }),
    )
    const all = Promise.all(answers.map(async (answer) => (await answer).status))
    await until('a full store', () => host.waiting() >= 200)
    host.goOn()
    expect(new Set(await all)).to.deep.equal(new Set([200]))
    expect(new Set(host.posts().map(({ message }) => message)).size).to.equal(500)
    server.close()
  })
})

describe('more requests than the store can take', () => {
  it('are refused with a time to come again, and nothing of them is stored', async () => {
    const host = stuckHost()
    const { refused, accepted } = await overload(host)
    expect(refused.status).to.equal(503)
    expect(refused.get('Retry-After')).to.equal('1')
    expect(refused.body).to.include({ id: 'app.storage.unavailable.app_error' })
    const stored = host.waiting()
    host.release()
    expect(new Set(await accepted())).to.deep.equal(new Set([200]))
    expect(host.posts()).to.have.lengthOf(stored)
    await request(host.app).post(host.path).send({}).expect(400)
  })

  it('are refused before their body has come', async () => {
    const host = stuckHost()
    await overload(host)
    const heard = await talk(host.app, ({ write, until }) => {
      write(head(host.path, 'Content-Length: 100000'))
      return until('"status_code"')
    })
    expect(heard).to.match(/^HTTP\/1.1 503 /)
    host.release()
  })

  it('are refused by the listener, other requests are not', async () => {
    const host = stuckHost()
    const passed: string[] = []
    const listener = host.webhooks.listener((req, res) => {
      passed.push(`${req.method ?? ''} ${req.url ?? ''}`)
      res.end()
    })
    const server = createServer(listener)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const at = request(`http://127.0.0.1:${port}`)
    await overload(host)
    const refused = await at.post(host.path).send({ text: 't' })
    expect(refused.status).to.equal(503)
    expect(refused.get('Retry-After')).to.equal('1')
    expect(refused.text).not.to.include(host.key)
    await at.get(host.path).expect(405)
    await at.post('/own/posts').send({}).expect(200)
    await at.post('/hooksmith').send({}).expect(200)
    expect(host.webhooks.metrics().requests).to.deep.include({
      outcome: 'refused',
      format: '',
      reason: 'app.storage.unavailable.app_error',
      count: 2,
    })
    host.release()
    server.close()
    expect(passed).to.deep.equal(['POST /own/posts', 'POST /hooksmith'])
  })
})

describe('bodies that come slowly', () => {
  it('give way when there are many, and keep no small one from coming', async () => {
    const requests: Request[] = []
    const { app, path } = hookHost({
      options: { limits: { webhook: null } },
      before: [
        (req, _res, next) => {
          requests.push(req)
          next()
        },
      ],
    })
    const server = app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo
    const slow = Array.from({ length: 200 }, () => slowPost(port, path))
    const isRead = (req: Request): boolean => req.readableFlowing === true
    await until('200 bodies', () => requests.filter(isRead).length === 200)
    const goBack = aheadBy(1_200)
    try {
      await request(`http://127.0.0.1:${port}`).post(path).send({ text: 'quick' }).expect(200)
      slow.push(slowPost(port, path))
      // The deadline of a body would be a 408 too.
      const first = await Promise.race(slow.map(({ answer }) => answer))
      expect(first).to.match(/^HTTP\/1\.1 408 [^]*the body arrived too slowly/)
    } finally {
      goBack()
      for (const one of slow) one.stop()
      server.close()
    }
  })
})

/** Puts the clock that never goes back forward, until told. */
function aheadBy(ms: number): () => void {
  const now = performance.now.bind(performance)
  performance.now = () => now() + ms
  return () => Reflect.deleteProperty(performance, 'now')
}

/** A request whose body never comes. */
function slowPost(port: number, path: string): { answer: Promise<string>; stop: () => void } {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.write(head(path, 'Content-Length: 100'))
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (bytes: Buffer) => {
      resolve(bytes.toString('latin1'))
    })
  })
  return { answer, stop: () => socket.destroy() }
}
