import { createHmac, createSecretKey, generateKeyPairSync, hkdfSync } from 'node:crypto'
import { expect } from 'chai'
import jwt from 'jsonwebtoken'
import { createTokens } from '../../lib/auth/tokens.js'
import { SECRET } from '../support/sign-in-host.js'

const NAME = 'express-incoming-webhooks'
const REVERSED = SECRET.split('').reverse().join('')
const NOW = Date.UTC(2030, 0, 1)
const SECONDS = NOW / 1000
const clock = (): number => NOW
const tokens = createTokens({ secrets: [SECRET], clock, lifetimeSeconds: 3600 })
const key = createSecretKey(
  Buffer.from(hkdfSync('sha256', SECRET, '', `${NAME} session token`, 32)),
)
const claims = {
  iss: NAME,
  aud: NAME,
  sub: 'u1',
  jti: 's1',
  iat: SECONDS,
  exp: SECONDS + 3600,
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function forge(header: object, payload: object, secret: Parameters<typeof createHmac>[1]): string {
  const signed = `${encode(header)}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const HS256 = { alg: 'HS256', typ: 'JWT' }
const without = (name: keyof typeof claims): object =>
  Object.fromEntries(Object.entries(claims).filter(([member]) => member !== name))
const unsigned = (alg: string): string => `${encode({ alg, typ: 'JWT' })}.${encode(claims)}.`
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { token: real } = await tokens.sign('u1')
const [realHeader = '', , realSignature = ''] = real.split('.')
const other = createTokens({ secrets: [REVERSED], clock })

const FORGED: readonly (readonly [string, string])[] = [
  ['algorithm none', unsigned('none')],
  ['algorithm None', unsigned('None')],
  ['algorithm NONE', unsigned('NONE')],
  ['algorithm nOnE', unsigned('nOnE')],
  ['algorithm none with a signature', unsigned('none') + realSignature],
  ['no algorithm', forge({ typ: 'JWT' }, claims, key)],
  ['HS256 in lower case', forge({ alg: 'hs256', typ: 'JWT' }, claims, key)],
  ['HS512 with our key', jwt.sign(claims, key, { algorithm: 'HS512' })],
  ['an empty secret', forge(HS256, claims, '')],
  ['a weak secret', forge(HS256, claims, 'secret')],
  ['the host secret itself', forge(HS256, claims, SECRET)],
  ['another secret', (await other.sign('u1')).token],
  ['RS256', jwt.sign(claims, rsa.privateKey, { algorithm: 'RS256' })],
  ['an RS256 header over our key', forge({ alg: 'RS256', typ: 'JWT' }, claims, key)],
  ['a kid that is a path', forge({ ...HS256, kid: '../../dev/null' }, claims, '')],
  ['a kid, well signed', forge({ ...HS256, kid: 'k' }, claims, key)],
  ['a crit, well signed', forge({ ...HS256, crit: ['exp'] }, claims, key)],
  ['a jwk of its own', forge({ ...HS256, jwk: { kty: 'oct', k: 'c2VjcmV0' } }, claims, 'secret')],
  ['a jku', forge({ ...HS256, jku: 'https://example.org/keys' }, claims, key)],
  ['another issuer', forge(HS256, { ...claims, iss: 'someone' }, key)],
  ['no issuer', forge(HS256, without('iss'), key)],
  ['another audience', forge(HS256, { ...claims, aud: 'someone' }, key)],
  ['no audience', forge(HS256, without('aud'), key)],
  ['an end in the past', forge(HS256, { ...claims, exp: SECONDS - 1 }, key)],
  ['an end now', forge(HS256, { ...claims, exp: SECONDS }, key)],
  ['no end', forge(HS256, without('exp'), key)],
  ['an end that is text', forge(HS256, { ...claims, exp: '9999999999' }, key)],
  ['a beginning in the future', forge(HS256, { ...claims, nbf: SECONDS + 60 }, key)],
  ['no session', forge(HS256, without('jti'), key)],
  ['a session that is no string', forge(HS256, { ...claims, jti: { $gt: '' } }, key)],
  ['no user', forge(HS256, without('sub'), key)],
  ['an empty user', forge(HS256, { ...claims, sub: '' }, key)],
  ['another payload', `${realHeader}.${encode({ ...claims, sub: 'u2' })}.${realSignature}`],
  ['a cut signature', real.slice(0, -1)],
  ['no signature', real.slice(0, real.lastIndexOf('.') + 1)],
  ['a payload that is text', jwt.sign('text', key)],
  ['a fourth part', `${real}.e30`],
  ['a line end', `${real}\n`],
  ['nothing', ''],
  ['two dots', '..'],
  ['not base64', '!.!.!'],
  ['more than 4 KiB, well signed', forge(HS256, { ...claims, more: 'x'.repeat(4096) }, key)],
]

describe('tokens', () => {
  it('a token names its user and its session', async () => {
    const { token, session } = await tokens.sign('u1')
    expect(session).to.include({ userId: 'u1', expiresAt: NOW + 3_600_000 })
    expect(await tokens.verify(token)).to.deep.equal({ sessionId: session.id, userId: 'u1' })
  })

  it('the control of the forgeries verifies', async () => {
    expect(await tokens.verify(forge(HS256, claims, key))).to.deep.equal({
      sessionId: 's1',
      userId: 'u1',
    })
  })

  for (const [name, token] of FORGED) {
    it(`are refused: ${name}`, async () => {
      expect(await tokens.verify(token)).to.equal(null)
    })
  }

  it('no two tokens name the same session', async () => {
    const [one, two] = [await tokens.sign('u1'), await tokens.sign('u1')]
    expect(one.session.id).not.to.equal(two.session.id)
  })

  it('a token ends when its session does', async () => {
    let now = NOW + 500
    const moving = createTokens({ secrets: [SECRET], clock: () => now, lifetimeSeconds: 1 })
    const { token, session } = await moving.sign('u1')
    now = session.expiresAt - 1
    expect(await moving.verify(token)).not.to.equal(null)
    now = session.expiresAt
    expect(await moving.verify(token)).to.equal(null)
  })

  it('a token lives 12 hours by default', async () => {
    const { session } = await createTokens({ secrets: [SECRET], clock }).sign('u1')
    expect(session.expiresAt - NOW).to.equal(12 * 3600 * 1000)
  })

  it('of the previous secret are still accepted, and new ones have the current secret', async () => {
    const replaced = createTokens({ secrets: [REVERSED, SECRET], clock })
    expect(await replaced.verify(real)).to.deep.equal(await tokens.verify(real))
    const { token } = await replaced.sign('u1')
    expect(await tokens.verify(token)).to.equal(null)
    expect((await other.verify(token))?.userId).to.equal('u1')
  })

  for (const lifetimeSeconds of [0, -1, 1.5, Number.NaN, Infinity]) {
    it(`a lifetime of ${lifetimeSeconds} s is a mistake of the host`, () => {
      expect(() => createTokens({ secrets: [SECRET], clock, lifetimeSeconds })).to.throw(TypeError)
    })
  }
})
