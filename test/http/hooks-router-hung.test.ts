import { expect } from 'chai'
import request from 'supertest'
import type { BatchResult, MaybePromise, PostBatch } from 'express-incoming-webhooks/adapters'
import type { MemoryAdapters } from 'express-incoming-webhooks/memory'
import { type HookHost, hookHost, type HookHostOptions, id } from '../support/hook-host.js'

const TIMEOUT = 20
const never = <T>(): Promise<T> => new Promise(() => undefined)

interface Line {
  readonly level: string
  readonly code: unknown
  readonly method: unknown
}

/** A host with a short patience for its adapters, and what it logged. */
function hungHost(
  adapt: NonNullable<HookHostOptions['adapt']>,
  options: HookHostOptions['options'] = {},
): HookHost & { lines: Line[] } {
  const lines: Line[] = []
  const host = hookHost({
    adapt,
    options: {
      ...options,
      adapterTimeout: TIMEOUT,
      limits: { webhook: null },
      log: (level, _message, fields = {}) =>
        lines.push({ level, code: fields['code'], method: fields['method'] }),
    },
  })
  return { ...host, lines }
}

const post = ({ app, path }: HookHost, body: object = { text: 't' }): request.Test =>
  request(app).post(path).send(body)

describe('an adapter that never answers', () => {
  const rows: readonly (readonly [
    method: string,
    status: number,
    adapt: NonNullable<HookHostOptions['adapt']>,
    body?: object,
  ])[] = [
    ['settings.get', 503, (a) => ({ ...a, settings: { ...a.settings, get: never } })],
    [
      'webhooks.findByKeyDigest',
      503,
      (a) => ({ ...a, webhooks: { ...a.webhooks, findByKeyDigest: never } }),
    ],
    ['users.findByIds', 503, (a) => ({ ...a, users: { ...a.users, findByIds: never } })],
    [
      'users.findByUsernames',
      503,
      (a) => ({ ...a, users: { ...a.users, findByUsernames: never } }),
      { text: 'x', channel: '@bob' },
    ],
    ['channels.findById', 503, (a) => ({ ...a, channels: { ...a.channels, findById: never } })],
    [
      'channels.findByName',
      503,
      (a) => ({ ...a, channels: { ...a.channels, findByName: never } }),
      { text: 'x', channel: 'off-topic' },
    ],
    ['channels.canPost', 503, (a) => ({ ...a, channels: { ...a.channels, canPost: never } })],
    [
      'channels.findDirect',
      503,
      (a) => ({ ...a, channels: { ...a.channels, findDirect: never } }),
      { text: 'x', channel: '@bob' },
    ],
    [
      'channels.createDirect',
      503,
      (a) => ({ ...a, channels: { ...a.channels, createDirect: never } }),
      { text: 'x', channel: '@bob' },
    ],
    [
      'posts.findById',
      503,
      (a) => ({ ...a, posts: { ...a.posts, findById: never } }),
      { text: 'x', root_id: id('root') },
    ],
    ['posts.createBatch', 504, (a) => ({ ...a, posts: { ...a.posts, createBatch: never } })],
  ]
  for (const [method, status, adapt, body] of rows) {
    it(`${method} is answered ${status}, told once, and leaves the host free`, async () => {
      const host = hungHost(adapt)
      for (let n = 0; n < 2; n += 1) {
        const answer = await post(host, body)
        expect(answer.status).to.equal(status)
        const name = status === 504 ? 'app.storage.timeout' : 'app.storage.unavailable'
        expect(answer.body).to.include({ id: `${name}.app_error`, status_code: status })
        expect(answer.get('Retry-After') !== undefined).to.equal(status === 503)
      }
      expect(host.lines).to.deep.equal([{ level: 'warn', code: 'EIW_ADAPTER_TIMEOUT', method }])
      expect(host.hostErrors).to.deep.equal([])
    })
  }

  const HINTS: readonly (readonly [string, Record<string, string>, string])[] = [
    ['with a key', { 'Idempotency-Key': 'k' }, 'retry with the same Idempotency-Key'],
    ['without one', {}, 'before retrying, check whether the request took effect'],
  ]
  for (const [what, headers, hint] of HINTS) {
    it(`tells a request ${what} what to do after a 504`, async () => {
      const host = hungHost((a) => ({ ...a, posts: { ...a.posts, createBatch: never } }))
      const answer = await post(host).set(headers).expect(504)
      expect(answer.body).to.include({ detailed_error: hint })
    })
  }

  it('tells a call of management to look first after a 504', async () => {
    const host = hungHost((a) => ({ ...a, webhooks: { ...a.webhooks, delete: never } }), {
      currentUser: () => host.adapters.host.users.get(id('alice')) ?? null,
    })
    host.app.use('/api/v4', host.webhooks.adminRouter)
    const answer = await request(host.app)
      .delete(`/api/v4/hooks/incoming/${host.webhook.id}`)
      .set('X-Requested-With', 'x')
      .expect(504)
    expect(answer.body).to.include({
      detailed_error: 'before retrying, check whether the request took effect',
    })
  })

  it('counters.take is answered 503', async () => {
    const host = hungHost((adapters) => ({
      ...adapters,
      counters: { ...adapters.counters, take: never },
    }))
    const limited = { ...host.webhook, rateLimit: { perSecond: 1, burst: 1 } }
    host.adapters.host.webhooks.set(limited.id, limited)
    await post(host).expect(503)
  })

  it('posts.findBatch is answered 503 under a key', async () => {
    const host = hungHost((adapters) => ({
      ...adapters,
      posts: { ...adapters.posts, findBatch: never },
    }))
    await post(host).set('Idempotency-Key', 'k').expect(503)
  })

  it('webhooks.touch changes no answer', async () => {
    const host = hungHost((adapters) => ({
      ...adapters,
      webhooks: { ...adapters.webhooks, touch: never },
    }))
    await post(host).expect(200, 'ok')
  })
})

