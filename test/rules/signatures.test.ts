import { expect } from 'chai'
import { SENDER_SCHEMES } from '../../lib/model/verification-fields.js'
import {
  decodedSecret,
  senderFault,
  type SignedRequest,
  signsBody,
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

function faultOf(
  { scheme, header, secret }: Sender,
  headers: SentHeaders,
  given: { readonly secrets?: readonly string[]; readonly body?: SignedRequest['body'] } = {},
): ReturnType<typeof senderFault> {
  const { secrets = [secret], body = Buffer.from(BODY) } = given
  const request = { headers: asReceived(headers), body, now: NOW }
  return senderFault({ scheme, header, secrets }, request)
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
    const fault = senderFault(
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
    expect(fault).to.equal(null)
  })

  for (const [index, sender] of SENDERS.entries()) {
    const { sign, secret, otherSecret, empty, isTimed, isToken } = sender
    const signed = sign(secret, BODY, NOW)
    describe(`${sender.scheme} (${index + 1})`, () => {
      it('proves the sender, also while its secret is replaced', () => {
        expect(faultOf(sender, signed)).to.equal(null)
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
            expect(faultOf(sender, moved), time).to.equal('wrong')
          }
        })
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

  it('has a time in whole seconds', () => {
    const { secret, sign } = STRIPE
    expect(faultOf(STRIPE, sign(secret, BODY, NOW + 0.5))).to.equal('late')
  })

  it('is none with a time that is no number, even if it is signed', () => {
    const { secret, sign } = STRIPE
    expect(faultOf(STRIPE, sign(secret, BODY, Number.NaN))).to.equal('late')
  })

  it('of Standard Webhooks has no dot in its id, which could make text a time', () => {
    const sender = SENDERS.find(({ scheme }) => scheme === 'standard-webhooks')
    const signed = sender?.sign(sender.secret, BODY, NOW) ?? {}
    const headers = { ...signed, 'webhook-id': 'a.b' }
    expect(sender && faultOf(sender, headers)).to.equal('missing')
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
      expect(senderFault(expected, { headers: {}, body: null, now: NOW })).to.equal('unknown')
      expect(signsBody(scheme)).to.equal(true)
    }
  })
})
