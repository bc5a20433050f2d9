import { expect } from 'chai'
import express from 'express'
import { createHooks } from 'express-incoming-webhooks'
import { consoleRouter } from 'express-incoming-webhooks/console'
import { createDocumentStores } from 'express-incoming-webhooks/documents'
import type { Format } from 'express-incoming-webhooks/formats'
import { createSqlStores, sqlTables } from 'express-incoming-webhooks/sql'
import request from 'supertest'
import { cheapHash } from '../../support/cheap-hash.js'
import { hookHost, id } from '../../support/hook-host.js'

const HOOKS = '/api/v4/hooks/incoming'
const SITE_URL = 'siteUrl: expected an absolute http or https URL without user info'

/** A host with options that its types would refuse. */
const hostWith = (options: object) => hookHost({ options: { ...options } })

describe('an option of the host', () => {
  const refused: readonly [options: object, message: string][] = [
    [{ siteUrl: 'chat.example.org' }, SITE_URL],
    [{ siteUrl: 'https:chat.example.org' }, SITE_URL],
    [{ siteUrl: 'https://chat.example.org/?team=main' }, SITE_URL],
    [{ siteUrl: 'https://chat.example.org?' }, SITE_URL],
    [{ siteUrl: 'https://chat.example.org/chat#top' }, SITE_URL],
    [{ siteUrl: 'https://me:secret@chat.example.org' }, SITE_URL],
    [{ siteUrl: 'https://me@chat.example.org/chat' }, SITE_URL],
    [{ hooksPath: '/' }, 'hooksPath: / is the whole app'],
    [{ hooksPath: '//' }, 'hooksPath: / is the whole app'],
    [{ hooksPath: 'hooks' }, 'hooksPath: expected a URL path'],
    [{ hooksPath: '/a b' }, 'hooksPath: expected a URL path'],
    [{ hooksPath: '/in?a=b' }, 'hooksPath: expected a URL path'],
    [{ trustedOrigins: 'chat.example.org' }, 'trustedOrigins: expected a list of origins'],
    [{ trustedOrigins: ['chat.example.org'] }, 'trustedOrigins: expected a list of origins'],
    [{ trustedOrigins: ['https://a.example/chat'] }, 'trustedOrigins: expected a list of origins'],
    [{ trustedOrigins: ['null'] }, 'trustedOrigins: expected a list of origins'],
    [{ trustedOrigins: ['*'] }, 'trustedOrigins: expected a list of origins'],
    [{ secret: ['7f3a9c51e8d24b60a1f7c3d95e0b8246', 'short'] }, 'too short'],
    [{ limits: [] }, 'limits: expected an object, or null for no limits'],
    [{ limits: { webhook: false } }, 'limits.webhook: expected an object, or null for no limit'],
    [{ limits: { signIn: [] } }, 'limits.signIn: expected an object, or null for no limit'],
    [{ formats: ['githb'] }, 'did you mean github?'],
    [{ log: true }, 'log: expected a function, or false for nothing'],
  ]
  for (const [options, message] of refused) {
    it(`is refused at startup as ${JSON.stringify(options)}`, () => {
      expect(() => hostWith(options)).to.throw(TypeError, message)
    })
  }

  it('that is undefined is told where its default changes who posts or what is trusted', () => {
    const undefinedIn = (options: object): readonly unknown[] => {
      const lines: object[] = []
      const log = (_level: string, _message: string, fields: object = {}): void => {
        lines.push(fields)
      }
      hostWith({ ...options, log })
      return lines
    }
    for (const option of ['botUserId', 'formats', 'hooksPath', 'currentUser']) {
      expect(undefinedIn({ [option]: undefined }), option).to.deep.equal([
        { code: 'EIW_UNDEFINED_OPTION', option },
      ])
    }
    expect(undefinedIn({ show: undefined, permalink: undefined, limits: undefined })).to.deep.equal(
      [],
    )
    expect(undefinedIn({ botUserId: id('bob') })).to.deep.equal([])
  })

  it('names the formats that are read, and may hold one of the host', async () => {
    const own: Format = {
      name: 'doorbell',
      title: 'Doorbell',
      read: () => ({ kind: 'message', draft: { title: 'Ding' }, event: { event: 'ring' } }),
    }
    const host = hostWith({ formats: ['text', own] })
    const send = (name: string) => request(host.app).post(`${host.path}/${name}`).send({ a: 1 })
    await send('doorbell').expect(200, 'ok')
    await send('github').expect(404)
  })

  it('that is a mistake is written with console.warn without a log, and nowhere with false', () => {
    const warned: unknown[] = []
    const { warn } = console
    console.warn = (...line: readonly unknown[]) => warned.push(line)
    try {
      hostWith({ log: undefined, onPost: () => undefined })
      hostWith({ log: false, onPost: () => undefined })
    } finally {
      console.warn = warn
    }
    expect(warned).to.have.lengthOf(1)
    expect(String(warned)).to.match(/^express-incoming-webhooks: An option is unknown/)
  })

  it('that is undefined is told by createHooks too', () => {
    const { adapters } = hookHost()
    const lines: object[] = []
    const log = (_level: string, _message: string, fields: object = {}): void => {
      lines.push(fields)
    }
    const unset = { secret: undefined, siteUrl: undefined }
    Reflect.apply(createHooks, null, [{ adapters, log, ...unset }])
    expect(lines).to.deep.equal([
      { code: 'EIW_UNDEFINED_OPTION', option: 'secret' },
      { code: 'EIW_UNDEFINED_OPTION', option: 'siteUrl' },
    ])
  })

  it('that does not exist is told at startup, each once, with what was probably meant', () => {
    const lines: unknown[] = []
    const log = (_level: string, _message: string, fields: object = {}) => lines.push(fields)
    hostWith({ log, hookPath: '/in', colour: 'red', limits: { webhooks: null } })
    expect(lines).to.deep.equal([
      { code: 'EIW_UNKNOWN_OPTION', option: 'hookPath', didYouMean: 'hooksPath' },
      { code: 'EIW_UNKNOWN_OPTION', option: 'colour' },
      { code: 'EIW_UNKNOWN_OPTION', option: 'limits.webhooks', didYouMean: 'limits.webhook' },
    ])
  })

  it('inside a limit that does not exist is told with its path', () => {
    const lines: unknown[] = []
    const log = (_level: string, _message: string, fields: object = {}) => lines.push(fields)
    const webhook = { perSecond: 5, burst: 10, bursts: 20 }
    const signIn = { failures: 5, seconds: 60, failuresPerAdress: 9 }
    hostWith({ log, limits: { webhook, signIn } })
    expect(lines).to.deep.equal([
      {
        code: 'EIW_UNKNOWN_OPTION',
        option: 'limits.webhook.bursts',
        didYouMean: 'limits.webhook.burst',
      },
      {
        code: 'EIW_UNKNOWN_OPTION',
        option: 'limits.signIn.failuresPerAdress',
        didYouMean: 'limits.signIn.failuresPerAddress',
      },
    ])
  })

  it('is accepted as a site URL with a port, a path and trailing slashes', () => {
    for (const siteUrl of ['http://localhost', 'https://a.example:8443/chat/@team//']) {
      expect(() => hostWith({ siteUrl })).not.to.throw()
    }
  })

  it('is a site URL as URLs are written, whatever surrounds it', async () => {
    for (const siteUrl of [
      'https://a.example/chat\n',
      ' https://a.example/chat',
      'HTTPS://A.example/chat/',
    ]) {
      const { webhooks } = hookHost({ options: { siteUrl } })
      const fields = { channelId: id('alerts'), displayName: 'CI' }
      const { url } = await webhooks.manage.create(id('alice'), fields)
      expect(url, siteUrl).to.match(/^https:\/\/a\.example\/chat\/hooks\/whk\w+$/)
    }
  })

  it('of management is told by the function that only makes the hooks router', () => {
    const told: unknown[] = []
    const log = (_level: string, _message: string, fields: object = {}) => told.push(fields)
    const { adapters } = hookHost()
    const ofManagement = {
      tokenLifetime: 60,
      currentUser: () => null,
      trustedOrigins: [],
      limits: { signIn: null },
    }
    const options = { adapters, log, siteUrl: 'https://chat.example', ...ofManagement }
    createHooks(options)
    expect(told).to.deep.equal(
      ['tokenLifetime', 'currentUser', 'trustedOrigins', 'limits.signIn'].map((option) => ({
        code: 'EIW_UNKNOWN_OPTION',
        option,
        optionOf: 'createIncomingWebhooks',
      })),
    )
  })
})