interface Stuck extends HookHost {
  readonly calls: (() => void)[]
  readonly store: { isWell: boolean }
}

/** A store that keeps what it is given until told, unless it is well. */
function stuckHost(): Stuck {
  const calls: (() => void)[] = []
  const store = { isWell: false }
  const createBatch =
    (adapters: MemoryAdapters) =>
    (batch: PostBatch): MaybePromise<BatchResult> =>
      store.isWell
        ? adapters.posts.createBatch(batch)
        : new Promise((resolve) =>
            calls.push(() => {
              resolve(adapters.posts.createBatch(batch))
            }),
          )
  const host = hungHost((adapters) => ({
    ...adapters,
    posts: { ...adapters.posts, createBatch: createBatch(adapters) },
  }))
  return { ...host, calls, store }
}

describe('after a store that did not answer in time', () => {
  const once = (host: HookHost): request.Test => post(host).set('Idempotency-Key', 'k')

  it('a repeated request is stored once the store is well, not refused as running', async () => {
    const host = stuckHost()
    await once(host).expect(504)
    host.store.isWell = true
    const again = await once(host).expect(200)
    expect(again.get('Idempotent-Replayed')).to.equal(undefined)
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('a repeated request gets the first one’s answer if that was stored after all', async () => {
    const host = stuckHost()
    await once(host).expect(504)
    for (const finish of host.calls) finish()
    host.store.isWell = true
    const again = await once(host).expect(200)
    expect(again.get('Idempotent-Replayed')).to.equal('true')
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('the first of two that are stored late wins, and there is one message', async () => {
    const host = stuckHost()
    await once(host).expect(504)
    await once(host).expect(504)
    for (const finish of host.calls) finish()
    host.store.isWell = true
    await once(host).expect(200)
    expect(host.posts()).to.have.lengthOf(1)
  })

  it('600 hung requests are all answered, and the next is accepted as soon as it is well', async () => {
    const host = stuckHost()
    const server = host.app.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const answers = await Promise.all(
      Array.from({ length: 600 }, () => request(server).post(host.path).send({ text: 't' })),
    )
    const statuses = new Set(answers.map(({ status }) => status))
    expect([...statuses].sort()).to.include(504)
    for (const status of statuses) expect(status).to.be.oneOf([503, 504])
    host.store.isWell = true
    await request(server).post(host.path).send({ text: 'well' }).expect(200)
    server.close()
  })
})

describe('adapterTimeout', () => {
  for (const adapterTimeout of [-1, 0.5, NaN, Infinity]) {
    it(`of ${adapterTimeout} is refused at once`, () => {
      expect(() => hookHost({ options: { adapterTimeout } })).to.throw(TypeError, 'adapterTimeout')
    })
  }

  it('of 0 waits without end', async () => {
    const host = hookHost({
      options: { adapterTimeout: 0 },
      adapt: (adapters) => ({
        ...adapters,
        posts: {
          ...adapters.posts,
          createBatch: async (batch) => {
            await new Promise((resolve) => setImmediate(resolve))
            return adapters.posts.createBatch(batch)
          },
        },
      }),
    })
    await post(host).expect(200)
  })
})
