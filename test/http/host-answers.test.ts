import { expect } from 'chai'
import request from 'supertest'
import type { HookUser } from 'express-incoming-webhooks'
import { type HookHost, hookHost, type HookHostOptions, id, telling } from '../support/hook-host.js'

type Adapt = NonNullable<HookHostOptions['adapt']>

/** What a host without types may answer. */
function untyped(value: unknown): never {
  return value as never
}

interface Watched extends HookHost {
  /** Code and method of each line of the log. */
  readonly told: [code: unknown, method: unknown][]
  /** The fields of each line of the log. */
  readonly lines: object[]
}

function watched(adapt: Adapt, options: HookHostOptions['options'] = {}): Watched {
  const told: [unknown, unknown][] = []
  const lines: object[] = []
  const log = (_level: string, _message: string, fields: object = {}): void => {
    lines.push(fields)
    told.push([Reflect.get(fields, 'code'), Reflect.get(fields, 'method')])
  }
  const host = hookHost({ adapt, options: { log, ...options } })
  host.app.use('/api/v4', host.webhooks.adminRouter, telling(host.hostErrors))
  return { ...host, told, lines }
}

const post = ({ app, path }: HookHost): request.Test => request(app).post(path).send({ text: 't' })

/** Both calls of a method have failed, and the host has been told once why. */
function expectFailures({ told, hostErrors }: Watched, method: string): void {
  expect(told).to.deep.equal([['EIW_ADAPTER_RESULT', method]])
  expect(hostErrors).to.have.lengthOf(2)
  expect(String(hostErrors[0])).to.match(
    new RegExp(`^TypeError: ${method} (did not return|returned an invalid value for) `),
  )
}

describe('a permission', () => {
  const answers: readonly unknown[] = [[], [{ id: 1 }], {}, 1, 'yes', 'false', null, undefined, 0]
  for (const answer of answers) {
    it(`is none that is ${typeof answer === 'undefined' ? 'undefined' : JSON.stringify(answer)}`, async () => {
      const host = watched((adapters) => ({
        ...adapters,
        channels: { ...adapters.channels, canPost: async () => untyped(answer) },
      }))
      for (let n = 0; n < 2; n += 1) await post(host).expect(403)
      expect(host.told).to.deep.equal([['EIW_NOT_BOOLEAN', 'channels.canPost']])
      expect(host.posts()).to.deep.equal([])
    })
  }

  it('is one that is true, and nothing is told of true and false', async () => {
    for (const answer of [true, false]) {
      const host = watched((adapters) => ({
        ...adapters,
        channels: { ...adapters.channels, canPost: () => answer },
      }))
      await post(host).expect(answer ? 200 : 403)
      expect(host.told).to.deep.equal([])
    }
  })

  it('to administer is not had by a user whose `admin` is anything but true', async () => {
    for (const admin of [1, 'true', [], {}]) {
      const host = watched((adapters) => adapters, {
        currentUser: (): HookUser => ({ ...person('bob'), admin: untyped(admin) }),
      })
      await request(host.app).get('/api/v4/config').expect(403)
      expect(host.told).to.deep.equal([['EIW_NOT_BOOLEAN', 'User.admin']])
    }
  })

  it('to administer may be left out', async () => {
    const host = watched((adapters) => adapters, {
      currentUser: (): HookUser => ({ ...person('bob'), admin: untyped(undefined) }),
    })
    await request(host.app).get('/api/v4/config').expect(403)
    expect(host.told).to.deep.equal([])
  })

  it('does not reach a host’s own check as a truthy `admin` either', async () => {
    const seen: unknown[] = []
    const host = watched((adapters) => ({
      ...adapters,
      users: {
        ...adapters.users,
        findByIds: async (ids) =>
          (await adapters.users.findByIds(ids)).map((user) => ({
            ...user,
            admin: untyped(1),
          })),
      },
      channels: {
        ...adapters.channels,
        canPost: (user) => {
          seen.push(user.admin)
          return true
        },
      },
    }))
    await post(host).expect(200)
    expect(seen).to.deep.equal([false])
  })

  it('a webhook that was not deleted by true is answered as missing', async () => {
    const host = watched(
      (adapters) => ({
        ...adapters,
        webhooks: { ...adapters.webhooks, delete: () => untyped([]) },
      }),
      { currentUser: () => person('alice') },
    )
    const path = `/api/v4/hooks/incoming/${host.webhook.id}`
    await request(host.app).delete(path).set('X-Requested-With', 'x').expect(404)
    expect(host.told).to.deep.equal([['EIW_NOT_BOOLEAN', 'webhooks.delete']])
  })
})

