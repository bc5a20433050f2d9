import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  createHooks,
  type HooksOptions,
  type IncomingWebhooksOptions,
} from 'express-incoming-webhooks'
import request from 'supertest'
import { hookHost } from '../../support/hook-host.js'

/** A host with options that its types would refuse. */
const hostWith = (options: object) => hookHost({ options: { ...options } })

type Wrong = readonly [unknown, ...unknown[]]
type Limits = NonNullable<IncomingWebhooksOptions['limits']>
type OptionName =
  | keyof IncomingWebhooksOptions
  | keyof HooksOptions
  | `limits.${keyof Limits}`
  | `limits.${'webhook' | 'requests'}.${keyof NonNullable<Limits['webhook']>}`
  | `limits.signIn.${keyof NonNullable<Limits['signIn']>}`

/** The object in which an option is, beside what it needs. */
function given(path: string, value: unknown): object {
  const [first = '', second, third] = path.split('.')
  const beside = { perSecond: 1, burst: 1, failures: 1, seconds: 1 }
  if (second === undefined) return { [first]: value }
  return { [first]: { [second]: third === undefined ? value : { ...beside, [third]: value } } }
}

/** A new option does not compile without one. */
const WRONG: Readonly<Record<OptionName, Wrong>> = {
  adapters: [null, 7],
  secret: [7, 'short', ['7f3a9c51e8d24b60a1f7c3d95e0b8246', 'short', 'third']],
  siteUrl: ['chat.example.org', null],
  bodyLimit: [1023, 2048.5, '2048', 2048n, NaN],
  maxPostLength: [99, Infinity, '4000'],
  show: ['html', null],
  userIdPattern: ['[a-z]+', /a/g, /a/y],
  botUserId: [7, 'with a space'],
  compatVersion: [5.14, '5', '5.x', '5.14.0.1'],
  permalink: ['https://chat.example', null],
  formats: [
    'github',
    null,
    7,
    new Set(['github']),
    [null],
    [{ name: 'doorbell' }],
    [{ read: () => 1 }],
  ],
  limits: [false, [], 'none'],
  'limits.webhook': [false, 10],
  'limits.webhook.perSecond': [0, NaN, Infinity, '1', undefined],
  'limits.webhook.burst': [0, 1.5, undefined],
  'limits.requests': [false, 10],
  'limits.requests.perSecond': [0, NaN, Infinity, '1', undefined],
  'limits.requests.burst': [0, 1.5, undefined],
  'limits.keyFailures': [0, '10', Infinity],
  'limits.refuseWith': [500, '429'],
  'limits.signIn': [[], 0],
  'limits.signIn.failures': [0, '5', undefined],
  'limits.signIn.seconds': [0, 1.5, undefined],
  'limits.signIn.failuresPerAddress': [0, Infinity],
  adapterTimeout: [-1, '15s', Infinity],
  onPosts: [true, null],
  log: [true, console],
  clock: [
    1_700_000_000_000,
    () => 1_700_000_000,
    () => NaN,
    () => '1700000000000',
    () => 1_700_000_000_000n,
    () => new Date(),
    () => undefined,
  ],
  trustedOrigins: ['https://a.example', ['a.example'], ['*']],
  allowedIntegrationHosts: ['a.example', ['https://a.example'], [7]],
  hooksPath: ['/', 'hooks', 7],
  currentUser: [true, null],
  tokenLifetime: [0, 1.5, '60'],
  onSignIn: [true, null],
  onAudit: [true, null],
  onSignal: ['webhook', null],
  consoleUrl: ['/admin', null],
  deliveryAddress: ['none', null],
  node: ['', 7],
}

describe('each option of the host', () => {
  for (const [path, values] of Object.entries(WRONG)) {
    it(`is refused at startup with its name: ${path}`, () => {
      const [name = ''] = /^limits/.test(path) ? [path] : path.split('.')
      for (const value of values) {
        const wrong = new RegExp(`^(The )?${name.replaceAll('.', '[.]')}\\b`)
        expect(() => hostWith(given(path, value)), inspect(value)).to.throw(TypeError, wrong)
      }
    })
  }
})

describe('an option that is needed', () => {
  const MISSPELT: readonly (readonly [wrong: string, meant: string, found: object])[] = [
    ['siteURL', 'siteUrl', { siteUrl: undefined, siteURL: 'https://chat.example' }],
    ['adaptors', 'adapters', { adapters: undefined, adaptors: {} }],
    ['secrets', 'secret', { secret: undefined, secrets: 'a secret' }],
  ]
  for (const [wrong, meant, options] of MISSPELT) {
    it(`is named if it is written ${wrong}`, () => {
      const message = `${wrong}: there is no such option; did you mean ${meant}?`
      expect(() => hostWith(options)).to.throw(TypeError, message)
    })
  }

  it('is named by createHooks too', () => {
    const { adapters } = hookHost()
    const call = () => Reflect.apply(createHooks, null, [{ adapter: adapters }]) as unknown
    expect(call).to.throw(TypeError, 'did you mean adapters?')
  })

  it('has no default, which nobody is told of', () => {
    const lines: unknown[] = []
    const log = (...line: readonly unknown[]): unknown => lines.push(line)
    expect(() => hostWith({ secret: undefined, log })).to.throw(
      TypeError,
      /The secret must be a string.* pass \[current, previous\]/,
    )
    expect(lines).to.deep.equal([])
  })
})

describe('adapters of a host that signs its users in', () => {
  const currentUser = (): null => null
  const withAdapters = (changes: object) => {
    const { adapters } = hookHost()
    const users = { ...adapters.users, findCredentials: undefined }
    return () => hostWith({ currentUser, adapters: { ...adapters, users, ...changes } })
  }

  it('have no sessions, or all that belongs to them', () => {
    const remedy = /If users sign in only with your currentUser, leave out adapters.sessions/
    expect(withAdapters({})).to.throw(TypeError, remedy)
    const incomplete = withAdapters({ sessions: {} })
    expect(incomplete).to.throw(TypeError, remedy)
    expect(incomplete).not.to.throw(TypeError, /pass currentUser/)
  })

  it('may have null instead of sessions', () => {
    expect(withAdapters({ sessions: null })).not.to.throw()
  })
})

describe('permalink', () => {
  const WAYS: readonly (readonly [what: string, permalink: unknown, fields: object])[] = [
    [
      'throws',
      () => {
        throw new TypeError('no team')
      },
      { error: 'TypeError: no team' },
    ],
    ['returns a promise', () => Promise.reject(new Error('late')), { got: 'a Promise' }],
    ['returns nothing', () => undefined, { got: 'undefined' }],
  ]
  for (const [what, permalink, fields] of WAYS) {
    it(`is told once if it ${what}, and its receipts are those of posts without an address`, async () => {
      const lines: unknown[] = []
      const log = (_level: string, _message: string, found: object = {}): unknown =>
        lines.push(
          Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)])),
        )
      const { app, path } = hostWith({ permalink, log })
      for (let n = 0; n < 2; n += 1) {
        const answer = await request(app).post(`${path}?wait=true`).send({ text: 'a' }).expect(200)
        expect(answer.body).to.have.nested.property('posts[0].permalink', '')
      }
      expect(lines).to.deep.equal([{ code: 'EIW_PERMALINK', ...fields }])
    })
  }
})
