import { expect } from 'chai'
import fc from 'fast-check'
import { countCodePoints } from '../../lib/text/code-points.js'
import { cleanName, isEmoji } from '../../lib/text/names.js'
import { anyCharacter } from './scanned.js'

describe('a name', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['plain words', 'Build Bot', 'Build Bot'],
    ['white space around', '  ci \n', 'ci'],
    ['control characters', 'a\u0000b\u0007\nc\u007f', 'abc'],
    ['bidirectional marks', '\u202ead\u202cmin\u2066\u061c\u200f', 'admin'],
    ['zero-width characters and line separators', 'a\u200bd\ufeffm\u2060in\u2028\u2029', 'admin'],
    ['nothing visible', '\u200b \u202e', ''],
    ['letters of other scripts', 'Größe 日本 한', 'Größe 日本 한'],
    ['a joined emoji', '👩‍💻', '👩‍💻'],
    ['64 code points', '😀'.repeat(64), '😀'.repeat(64)],
    ['65 code points', '😀'.repeat(65), '😀'.repeat(64)],
    ['a blank at the cut', `${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ]
  for (const [title, name, cleaned] of cases) {
    it(`keeps what may be shown of ${title}`, () => {
      expect(cleanName(name)).to.equal(cleaned)
    })
  }

  it('never ends in half a character', () => {
    const hidden = '\u200b'.repeat(511)
    expect(cleanName(`${hidden}😀😀`).isWellFormed()).to.equal(true)
    expect(cleanName(`a${'\u200b'.repeat(510)}😀`).isWellFormed()).to.equal(true)
  })

  it('is at most 64 code points of anything, and the same when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 700 }), (name) => {
        const cleaned = cleanName(name)
        expect(countCodePoints(cleaned)).to.be.at.most(64)
        expect(cleanName(cleaned)).to.equal(cleaned)
      }),
    )
  })
})

describe('an emoji', () => {
  for (const emoji of [
    'ghost',
    ':ghost:',
    ':+1:',
    ':+1::skin-tone-3:',
    'e-mail',
    '😀',
    '👩‍💻',
    '🇩🇪',
    '👍🏽',
  ]) {
    it(`is ${emoji}`, () => {
      expect(isEmoji(emoji)).to.equal(true)
    })
  }

  for (const text of ['', ':', 'a b', '<b>', 'https://a', ':a:b:', 'x'.repeat(101), '😀 😀', '"']) {
    it(`is not ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(isEmoji(text)).to.equal(false)
    })
  }
})
