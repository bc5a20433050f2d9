import { expect } from 'chai'
import fc from 'fast-check'
import { countCodePoints } from '../../lib/text/code-points.js'
import { fencesBalance, parts, segmentsOf, split } from './segments.js'

const LIMIT = 100
const words = ['word', ' ', '\n', '\n\n', '\r\n', '😀', '🇩🇪', 'e\u0301', '한', 'x'.repeat(40)]
const markup = [
  '[l](https://a)',
  '<https://a.example|label>',
  '<!here>',
  '@bob',
  '`code`',
  '!',
  '\\',
]
const fences = ['\n```\n', '\n```ts\n', '\n~~~\n', '\n````\n', '```', '   ```\n']

// An opening line that takes a good part of a post is not reopened in each.
const openings = fences.filter((fence) => fence.endsWith('\n'))

const text = (...units: readonly string[]): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom(...units), fc.integer({ min: 1, max: 30 })), { maxLength: 25 })
    .map((pieces) => pieces.map(([unit, times]) => unit.repeat(times)).join(''))

describe('split: any text', () => {
  it('without fences is exactly its parts', () => {
    fc.assert(
      fc.property(text(...words, ...markup), (whole) => {
        const pieces = segmentsOf(whole)
        const joined = pieces.map((piece) => piece.text).join('')
        expect(
          parts(pieces, LIMIT)
            .map((part) => part.text)
            .join(''),
        ).to.equal(joined)
      }),
    )
  })

  it('makes no part that is empty, over the limit or half a character', () => {
    fc.assert(
      fc.property(text(...words, ...markup, ...fences), (whole) => {
        const texts = split(whole, LIMIT)
        for (const part of texts) {
          expect(countCodePoints(part)).to.be.at.most(LIMIT)
          expect(part.isWellFormed()).to.equal(true)
          if (texts.length > 1) expect(part).not.to.equal('')
        }
      }),
    )
  })

  it('balances its fences in every part once it is cut', () => {
    fc.assert(
      fc.property(text(...words, ...openings), (whole) => {
        const texts = split(whole, LIMIT)
        if (texts.length === 1) return
        for (const part of texts) expect(fencesBalance(part), part).to.equal(true)
      }),
    )
  })

  it('leaves links and mentions whole that fit into a part', () => {
    fc.assert(
      fc.property(text(...words, ...markup), (whole) => {
        const pieces = segmentsOf(whole)
        let at = 0
        const inside = new Set<number>()
        for (const piece of pieces) {
          if (piece.solid) for (let n = 1; n < piece.text.length; n += 1) inside.add(at + n)
          at += piece.text.length
        }
        let cut = 0
        for (const part of parts(pieces, LIMIT).slice(0, -1)) {
          cut += part.text.length
          expect(inside.has(cut)).to.equal(false)
        }
      }),
    )
  })

  it('hands every piece to exactly one part', () => {
    fc.assert(
      fc.property(text(...words, ...markup, ...fences), (whole) => {
        const pieces = segmentsOf(whole)
        let expected = 0
        for (const { first, end } of parts(pieces, LIMIT)) {
          expect(first).to.equal(expected)
          expected = end
        }
        expect(expected).to.equal(pieces.length)
      }),
    )
  })
})
