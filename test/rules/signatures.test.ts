import { expect } from 'chai'
import { createHmac } from 'node:crypto'
import { SENDER_SCHEMES } from '../../lib/model/verification-fields.js'
import { decodedSecret, isSignedText, type SenderFault } from '../../lib/rules/sender-ways.js'
import {
  checkSignature,
  type Expected,
  type SenderCheck,
  type SignedRequest,
} from '../../lib/rules/signatures.js'
import {
  asReceived,
  type Sender,
  senderOf,
  SENDERS,
  type SentHeaders,
} from '../support/signing-senders.js'

const STRIPE = senderOf('stripe')
const NOW = 1_790_000_000
const BODY = '{"text":"Straße"}'

interface Given {
  readonly secrets?: readonly string[]
  readonly body?: SignedRequest['body']
}

function checked(
  { scheme, header, secret, style }: Sender,
  headers: SentHeaders,
  given: Given = {},
): SenderCheck {
  const { secrets = [secret], body = Buffer.from(BODY) } = given
  const request = { headers: asReceived(headers), body, now: NOW }
  return checkSignature({ scheme, header, secrets, ...style }, request)
}

function faultOf(sender: Sender, headers: SentHeaders, given: Given = {}): SenderFault | null {
  return faultIn(checked(sender, headers, given))
}

function faultIn(check: SenderCheck): SenderFault | null {
  return 'fault' in check ? check.fault : null
}

function changed(headers: SentHeaders, change: (value: string) => string): SentHeaders {
  const values = Object.entries(headers).map(([name, value]) => [name, change(value)] as const)
  return Object.fromEntries(values)
}

