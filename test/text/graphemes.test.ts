import { expect } from 'chai'
import fc from 'fast-check'
import { advance, countCodePoints } from '../../lib/text/code-points.js'
import { clusterBoundary, joinsSpace } from '../../lib/text/graphemes.js'
import { anyCharacter } from '../support/any-character.js'

const FAMILY = '👨‍👩‍👧‍👦'
const FLAG = '🇩🇪'

describe('a cluster boundary', () => {
  const cases: readonly (readonly [string, string, number, number | null])[] = [
    ['stays between letters', 'abcd', 2, 2],
    ['stays between accented letters', 'äöü', 2, 2],
    ['goes before CRLF', 'a\r\nb', 2, 1],
    ['stays behind CRLF', 'a\r\nb', 3, 3],
    ['goes before a letter with its accent', 'abe\u0301', 3, 2],
    ['goes before a joined family', `ab${FAMILY}c`, 4, 2],
    ['goes before a flag', `${FLAG}${FLAG}`, 6, 4],
    ['stays between flags', `${FLAG}${FLAG}`, 4, 4],
    ['goes before a skin tone', 'ab👍🏽', 4, 2],
    ['goes before a Hangul syllable in parts', 'a\u1112\u1161\u11ab', 3, 1],
    ['is none in a cluster longer than the window', `a${'\u0301'.repeat(400)}`, 300, null],
    ['goes before a digit behind the sign of a number', 'a\u06001b', 2, 1],
    ['goes before a flag of the first letter', '🇦🇿', 2, 0],
    ['goes before a flag of the last letter', '🇿🇦', 2, 0],
    ['is the beginning', 'abc', 0, 0],
    ['is the end', 'abc', 3, 3],
  ]
  for (const [title, text, cut, boundary] of cases) {
    it(title, () => {
      expect(clusterBoundary(text, 0, cut)).to.equal(boundary)
    })
  }

  it('never goes before the beginning of the part', () => {
    expect(clusterBoundary('a\r\nb', 2, 2)).to.equal(2)
    expect(clusterBoundary('ae\u0301', 2, 2)).to.equal(2)
  })

  it('pairs flags from where the part begins', () => {
    expect(clusterBoundary(FLAG.repeat(2), 2, 6)).to.equal(6)
    expect(clusterBoundary(FLAG.repeat(2), 2, 4)).to.equal(2)
  })

  it('pairs flags from where their run begins, however long it is', () => {
    const text = `a${FLAG.repeat(200)}`
    expect(clusterBoundary(text, 0, 401)).to.equal(401)
    expect(clusterBoundary(text, 0, 403)).to.equal(401)
  })

  it('agrees with the segmenter on any short text', () => {
    const units = [
      'a',
      '\r',
      '\n',
      'e\u0301',
      '\u0301',
      FLAG,
      '🇩',
      FAMILY,
      '\u200d',
      '👍',
      '🏽',
      '한',
      ' ',
    ]
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const texts = fc.array(fc.constantFrom(...units), { maxLength: 12 })
    fc.assert(
      fc.property(texts, fc.nat(40), (pieces, wish) => {
        const text = pieces.join('')
        const cut = advance(text, 0, wish)
        if (cut <= 0 || cut >= text.length) return
        const expected = segmenter.segment(text).containing(cut)?.index ?? 0
        const boundary = clusterBoundary(text, 0, cut)
        // Null is a cluster that begins with the text: there is no place before it.
        expect(boundary ?? 0).to.equal(expected)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a character behind a space', () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['a letter', 'a', false],
    ['a letter with an accent', 'ä', false],
    ['an ideograph', '字', false],
    ['an emoji', '😀', false],
    ['a space', ' ', false],
    ['an accent', '\u0301', true],
    ['a vowel sign that takes room', '\u0903', true],
    ['a joiner', '\u200d', true],
    ['a selector', '\ufe0f', true],
    ['a skin tone', '🏽', true],
    ['a vowel of Thai', '\u0e33', true],
    ['a vowel of Lao', '\u0eb3', true],
  ]
  for (const [title, character, joins] of rows) {
    it(`${joins ? 'joins' : 'does not join'} it: ${title}`, () => {
      expect(joinsSpace(`x ${character}y`, 2)).to.equal(joins)
    })
  }
})

describe('code points', () => {
  it('are counted as people count them', () => {
    expect(countCodePoints('aä日😀')).to.equal(4)
    expect(countCodePoints('\ud83d')).to.equal(1)
    expect(countCodePoints('\ude00\ud83d')).to.equal(2)
  })

  const counts: readonly (readonly [string, string, number])[] = [
    ['the first pair', '\ud800\udc00', 1],
    ['the last pair', '\udbff\udfff', 1],
    ['the first character without a pair', '\uffff', 1],
    ['two first halves', '\ud800\udbff', 2],
    ['two second halves', '\udc00\udfff', 2],
    ['a second half behind a letter', 'a\udc00', 2],
    ['a second half behind the character before all halves', '\ud7ff\udc00', 2],
    ['a second half behind the character after all halves', '\ue000\udc00', 2],
    ['a first half before a letter', '\ud800a', 2],
    ['a first half before the character after all halves', '\udbff\ue000', 2],
  ]
  for (const [title, text, count] of counts) {
    it(`are ${count} in ${title}`, () => {
      expect(countCodePoints(text)).to.equal(count)
      expect(advance(text, 0, 1)).to.equal(count === 1 ? text.length : 1)
    })
  }

  it('end with the text', () => {
    expect(advance('ab', 0, 2)).to.equal(2)
    expect(advance('ab', 1, 9)).to.equal(2)
  })

  it('are counted as an array of them has', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(20), (text, count) => {
        expect(countCodePoints(text)).to.equal(Array.from(text).length)
        expect(text.slice(0, advance(text, 0, count))).to.equal(
          Array.from(text).slice(0, count).join(''),
        )
      }),
    )
  })
})
