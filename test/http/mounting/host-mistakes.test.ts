import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import express from 'express'
import {
  createHooks,
  type HookPost,
  type HookSettings,
  type HookUser,
} from 'express-incoming-webhooks'
import type { WebhookFilter } from 'express-incoming-webhooks/adapters'
import request from 'supertest'
import { HOST_MISTAKES, messageOf } from '../../../lib/host/host-mistakes.js'
import { createKeyCipher } from '../../../lib/manage/keys.js'
import type { WebhookListOptions } from '../../../lib/manage/management.js'
import { ROOT } from '../../support/root.js'
import { hookHost, type HookHostOptions, id, KEY, SECRET } from '../../support/hook-host.js'

type Line = readonly [level: string, message: string, fields: Readonly<Record<string, unknown>>]

interface Mistake {
  readonly code: keyof typeof HOST_MISTAKES
  readonly host: HookHostOptions
  readonly send?: (test: request.Test) => request.Test
}

const LONG = 'x'.repeat(17_000)

const SIGNED = {
  scheme: 'github',
  header: '',
  secretCipher: createKeyCipher([SECRET]).seal('word', `${id('hook')} verification`),
  previousSecretCipher: '',
}

const MISTAKES: readonly Mistake[] = [
  {
    code: 'EIW_BODY_PARSED_AS_FORM',
    host: { before: [express.urlencoded({ extended: false })] },
    send: (test) => test.type('form').send('{"text":"a & b"}'),
  },
  {
    code: 'EIW_BODY_CONSUMED',
    host: {
      before: [
        (req, _res, next) => {
          req.on('end', () => {
            next()
          })
          req.resume()
        },
      ],
    },
  },
  {
    code: 'EIW_BODY_LIMIT',
    host: { before: [express.json({ limit: 1000 })] },
    send: (test) => test.send({ text: LONG }),
  },
  {
    code: 'EIW_PARSER_FAILED',
    host: { before: [express.json()] },
    send: (test) => test.type('json').send('{"text":"a"b"}'),
  },
  {
    code: 'EIW_FORWARDED_WITHOUT_TRUST',
    host: {},
    send: (test) => test.set('X-Forwarded-For', '192.0.2.1').send({ text: 'a' }),
  },
  { code: 'EIW_HOOKS_PATH', host: { options: { hooksPath: '/webhooks' } } },
  {
    code: 'EIW_SETTINGS_INCOMPLETE',
    host: {
      adapt: (good) => ({
        ...good,
        // As a host without types would answer.
        settings: {
          ...good.settings,
          get: () => JSON.parse('{"enableIncomingWebhooks":true}') as HookSettings,
        },
      }),
    },
  },
  {
    code: 'EIW_KEY_DIGEST_MISMATCH',
    host: {
      adapt: (good) => ({
        ...good,
        webhooks: {
          ...good.webhooks,
          findByKeyDigest: async () => {
            const found = await good.webhooks.findById(id('hook'))
            return found && { ...found, keyDigest: found.keyDigest.toUpperCase() }
          },
        },
      }),
    },
  },
  {
    code: 'EIW_BATCH_INCOMPLETE',
    host: {
      adapt: (good) => ({
        ...good,
        posts: {
          ...good.posts,
          createBatch: async (batch) => {
            const result = await good.posts.createBatch(batch)
            return result.stored ? { stored: true, posts: result.posts.slice(0, 1) } : result
          },
        },
      }),
    },
    send: (test) => test.send({ text: LONG }),
  },
  {
    code: 'EIW_FIRST_ID_MISSING',
    host: {
      adapt: (good) => ({
        ...good,
        posts: {
          ...good.posts,
          createBatch: ({ posts }) => ({
            stored: true,
            posts: posts.map((post, at): HookPost => ({
              ...post,
              id: `${at}`,
              createAt: at,
              updateAt: at,
            })),
          }),
        },
      }),
    },
    send: (test) => test.send({ text: LONG }),
  },
  { code: 'EIW_USER_ID_PATTERN', host: { options: { userIdPattern: /^\d+$/ } } },
  {
    code: 'EIW_USERNAME_CASE',
    host: {
      adapt: (good) => ({
        ...good,
        users: {
          ...good.users,
          findByIds: async (ids) =>
            (await good.users.findByIds(ids)).map((user) => ({ ...user, username: 'Alice' })),
        },
      }),
    },
  },
  {
    code: 'EIW_ADAPTER_TIMEOUT',
    host: {
      options: { adapterTimeout: 5 },
      adapt: (good) => ({
        ...good,
        channels: { ...good.channels, canPost: () => new Promise<boolean>(() => undefined) },
      }),
    },
  },
  {
    code: 'EIW_ADAPTER_RESULT',
    host: {
      adapt: (good) => ({
        ...good,
        users: { ...good.users, findByIds: () => JSON.parse('{}') as readonly HookUser[] },
      }),
    },
  },
  {
    code: 'EIW_SENDER_SECRET',
    host: { webhook: { verification: { ...SIGNED, secretCipher: 'of another secret' } } },
  },
  {
    code: 'EIW_SIGNED_BODY_PARSED',
    host: { webhook: { verification: SIGNED }, before: [express.json()] },
    send: (test) => test.set('X-Hub-Signature-256', `sha256=${'0'.repeat(64)}`).send({ text: 'a' }),
  },
  {
    code: 'EIW_NOT_BOOLEAN',
    host: {
      adapt: (good) => ({
        ...good,
        channels: { ...good.channels, canPost: () => JSON.parse('[]') as boolean },
      }),
    },
  },
]