describe('the signature of a sender', () => {
  it('has a sender of each scheme in these tests', () => {
    expect(new Set(SENDERS.map(({ scheme }) => scheme))).to.have.keys(Object.keys(SENDER_SCHEMES))
  })

  it("is GitHub's in the example of its documentation", () => {
    const check = checkSignature(
      { scheme: 'github', header: '', secrets: ["It's a Secret to Everybody"] },
      {
        headers: {
          'x-hub-signature-256':
            'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        },
        body: Buffer.from('Hello, World!'),
        now: NOW,
      },
    )
    expect(check).to.deep.equal({ covers: 'body' })
  })

  for (const [index, sender] of SENDERS.entries()) {
    const { sign, secret, otherSecret, empty, isTimed, isToken } = sender
    const signed = sign(secret, BODY, NOW)
    describe(`${sender.scheme} (${index + 1})`, () => {
      it('proves the sender, also while its secret is replaced', () => {
        expect(checked(sender, signed)).to.deep.equal({ covers: isToken ? 'request' : 'body' })
        expect(faultOf(sender, signed, { secrets: [otherSecret, secret] })).to.equal(null)
        expect(faultOf(sender, signed, { secrets: [secret, otherSecret] })).to.equal(null)
      })

      it('is wrong with another secret', () => {
        expect(faultOf(sender, sign(otherSecret, BODY, NOW))).to.equal('wrong')
        expect(faultOf(sender, signed, { secrets: [] })).to.equal('wrong')
      })

      it('is never empty', () => {
        expect(faultOf(sender, {})).to.equal('missing')
        expect(faultOf(sender, empty)).to.equal('missing')
        expect(faultOf(sender, empty, { secrets: [''] })).to.equal('missing')
        expect(faultOf(sender, sign('whsec_AAAA', BODY, NOW), { secrets: [''] })).to.equal('wrong')
      })

      it('is that of the bytes of the body', () => {
        const other = faultOf(sender, signed, { body: Buffer.from(`${BODY} `) })
        expect(other).to.equal(isToken ? null : 'wrong')
        expect(faultOf(sender, signed, { body: null })).to.equal(isToken ? null : 'no_body')
      })

      it('must be whole', () => {
        const cut = changed(signed, (value) => value.slice(0, -4))
        expect(faultOf(sender, cut)).to.not.equal(null)
      })

      if (isTimed) {
        it('holds for 300 seconds', () => {
          for (const at of [NOW - 300, NOW + 300]) {
            expect(faultOf(sender, sign(secret, BODY, at)), `${at - NOW}`).to.equal(null)
          }
          for (const at of [NOW - 301, NOW + 301]) {
            expect(faultOf(sender, sign(secret, BODY, at)), `${at - NOW}`).to.equal('late')
          }
        })

        it('has a time in it, and no other one beside it', () => {
          for (const time of ['', `${NOW - 1}`, 'NaN', 'Infinity', '1e12']) {
            const moved = changed(signed, (value) =>
              value === String(NOW) ? time : value.replace(`t=${NOW}`, `t=${time}`),
            )
            // Grafana may sign no time.
            const isGone = time === '' && sender.scheme !== 'grafana'
            expect(faultOf(sender, moved), time).to.equal(isGone ? 'untimed' : 'wrong')
          }
        })
      }
    })
  }

  const hex = 'ab'.repeat(32)
  for (const [scheme, name, ...values] of [
    ['github', 'X-Hub-Signature-256', `SHA256=${hex}`, hex, `sha1=${hex.slice(24)}`],
    ['gitlab', 'webhook-signature', `V1,${hex}`, `v1a,${hex}`],
    ['gitea', 'X-Forgejo-Signature', `sha256=${hex}`],
    ['gitea', 'X-Gitea-Signature', `sha256=${hex}`],
    ['gitea', 'X-Gogs-Signature', `sha256=${hex}`],
    ['gitea', 'X-Hub-Signature-256', `SHA256=${hex}`],
    ['bitbucket', 'X-Hub-Signature', `SHA256=${hex}`, hex],
    ['sentry', 'Sentry-Hook-Signature', `sha256=${hex}`, hex.slice(1)],
    ['pagerduty', 'X-PagerDuty-Signature', `V1=${hex}`, `v2=${hex},v2=${hex}`],
    ['grafana', 'X-Grafana-Alerting-Signature', `sha256=${hex}`],
    ['stripe', 'Stripe-Signature', `t=${NOW},V1=${hex}`, `t=${NOW},v0=${hex}`, hex],
    ['standard-webhooks', 'webhook-signature', `v1=${hex}`, hex],
    ['standard-webhooks', 'svix-signature', `v1=${hex}`, hex],
  ] as const) {
    it(`is unreadable, and not missing, where ${name} of ${scheme} is written otherwise`, () => {
      for (const value of values) {
        const expected = { scheme, header: '', secrets: ['secret'] }
        const headers = asReceived({ [name]: value })
        const check = checkSignature(expected, { headers, body: Buffer.from(BODY), now: NOW })
        expect(faultIn(check), value).to.equal('unreadable')
      }
    })
  }

  it('is none with an empty secret, with which everybody can sign', () => {
    for (const sender of SENDERS.filter(({ secret }) => !secret.startsWith('whsec_'))) {
      const headers = sender.sign('', BODY, NOW)
      expect(faultOf(sender, headers, { secrets: [''] }), sender.scheme).to.not.equal(null)
    }
    for (const secret of ['', 'whsec_', 'A', 'whsec_A', 'whsec_not base64']) {
      expect(decodedSecret(secret), secret).to.equal(null)
    }
  })

  it('has a time in whole seconds since 1970', () => {
    const { secret, sign } = STRIPE
    for (const at of [NOW * 1000, NOW * 1e6, NOW + 0.5, -NOW, Number.NaN]) {
      expect(faultOf(STRIPE, sign(secret, BODY, at)), `${at}`).to.equal('not_seconds')
    }
  })

  it('of Standard Webhooks has no dot in its id, which could make text a time', () => {
    const sender = SENDERS.find(({ scheme }) => scheme === 'standard-webhooks')
    const signed = sender?.sign(sender.secret, BODY, NOW) ?? {}
    const headers = { ...signed, 'webhook-id': 'a.b' }
    expect(sender && faultOf(sender, headers)).to.equal('unreadable')
  })

  it('of GitLab is no HMAC whose key is the letters of a token', () => {
    const [sender] = SENDERS.filter(({ scheme, isTimed }) => scheme === 'gitlab' && isTimed)
    const bare = sender?.secret.slice('whsec_'.length) ?? ''
    const headers = sender?.sign(bare, BODY, NOW) ?? {}
    expect(sender && faultOf({ ...sender, secret: bare }, headers)).to.equal('wrong')
  })

  it('may be a word with other letters than ASCII, which programs send in UTF-8', () => {
    const sender = SENDERS.find(({ scheme }) => scheme === 'token')
    const headers = { 'X-Word': 'Wörter' }
    expect(sender && faultOf({ ...sender, secret: 'Wörter' }, headers)).to.equal(null)
    expect(sender && faultOf({ ...sender, secret: 'Worter' }, headers)).to.equal('wrong')
  })

  it('is refused for a scheme of a later version', () => {
    for (const scheme of ['later', '', 'constructor', '__proto__']) {
      const expected = { scheme, header: '', secrets: ['x'] }
      const check = checkSignature(expected, { headers: {}, body: null, now: NOW })
      expect(check).to.deep.equal({ fault: 'unknown' })
    }
  })

  it('covers the body alone where GitLab signs, and the request where it sends its token', () => {
    const [, signing] = SENDERS.filter(({ scheme }) => scheme === 'gitlab')
    const { secret = '', sign } = signing ?? {}
    const signed = sign?.(secret, BODY, NOW) ?? {}
    expect(signing && checked(signing, signed)).to.deep.equal({ covers: 'body' })
    const both = { ...signed, 'X-Gitlab-Token': secret }
    expect(signing && checked(signing, both)).to.deep.equal({ covers: 'request' })
  })

  describe('of Grafana', () => {
    const [untimed, timed] = SENDERS.filter(({ scheme }) => scheme === 'grafana')
    const old = NOW - 100_000

    it('cannot be moved from one of its forms to the other', () => {
      if (!timed) throw new Error('no such sender')
      const { 'X-Our-Signature': signature = '' } = timed.sign(timed.secret, BODY, old)
      const body = Buffer.from(`${old}:${BODY}`)
      expect(faultOf(timed, { 'X-Our-Signature': signature }, { body })).to.equal('moved')
    })

    it('is right for a body that only looks like one with a time', () => {
      if (!untimed) throw new Error('no such sender')
      for (const text of [':1', 'x 12:30', '-1:', ' 1:', `${'1'.repeat(13)}:`]) {
        const signed = untimed.sign(untimed.secret, text, NOW)
        expect(faultOf(untimed, signed, { body: Buffer.from(text) }), text).to.equal(null)
      }
    })
  })

  describe('of a program that the webhook describes', () => {
    const expected: Expected = { scheme: 'hmac', header: 'X-Signature', secrets: ['secret'] }
    const body = Buffer.from('Hello, World!')
    // printf 'Hello, World!' | openssl dgst -sha256 -hmac secret
    const hex = 'fcfaffa7fef86515c7beb6b62d779fa4ccf092f2e61c164376054271252821ff'
    const base64 = Buffer.from(hex, 'hex').toString('base64')
    const faultWith = (style: Partial<Expected>, value: string, more = {}): SenderFault | null => {
      const request = { headers: { 'x-signature': value, ...more }, body, now: NOW }
      return faultIn(checkSignature({ ...expected, ...style }, request))
    }

    it('is in hexadecimal unless it says otherwise', () => {
      expect(faultWith({}, hex)).to.equal(null)
      expect(faultWith({}, hex.toUpperCase())).to.equal(null)
      expect(faultWith({}, base64)).to.equal('unreadable')
      expect(faultWith({ encoding: 'base64' }, base64)).to.equal(null)
      expect(faultWith({ encoding: 'base64' }, hex)).to.equal('unreadable')
    })

    it('has its prefix, and no other', () => {
      expect(faultWith({ prefix: 'sha256=' }, `sha256=${hex}`)).to.equal(null)
      expect(faultWith({ prefix: 'sha256=' }, `sha512=${hex}, sha256=${hex}`)).to.equal(null)
      expect(faultWith({ prefix: 'sha256=' }, hex)).to.equal('unreadable')
      expect(faultWith({ prefix: 'sha256=' }, `sha1=${hex}`)).to.equal('unreadable')
      expect(faultWith({}, `sha256=${hex}`)).to.equal('unreadable')
    })

    it('needs the time that it is made with', () => {
      const style = { timestampHeader: 'X-Time' }
      expect(faultWith(style, hex)).to.equal('untimed')
      expect(faultWith(style, hex, { 'x-time': '' })).to.equal('untimed')
      expect(faultWith(style, hex, { 'x-time': String(NOW) })).to.equal('wrong')
    })

    it('has a time in seconds, whatever else is signed', () => {
      const style = { timestampHeader: 'X-Time' }
      for (const time of ['2026-11-25T12:00:00Z', 'now', `${NOW}000`, `+${NOW}`]) {
        const signed = createHmac('sha256', 'secret').update(`${time}.`).update(body).digest('hex')
        expect(faultWith(style, signed, { 'x-time': time }), time).to.equal('not_seconds')
      }
    })

    it('is refused if it is written as only a later version reads it', () => {
      for (const encoding of ['base32', '__proto__', 'constructor']) {
        const stored: Expected = JSON.parse(JSON.stringify({ ...expected, encoding })) as Expected
        const request = { headers: { 'x-signature': hex }, body, now: NOW }
        expect(faultIn(checkSignature(stored, request)), encoding).to.equal('unreadable')
      }
    })

    for (const [text, isRight] of [
      ['{time}.{body}', true],
      ['v0:{time}:{body}', true],
      ['{time}{body}', false],
      ['{time}1{body}', false],
      ['{body}', false],
      ['{time}.', false],
      ['{body}.{time}', false],
      ['{time}.{time}.{body}', false],
      ['{time}.{body}.{body}', false],
      [`${'x'.repeat(33)}{time}.{body}`, false],
      ['{time}\n{body}', false],
    ] as const) {
      it(`${isRight ? 'may' : 'may not'} be that of ${JSON.stringify(text)}`, () => {
        expect(isSignedText(text)).to.equal(isRight)
      })
    }
  })
})