describe('limits that are null', () => {
  it('refuse neither messages nor guesses nor sign-ins', async () => {
    const { app, webhooks, path, adapters } = hookHost({ options: { limits: null } })
    const userId = id('alice')
    const passwordHash = await cheapHash('a password')
    adapters.host.credentials.set(userId, { userId, passwordHash })
    app.use('/users', webhooks.authRouter)
    const statuses = new Set<number>()
    for (let n = 0; n < 110; n += 1) {
      statuses.add((await request(app).post(path).send({ text: 'a' })).status)
    }
    for (let n = 0; n < 35; n += 1) {
      statuses.add(
        (
          await request(app)
            .post(`/hooks/${'k'.repeat(32)}`)
            .send({})
        ).status,
      )
    }
    for (let n = 0; n < 12; n += 1) {
      const attempt = { login_id: 'alice', password: 'wrong' }
      statuses.add((await request(app).post('/users/login').send(attempt)).status)
    }
    await webhooks.close()
    expect([...statuses]).to.deep.equal([200, 404, 401])
  })
})

describe('trusted origins', () => {
  const TRUSTED = 'https://intranet.example:8443'
  const cases: readonly [origin: string, status: number][] = [
    ['https://chat.example', 201],
    [TRUSTED, 201],
    ['https://intranet.example', 403],
    ['http://intranet.example:8443', 403],
    ['https://evil.example', 403],
    ['null', 403],
  ]
  for (const [origin, status] of cases) {
    it(`${status === 201 ? 'take' : 'refuse'} calls with cookies from ${origin}`, async () => {
      const host = hookHost({
        options: {
          trustedOrigins: [`${TRUSTED.toUpperCase()}/`],
          currentUser: () => host.adapters.host.users.get(id('alice')) ?? null,
        },
      })
      host.app.use('/api/v4', host.webhooks.adminRouter)
      const body = { channel_id: id('alerts'), display_name: 'Builds' }
      const answer = await request(host.app).post(HOOKS).set('Origin', origin).send(body)
      expect(answer.status).to.equal(status)
      const press = `/api/v4/posts/${id('unknown')}/actions/a`
      const pressed = await request(host.app).post(press).set('Origin', origin).send({})
      expect(pressed.status).to.equal(status === 201 ? 404 : 403)
    })
  }
})

