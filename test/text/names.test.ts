import { expect } from 'chai'
import fc from 'fast-check'
import { countCodePoints } from '../../lib/text/code-points.js'
import { cleanName, isEmoji, shortName, withoutInvisible } from '../../lib/text/names.js'
import { anyCharacter } from '../support/any-character.js'

describe('a name', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['plain words', 'Build Bot', 'Build Bot'],
    ['white space around', '  ci \n', 'ci'],
    ['control characters', 'a\u0000b\u0007\nc\u007f', 'abc'],
    ['bidirectional marks', '\u202ead\u202cmin\u2066\u061c\u200f', 'admin'],
    ['zero-width characters and line separators', 'a\u200bd\ufeffm\u2060in\u2028\u2029', 'admin'],
    ['nothing visible', '\u200b \u202e', ''],
    ['fillers of Hangul', 'a\u3164\u115f\u1160\uffa0', 'a'],
    ['blank Braille and Mongolian separators', '\u2800 \u180e', ''],
    ['soft hyphens and joiners between letters', 'ad\u00admi\u200dn\u200c\u034f', 'admin'],
    ['tags without a flag', 'admin\u{e0041}\u{e007f}', 'admin'],
    ['selectors after letters and digits', 'a\ufe0f1\ufe0f\u{e0100}', 'a1'],
    ['a selector that changes nothing', '😀\ufe0f', '😀'],
    ['a joiner at the end of an emoji', '👩\u200d', '👩'],
    ['blank musical and interlinear signs', 'a\u{1d159}\ufff9\ufffb', 'a'],
    ['a family', '👨‍👩‍👧 home', '👨‍👩‍👧 home'],
    ['a flag of a region', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 CI', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 CI'],
    ['flags of countries', '🇩🇪🇫🇷', '🇩🇪🇫🇷'],
    ['a heart, a keycap, a rainbow', '❤️ 1️⃣ 🏳️‍🌈', '❤️ 1️⃣ 🏳️‍🌈'],
    ['skin tones inside a sequence', '👩🏽‍💻 👨🏻‍❤️‍💋‍👨🏼', '👩🏽‍💻 👨🏻‍❤️‍💋‍👨🏼'],
    ['an emoji that the cut tears', `${'a'.repeat(62)}👩‍💻`, `${'a'.repeat(62)}👩`],
    ['letters of other scripts', 'Größe 日本 한', 'Größe 日本 한'],
    ['a joined emoji', '👩‍💻', '👩‍💻'],
    ['64 code points', '😀'.repeat(64), '😀'.repeat(64)],
    ['65 code points', '😀'.repeat(65), '😀'.repeat(64)],
    ['a blank at the cut', `${'a'.repeat(63)} b`, 'a'.repeat(63)],
  ]
  for (const [title, name, cleaned] of cases) {
    it(`keeps what may be shown of ${title}`, () => {
      expect(shortName(name)).to.equal(cleaned)
    })
  }

  it('may be longer where nothing cuts it, and is clean all the same', () => {
    expect(cleanName(` ${'a\u202eb\n'.repeat(128)}`)).to.equal('ab'.repeat(128))
    expect(cleanName('a\ud83d b\udc00')).to.equal('a b')
  })

  it('is read no further than 512 characters, seen or not', () => {
    expect(shortName(`${'\u200b'.repeat(511)}ab`)).to.equal('a')
  })

  it('never ends in half a character', () => {
    const hidden = '\u200b'.repeat(511)
    expect(shortName(`${hidden}😀😀`).isWellFormed()).to.equal(true)
    expect(shortName(`a${'\u200b'.repeat(510)}😀`).isWellFormed()).to.equal(true)
  })

  it('is the same with and without any character that Unicode calls ignorable', () => {
    const ignorable = /\p{Default_Ignorable_Code_Point}/u
    for (let code = 0; code <= 0x10ffff; code += code === 0xd7ff ? 0x801 : 1) {
      const character = String.fromCodePoint(code)
      if (ignorable.test(character)) expect(cleanName(`ad${character}min`)).to.equal('admin')
    }
  })

  it('is at most 64 code points of anything, and the same when cleaned again', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 700 }), (name) => {
        const cleaned = shortName(name)
        expect(countCodePoints(cleaned)).to.be.at.most(64)
        expect(shortName(cleaned)).to.equal(cleaned)
      }),
    )
  })
})

describe('a text without what is invisible', () => {
  for (const unit of ['👩\u200d', '\u{1f3f4}\u{e0067}', '1\ufe0f', '\u200d', '❤\ufe0f\ufe0f']) {
    it(`needs no second pass over a long run of ${JSON.stringify(unit)}`, () => {
      const once = withoutInvisible(unit.repeat(50_000))
      expect(withoutInvisible(once)).to.equal(once)
    })
  }
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
    '😀'.repeat(16),
  ]) {
    it(`may be written ${emoji}`, () => {
      expect(isEmoji(emoji)).to.equal(true)
    })
  }

  for (const text of [
    '',
    ':',
    'a b',
    '<b>',
    'https://a',
    ':a:b:',
    'x:+1::skin-tone-3:',
    ':+1::skin-tone-3:x',
    'x'.repeat(65),
    '😀'.repeat(17),
    '😀 😀',
    '"',
  ]) {
    it(`may not be written ${JSON.stringify(text.slice(0, 20))}`, () => {
      expect(isEmoji(text)).to.equal(false)
    })
  }
})