describe('a result of the wrong shape', () => {
  const channel = (adapters: Parameters<Adapt>[0], change: Partial<typeof adapters.channels>) => ({
    ...adapters,
    channels: { ...adapters.channels, ...change },
  })
  const rows: readonly (readonly [method: string, what: string, adapt: Adapt])[] = [
    [
      'users.findByIds',
      'no list',
      (a) => ({ ...a, users: { ...a.users, findByIds: () => untyped({}) } }),
    ],
    [
      'users.findByIds',
      'a list of nothing',
      (a) => ({ ...a, users: { ...a.users, findByIds: () => untyped([null]) } }),
    ],
    ['channels.findById', 'rows', (a) => channel(a, { findById: () => untyped([]) })],
    [
      'channels.findById',
      'a record without id',
      (a) => channel(a, { findById: () => untyped({}) }),
    ],
    [
      'webhooks.findByKeyDigest',
      'true',
      (a) => ({ ...a, webhooks: { ...a.webhooks, findByKeyDigest: () => untyped(true) } }),
    ],
    [
      'settings.get',
      'nothing',
      (a) => ({ ...a, settings: { ...a.settings, get: () => untyped(undefined) } }),
    ],
    [
      'counters.take',
      'a number',
      (a) => ({ ...a, counters: { ...a.counters, take: () => untyped(3) } }),
    ],
    [
      'posts.createBatch',
      'nothing',
      (a) => ({ ...a, posts: { ...a.posts, createBatch: () => untyped(undefined) } }),
    ],
    [
      'posts.createBatch',
      'posts alone',
      (a) => ({ ...a, posts: { ...a.posts, createBatch: () => untyped([]) } }),
    ],
    [
      'posts.createBatch',
      'no list of posts',
      (a) => ({ ...a, posts: { ...a.posts, createBatch: () => untyped({ stored: true }) } }),
    ],
  ]
  for (const [method, what, adapt] of rows) {
    it(`of ${method}, ${what}, is told once and fails in the host’s own handler`, async () => {
      const host = watched(adapt)
      for (let n = 0; n < 2; n += 1) await post(host).expect(500)
      expectFailures(host, method)
      expect(host.posts()).to.deep.equal([])
    })
  }

  const lists: readonly (readonly [what: string, answer: unknown])[] = [
    ['a list alone', []],
    ['no list of items', { items: {}, total: 0 }],
    ['items without ids', { items: [{}], total: 1 }],
    ['no total', { items: [] }],
    ['a total in words', { items: [], total: '1' }],
    ['a total below 0', { items: [], total: -1 }],
    ['a total that is no integer', { items: [], total: 0.5 }],
    ['a total that is no number', { items: [], total: NaN }],
  ]
  for (const [what, answer] of lists) {
    it(`of webhooks.list, ${what}, is told once and fails in the host’s own handler`, async () => {
      const host = watched(
        (a) => ({ ...a, webhooks: { ...a.webhooks, list: () => untyped(answer) } }),
        { currentUser: () => person('alice') },
      )
      for (let n = 0; n < 2; n += 1) {
        await request(host.app)
          .get('/api/v4/hooks/incoming')
          .query({ include_total_count: true })
          .expect(500)
      }
      expectFailures(host, 'webhooks.list')
    })
  }

  it('is none where `undefined` stands for null', async () => {
    const host = watched((adapters) => channel(adapters, { findById: () => untyped(undefined) }))
    await post(host).expect(404)
    expect(host.told).to.deep.equal([])
  })
})