describe('a secret that is replaced', () => {
  const OLD = 'the old secret, of at least thirty-two bytes'
  const NEW = 'the new secret, of at least thirty-two bytes'

  it('leaves the URLs of webhooks readable, and their records sealed with the new one', async () => {
    const before = hookHost({ options: { secret: OLD } })
    const fields = { channelId: id('alerts'), displayName: 'Builds' }
    const made = await before.webhooks.manage.create(id('alice'), fields)
    const urlWith = async (secret: string | [string, string]): Promise<unknown> => {
      const host = hookHost({
        adapt: () => before.adapters,
        options: { secret, currentUser: () => before.adapters.host.users.get(id('alice')) ?? null },
      })
      const app = express().use('/api/v4', host.webhooks.adminRouter)
      const answer = await request(app).get(`${HOOKS}/${made.id}`)
      return (answer.body as { readonly url?: unknown }).url
    }
    expect(await urlWith([NEW, OLD])).to.equal(made.url)
    expect(await urlWith(NEW)).to.equal(null)
  })
})

describe('a path of hooks other than /hooks', () => {
  const FOREIGN = 'xz1yq8gmnjgxmkb7ehtfgnqc3w'

  it('is known to the recent requests and the debug log, which hold no key of another system', async () => {
    const host = hookHost({
      settings: { enableWebhookDebugging: true, consoleLevel: 'DEBUG' },
      options: {
        hooksPath: '/in',
        currentUser: () => host.adapters.host.users.get(id('admin')) ?? null,
      },
    })
    const app = express().use('/in', host.webhooks.hooksRouter)
    app.use('/api/v4', host.webhooks.adminRouter)
    const agent = `curl https://chat.example/in/${FOREIGN}`
    await request(app).post(`/in/${host.key}`).set('User-Agent', agent).send({ text: 'a' })
    const { text: recent } = await request(app).get(`${HOOKS}/${host.webhook.id}/deliveries`)
    const { text: logs } = await request(app).get('/api/v4/logs')
    for (const text of [recent, logs]) {
      expect(text).to.include('/in/[redacted]').and.not.to.include(FOREIGN)
    }
  })
})

