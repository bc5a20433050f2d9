import { expect } from 'chai'
import fc from 'fast-check'
import {
  hasValidChecksum,
  KEY_SHAPE,
  keyDigest,
  keyHint,
  makeId,
  makeKey,
} from '../../lib/rules/keys.js'

const bytes = (size: number) => fc.uint8Array({ minLength: size, maxLength: size })
const key = makeKey(new Uint8Array(15).fill(7))

describe('keys', () => {
  it('are whk and 29 of [a-z0-9], and their own checksum fits', () => {
    fc.assert(
      fc.property(bytes(15), (random) => {
        const made = makeKey(random)
        expect(made).to.match(/^whk[a-z0-9]{29}$/)
        expect(KEY_SHAPE.test(made)).to.be.true
        expect(hasValidChecksum(made)).to.be.true
      }),
    )
  })

  it('hold all 120 bits: different random bytes make different keys', () => {
    fc.assert(
      fc.property(bytes(15), bytes(15), (a, b) => {
        expect(makeKey(a) === makeKey(b)).to.equal(Buffer.compare(a, b) === 0)
      }),
    )
  })

  it('are the same for the same bytes', () => {
    expect(makeKey(new Uint8Array(15))).to.match(/^whky{24}[a-z0-9]{5}$/)
    expect(makeKey(new Uint8Array(15))).to.equal(makeKey(new Uint8Array(15)))
    expect(makeKey(new Uint8Array(15).fill(255))).to.match(/^whk9{24}/)
  })

  for (const size of [0, 14, 16]) {
    it(`cannot be made of ${size} bytes`, () => {
      const make = () => makeKey(new Uint8Array(size))
      expect(make).to.throw(RangeError, 'a key takes 15 random bytes')
    })
  }

  const cases: readonly [string, string, boolean][] = [
    ['a key of ours', key, true],
    [
      'a wrong first character after the prefix',
      `whk${key[3] === 'y' ? 'b' : 'y'}${key.slice(4)}`,
      false,
    ],
    ['a wrong last character', key.slice(0, -1) + (key.endsWith('y') ? 'b' : 'y'), false],
    ['a key of 26 from elsewhere', 'xz1yq8gmnjgxmkb7ehtfgnqc3w', true],
    ['32 characters without the prefix', 'a'.repeat(32), true],
    ['the prefix in another length', `whk${'a'.repeat(30)}`, true],
  ]
  for (const [title, text, valid] of cases) {
    it(`${valid ? 'passes' : 'refuses'} ${title}`, () => {
      expect(hasValidChecksum(text)).to.equal(valid)
    })
  }

  const shapes: readonly [string, boolean][] = [
    ['a'.repeat(19), false],
    ['a'.repeat(20), true],
    ['Z9'.repeat(32), true],
    ['a'.repeat(65), false],
    [`${'a'.repeat(25)}-`, false],
    [`${'a'.repeat(25)}\n`, false],
    [`${'a'.repeat(25)}é`, false],
  ]
  for (const [text, fits] of shapes) {
    it(`${JSON.stringify(text)} ${fits ? 'has' : 'does not have'} the shape of a key`, () => {
      expect(KEY_SHAPE.test(text)).to.equal(fits)
    })
  }

  it('are found by their SHA-256 and recognised by their last four characters', () => {
    expect(keyDigest('abc')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
    expect(keyHint('whkabcdefg')).to.equal('defg')
  })

  it('ids are 26 of [a-z0-9]', () => {
    fc.assert(fc.property(bytes(16), (random) => /^[a-z0-9]{26}$/.test(makeId(random))))
    expect(makeId(new Uint8Array(16).fill(255))).to.match(/^9{25}h$/)
    expect(() => makeId(new Uint8Array(15))).to.throw(RangeError, 'an id takes 16 random bytes')
  })
})