describe('a log or a permalink that fails', () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown): void => {
    unhandled.push(reason)
  }
  beforeEach(() => {
    unhandled.length = 0
    process.on('unhandledRejection', note)
  })
  afterEach(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).to.deep.equal([])
  })
  const failing: Readonly<Record<string, () => never>> = {
    throws: () => {
      throw new Error('full')
    },
    rejects: () => untyped(Promise.reject(new Error('full'))),
  }
  for (const [how, fail] of Object.entries(failing)) {
    it(`changes no answer when the log ${how}`, async () => {
      const host = hookHost({
        options: { log: fail, hooksPath: '/elsewhere' },
        adapt: (adapters) => ({
          ...adapters,
          webhooks: { ...adapters.webhooks, touch: () => Promise.reject(new Error('no')) },
        }),
      })
      // Told before the answer (where the router is mounted) and after it (the touch that failed).
      await post(host).set('X-Forwarded-For', '192.0.2.1').expect(200, 'ok')
      expect(host.hostErrors).to.deep.equal([])
    })

    it(`leaves the link out of a receipt when the permalink ${how}`, async () => {
      const host = hookHost({ options: { permalink: fail } })
      const answer = await request(host.app)
        .post(`${host.path}?wait=true`)
        .send({ text: 't' })
        .expect(200)
      expect(answer.text).to.include('"permalink":""')
      expect(host.posts()).to.have.lengthOf(1)
    })
  }
})

function person(username: string): HookUser {
  const email = `${username}@example.org`
  return { id: id(username), username, email, admin: false, createAt: 1, deleteAt: 0 }
}

describe('an id of the wrong type', () => {
  class ObjectId {
    readonly bytes = ''
  }
  const ids: readonly (readonly [what: string, id: unknown])[] = [
    ['a number', 7],
    ['a bigint', 7n],
    ['an ObjectId', new ObjectId()],
  ]
  for (const [got, wrong] of ids) {
    it(`that is ${got} is named, with the fix`, async () => {
      const host = watched((a) => ({
        ...a,
        users: { ...a.users, findByIds: () => untyped([{ ...person('alice'), id: wrong }]) },
      }))
      await post(host).expect(500)
      const [method, field, expected, fix] = ['users.findByIds', 'id', 'a string', 'String(id)']
      expect(host.lines).to.deep.equal([
        { code: 'EIW_ADAPTER_RESULT', method, field, expected, got, fix },
      ])
      expect(String(host.hostErrors[0])).to.equal(
        `TypeError: ${method} returned an invalid value for id: expected a string, got ${got}; use ${fix}`,
      )
    })
  }
})

describe('a member of a record that is not of its type', () => {
  const channelWith =
    (change: object): Adapt =>
    (a) => ({
      ...a,
      channels: {
        ...a.channels,
        findById: async (channelId) =>
          untyped({ ...(await a.channels.findById(channelId)), ...change }),
        canPost: () => true,
      },
    })
  const rows: readonly (readonly [adapt: Adapt, status: number, fields: object])[] = [
    [
      channelWith({ type: 'O' }),
      200,
      { method: 'Channel.type', expected: 'public, private, direct, group', got: "'O'" },
    ],
    [
      channelWith({ teamId: undefined }),
      200,
      { method: 'Channel.teamId', expected: 'a string', got: 'undefined' },
    ],
    [
      channelWith({ teamId: 7 }),
      200,
      { method: 'Channel.teamId', expected: 'a string', got: 'a number', fix: 'String(teamId)' },
    ],
    [
      channelWith({ deleteAt: new Date(0) }),
      404,
      {
        method: 'Channel.deleteAt',
        expected: 'a number or null',
        got: 'a Date',
        fix: 'deleteAt.getTime()',
      },
    ],
    [
      (a) => ({
        ...a,
        users: {
          ...a.users,
          findByIds: () => untyped([{ ...person('alice'), deleteAt: '0' }]),
        },
      }),
      403,
      {
        method: 'User.deleteAt',
        expected: 'a number or null',
        got: 'a string',
        fix: 'Number(deleteAt)',
      },
    ],
  ]
  for (const [adapt, status, fields] of rows) {
    it(`is logged once, and used as it is: ${JSON.stringify(fields)}`, async () => {
      const host = watched(adapt)
      for (let n = 0; n < 2; n += 1) await post(host).expect(status)
      expect(host.lines).to.deep.equal([{ code: 'EIW_ADAPTER_MEMBER', ...fields }])
    })
  }
})