const sendText = (test: request.Test): request.Test => test.send({ text: 'a' })

describe('a mistake of the host', () => {
  for (const { code, host: options, send = sendText } of MISTAKES) {
    it(`${code} is told once, with the fix, without key or payload`, async () => {
      const lines: Line[] = []
      const host = hookHost({
        ...options,
        options: {
          ...options.options,
          log: (level, message, fields = {}) => lines.push([level, message, fields]),
        },
      })
      for (let n = 0; n < 3; n += 1) await send(request(host.app).post(host.path))
      expect(lines.map(([, , fields]) => fields['code'])).to.deep.equal([code])
      expect(lines[0]?.slice(0, 2)).to.deep.equal(['warn', messageOf(code)])
      expect(JSON.stringify(lines)).to.not.include(KEY).and.not.to.include('xxxx')
    })
  }

  const naming = MISTAKES.flatMap((mistake) => {
    const statuses = messageOf(mistake.code).match(/\b[2-5]\d\d\b/g) ?? []
    return statuses.length > 0 ? [{ ...mistake, statuses }] : []
  })
  for (const { code, statuses, host: options, send = sendText } of naming) {
    it(`${code} names the status with which the library responds`, async () => {
      const host = hookHost(options)
      const { status } = await send(request(host.app).post(host.path))
      // The host's own error handler would choose its status.
      expect(host.hostErrors).to.deep.equal([])
      expect(statuses).to.include(String(status))
    })
  }

  it('may name a status', () => {
    expect(naming).not.to.deep.equal([])
  })

  it('EIW_FORWARDED_WITHOUT_TRUST is told at a sign-in too', async () => {
    const codes: unknown[] = []
    const { webhooks } = hookHost({
      options: { log: (_level, _message, fields = {}) => codes.push(fields['code']) },
    })
    const app = express().use(webhooks.authRouter)
    const signIn = request(app).post('/login').set('X-Forwarded-For', '192.0.2.1')
    await signIn.send({ login_id: 'alice', password: 'wrong' }).expect(401)
    await webhooks.close()
    expect(codes).to.deep.equal(['EIW_FORWARDED_WITHOUT_TRUST'])
  })

  it('EIW_SITE_URL_MISSING is told when a sender asks for permalinks', async () => {
    const codes: unknown[] = []
    const { adapters, path } = hookHost()
    const app = express()
    const log = (_level: string, _message: string, fields: object = {}) =>
      codes.push(Reflect.get(fields, 'code'))
    app.use('/hooks', createHooks({ adapters, log }).router)
    await request(app).post(path).send({ text: 'a' })
    expect(codes).to.deep.equal([])
    for (let n = 0; n < 2; n += 1) await request(app).post(`${path}?wait=true`).send({ text: 'a' })
    expect(codes).to.deep.equal(['EIW_SITE_URL_MISSING'])
  })

  const filters: readonly (readonly [name: keyof WebhookFilter, given: WebhookListOptions])[] = [
    ['channelId', { channelId: id('off-topic') }],
    ['words', { query: 'else' }],
    ['after', { after: { createAt: 0, id: '' } }],
    ['failing', { failing: true }],
  ]
  for (const [name, given] of filters) {
    it(`EIW_WEBHOOK_FILTER is told once when an adapter ignores ${name}`, async () => {
      const codes: unknown[] = []
      const { webhooks } = hookHost({
        options: { log: (_level, _message, fields = {}) => codes.push(fields['code']) },
        adapt: (good) => ({
          ...good,
          webhooks: {
            ...good.webhooks,
            list: (filter) => good.webhooks.list({ ...filter, [name]: undefined }),
          },
        }),
      })
      const list = (filter: WebhookListOptions) => webhooks.manage.list(id('admin'), filter)
      expect(await list({ teamId: 'main', withTotal: true })).to.have.property('total', 1)
      expect(codes).to.deep.equal([])
      for (let n = 0; n < 2; n += 1) {
        const failed: unknown = await list(given).catch((error: unknown) => error)
        expect(String(failed)).to.equal(`TypeError: webhooks.list ignored ${name}`)
      }
      expect(codes).to.deep.equal(['EIW_WEBHOOK_FILTER'])
      await webhooks.close()
    })
  }

  it('EIW_ORIGIN is told once, and only of signed-in users, when a page of another origin calls', async () => {
    const lines: Line[] = []
    const { webhooks, adapters } = hookHost({
      options: {
        siteUrl: 'http://127.0.0.1:4100',
        currentUser: (req) => adapters.host.users.get(req.get('as') ?? '') ?? null,
        log: (level, message, fields = {}) => lines.push([level, message, fields]),
      },
    })
    const app = express().use(webhooks.adminRouter).use('/posts', webhooks.buttonsRouter)
    const call = (path: string, as: string, origin: string) =>
      request(app).post(path).set({ as, origin }).send({})
    await call('/hooks/incoming', '', 'http://evil.test').expect(401)
    await call('/hooks/incoming', id('alice'), 'http://127.0.0.1:4100').expect(400)
    expect(lines).to.deep.equal([])
    const refused = await call('/hooks/incoming', id('alice'), 'http://localhost:4100').expect(403)
    expect(refused.body).to.include({
      detailed_error:
        'Origin: a different site; open the pages at http://127.0.0.1:4100, ' +
        'or add this origin to trustedOrigins',
    })
    await call('/posts/a/actions/b', id('alice'), 'http://evil.test').expect(403)
    const fields = { origin: 'http://localhost:4100', siteUrl: 'http://127.0.0.1:4100' }
    expect(lines).to.deep.equal([
      ['warn', messageOf('EIW_ORIGIN'), { code: 'EIW_ORIGIN', ...fields }],
    ])
    await webhooks.close()
  })

  it('that could go wrong without notice has a code of its own, and a test of each names it', () => {
    const tests = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts') && !file.startsWith('docs'))
      .map((file) => readFileSync(join(ROOT, 'test', file), 'utf8'))
      .join('\n')
    const untested = Object.keys(HOST_MISTAKES).filter((code) => !tests.includes(`'${code}'`))
    expect(untested).to.deep.equal([])
  })

  it('is none where the router is mounted as the README says', async () => {
    const lines: unknown[] = []
    const host = hookHost({ options: { log: (...line) => lines.push(line) } })
    await request(host.app).post(host.path).send({ text: LONG })
    await request(host.app).post(`${host.path}?wait=true`).send({ text: 'a' })
    expect(lines).to.deep.equal([])
  })
})
