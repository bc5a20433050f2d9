import { expect } from 'chai'
import { Webhook } from 'standardwebhooks'
import {
  createSigningSecrets,
  replacedSalt,
  replacedSaltUntil,
  sign,
  type SigningSecretsOf,
} from '../../lib/rules/signing.js'

const HOST = 'the secret of the host'
const NOW = 1_790_000_000_000
const SECRET_OF = (webhook: Parameters<SigningSecretsOf>[0]): string =>
  createSigningSecrets([HOST])(webhook, NOW)[0]
const WEBHOOK = { id: 'webhook', signingSalt: 'salt' }

describe('a signing secret', () => {
  it('is the same for ever, or receivers would refuse what they accepted before', () => {
    expect(SECRET_OF(WEBHOOK)).to.equal('whsec_gBFUXKJ+YSmnXAJUIFA8HQIYhn1wQSqrceZnOPB2ukg=')
  })

  it('is 32 bytes behind `whsec_`', () => {
    const secret = SECRET_OF(WEBHOOK)
    expect(secret).to.match(/^whsec_/)
    expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).to.have.length(32)
  })

  const others: readonly [string, () => string][] = [
    ['another webhook', () => SECRET_OF({ ...WEBHOOK, id: 'webhook2' })],
    ['another salt', () => SECRET_OF({ ...WEBHOOK, signingSalt: 'salt2' })],
    ['another host', () => createSigningSecrets(['another secret'])(WEBHOOK, NOW)[0]],
  ]
  for (const [title, secret] of others) {
    it(`is another one for ${title}`, () => {
      expect(secret()).not.to.equal(SECRET_OF(WEBHOOK))
    })
  }
})

describe('a signing secret that was replaced', () => {
  const before = 'the next secret of the host'
  const secretsOf = createSigningSecrets([HOST, before])
  const old = { id: 'webhook', signingSalt: 'old' }
  const fresh = { id: 'webhook', signingSalt: 'new' }

  it('signs beside the new one until the overlap ends', () => {
    const signingSalt = replacedSalt('old', 'new', NOW + 1000, NOW)
    const both = { id: 'webhook', signingSalt }
    expect(secretsOf(both, NOW + 999)).to.have.members([
      ...secretsOf(fresh, NOW),
      ...secretsOf(old, NOW),
    ])
    expect(secretsOf(both, NOW + 999)[0]).to.equal(SECRET_OF(fresh))
    expect(replacedSaltUntil(signingSalt, NOW + 999)).to.equal(NOW + 1000)
    expect(secretsOf(both, NOW + 1000)).to.deep.equal(secretsOf(fresh, NOW))
    expect(replacedSaltUntil(signingSalt, NOW + 1000)).to.equal(0)
  })

  it('ends at once without an overlap, and when the next one is replaced', () => {
    expect(replacedSalt('old', 'new', NOW, NOW)).to.equal('new')
    const twice = replacedSalt(
      replacedSalt('old', 'new', NOW + 1000, NOW),
      'newest',
      NOW + 2000,
      NOW + 1,
    )
    expect(secretsOf({ id: 'webhook', signingSalt: twice }, NOW + 2)).to.have.members([
      ...secretsOf({ id: 'webhook', signingSalt: 'newest' }, NOW),
      ...secretsOf(fresh, NOW),
    ])
  })

  it('signs too if no salt was stored before', () => {
    const none = { id: 'webhook', signingSalt: '' }
    const signingSalt = replacedSalt('', 'new', NOW + 1000, NOW)
    expect(secretsOf({ id: 'webhook', signingSalt }, NOW)).to.include(SECRET_OF(none))
  })
})

describe('a signature', () => {
  // Taken when the tests run: the library accepts no signature that is older than five minutes.
  let seconds = 0
  beforeEach(() => {
    seconds = Math.floor(Date.now() / 1000)
  })
  const body = '{"text":"Grüße"}'
  const signed = () => ({ ...sign([SECRET_OF(WEBHOOK)], { id: 'msg_1', seconds, body }) })
  const receiver = () => new Webhook(SECRET_OF(WEBHOOK))

  it('names the message and its time', () => {
    expect(signed()['webhook-id']).to.equal('msg_1')
    expect(signed()['webhook-timestamp']).to.equal(String(seconds))
  })

  it('is accepted by a receiver with the library of Standard Webhooks', () => {
    expect(receiver().verify(body, signed())).to.deep.equal({ text: 'Grüße' })
  })

  it('is accepted with the old and the new secret while the host replaces its own', () => {
    const secretsOf = createSigningSecrets(['the next secret of the host', HOST])
    const both = { ...sign(secretsOf(WEBHOOK, NOW), { id: 'msg_1', seconds, body }) }
    expect(receiver().verify(body, both)).to.deep.equal({ text: 'Grüße' })
    const [current] = secretsOf(WEBHOOK, NOW)
    expect(new Webhook(current).verify(body, both)).to.deep.equal({ text: 'Grüße' })
  })

  const forged: readonly [string, string, () => Record<string, string>][] = [
    ['another body', '{"text":"Tschüss"}', () => ({})],
    ['another id', body, () => ({ 'webhook-id': 'msg_2' })],
    ['another time', body, () => ({ 'webhook-timestamp': String(seconds - 1) })],
  ]
  for (const [title, text, changed] of forged) {
    it(`is refused with ${title}`, () => {
      expect(() => receiver().verify(text, { ...signed(), ...changed() })).to.throw(
        'No matching signature',
      )
    })
  }
})