describe('adapters and options that are missing', () => {
  const calls: readonly (readonly [call: () => unknown, message: string])[] = [
    [
      () => Reflect.apply(createHooks, null, []) as unknown,
      'options: expected an object with adapters',
    ],
    [() => Reflect.apply(createHooks, null, [{}]) as unknown, 'adapters: missing'],
    [() => hostWith({ adapters: undefined }), 'adapters: missing'],
    [() => hostWith({ adapters: null }), 'adapters: missing'],
    [
      () => Reflect.apply(consoleRouter, null, []) as unknown,
      'consoleRouter: expected an object with apiBase and hooksBase',
    ],
    [
      () => Reflect.apply(createSqlStores, null, []) as unknown,
      'dialect: expected "postgres" or "sqlite"',
    ],
    [() => Reflect.apply(sqlTables, null, []) as unknown, 'dialect: expected'],
    [
      () => Reflect.apply(createSqlStores, null, [{ dialect: 'sqlite' }]) as unknown,
      'createSqlStores: missing or not a function: query, transaction',
    ],
    [
      () => {
        const transaction = () => Promise.reject(new Error('nothing is stored'))
        const stores = createSqlStores({ dialect: 'sqlite', query: () => [], transaction })
        return stores.posts(JSON.parse('{}') as never)
      },
      'stores.posts: missing or not a function: insert, setText',
    ],
    [
      () => Reflect.apply(createDocumentStores, null, []) as unknown,
      'createDocumentStores: missing or not a function: get, list, transaction',
    ],
    [
      () =>
        Reflect.apply(createDocumentStores, null, [
          { transactions: 'none', get: () => null },
        ]) as unknown,
      'createDocumentStores: missing or not a function: list, put, delete',
    ],
  ]
  for (const [call, message] of calls) {
    it(`are named: ${message}`, () => {
      expect(call).to.throw(TypeError, message)
    })
  }
})

describe('management calls', () => {
  const linesOf = async (
    mount: (host: ReturnType<typeof hookHost>) => unknown,
    options: object = {},
    header = '',
  ): Promise<readonly unknown[]> => {
    const lines: unknown[] = []
    const log = (_level: string, _message: string, fields: object = {}): void => {
      lines.push(Reflect.get(fields, 'code'))
    }
    const host = hookHost({ options: { ...options, log } })
    mount(host)
    const app = express().use('/api/v4', host.webhooks.adminRouter)
    for (let n = 0; n < 2; n += 1) {
      await request(app).get(HOOKS).set('Authorization', header).expect(401)
    }
    await host.webhooks.close()
    return lines
  }

  it('are reported once where nobody can sign in', async () => {
    expect(await linesOf(() => undefined)).to.deep.equal(['EIW_NO_SIGN_IN'])
  })

  it('are not reported with authRouter, with currentUser, or with a token of another process', async () => {
    const mounted = await linesOf(({ app, webhooks }) => app.use('/users', webhooks.authRouter))
    expect(mounted).to.deep.equal([])
    expect(await linesOf(() => undefined, { currentUser: () => null })).to.deep.equal([])
    expect(await linesOf(() => undefined, {}, 'Bearer a.b.c')).to.deep.equal([])
  })
})
