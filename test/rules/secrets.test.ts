import { expect } from 'chai'
import { resolveSecret } from '../../lib/rules/secrets.js'
import { SECRET } from '../support/sign-in-host.js'

describe('the secret', () => {
  const refused: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['a number', 12345678901234567890],
    ['an empty one', ''],
    ['31 bytes', SECRET.slice(1)],
    ['one character', 'x'.repeat(64)],
    ['spaces', ' '.repeat(40)],
    ['secret, repeated', 'secret'.repeat(6)],
    ['secret, repeated and cut', 'secret'.repeat(6).slice(0, 32)],
    ['changeme', 'changeme-changeme-please-thank-you'],
    ['Change_Me', 'Change_Me_to_something_long_and_random'],
    ['your-secret', 'your-secret-key-goes-here-0123456789'],
  ]
  for (const [name, secret] of refused) {
    it(`${name} is refused, with what to do`, () => {
      expect(() => {
        resolveSecret(secret)
      }).to.throw(TypeError, 'openssl rand -hex 32')
    })
  }

  it('32 bytes of hexadecimal or UTF-8 are taken', () => {
    for (const secret of [SECRET, 'žluťoučký kůň úpěl ďábelské']) {
      expect(() => {
        resolveSecret(secret)
      }).not.to.throw()
    }
  })

  for (const [secret, size] of [
    ['x', '1 byte, which'],
    ['xy', '2 bytes, which'],
  ] as const) {
    it(`of ${secret.length} is said to have ${size}`, () => {
      expect(() => resolveSecret(secret)).to.throw(TypeError, ` has ${size} is too short`)
    })
  }

  it('is not repeated in the error', () => {
    expect(() => {
      resolveSecret('swordfish')
    })
      .to.throw(TypeError)
      .with.property('message')
      .that.does.not.include('swordfish')
  })

  it('may be two, the current one and the previous one, and both are checked', () => {
    const previous = SECRET.split('').reverse().join('')
    expect(resolveSecret(SECRET)).to.deep.equal([SECRET])
    expect(resolveSecret([SECRET, previous])).to.deep.equal([SECRET, previous])
    expect(resolveSecret([SECRET, undefined])).to.deep.equal([SECRET])
    const refused = [[], [undefined, SECRET], [SECRET, 'short'], [SECRET, previous, previous]]
    for (const secret of refused) expect(() => resolveSecret(secret)).to.throw(TypeError)
  })
})
