import { expect } from 'chai'
import { DOUBLED, ESCAPED, WIDENED, written } from '../../lib/text/written-marks.js'

/** The marks of a text: `e`, `d` and `w` where its characters are escaped, doubled and widened. */
function marksOf(marks: string): Uint8Array {
  const known: Readonly<Record<string, number>> = { e: ESCAPED, d: DOUBLED, w: WIDENED }
  return Uint8Array.from(marks, (mark) => known[mark] ?? 0)
}

describe('a text with its marks', () => {
  const rows: readonly (readonly [text: string, marks: string, written: string])[] = [
    ['abc', '   ', 'abc'],
    ['a*b', ' e ', 'a\\*b'],
    ['*ab*', 'e  e', '\\*ab\\*'],
    ['a~b', ' d ', 'a~~b'],
    ['~ab~', 'd  d', '~~ab~~'],
    [' \ta', 'ww ', '\u00a0\u00a0a'],
    ['a b', ' w ', 'a\u00a0b'],
    [' *~', 'wed', '\u00a0\\*~~'],
    ['**', 'ee', '\\*\\*'],
    ['~~', 'dd', '~~~~'],
    ['\u00ff*\u00e4', ' e ', '\u00ff\\*\u00e4'],
    ['\u0100*字', ' e ', '\u0100\\*字'],
    ['😀~', '  d', '😀~~'],
  ]
  for (const [text, marks, expected] of rows) {
    it(`is ${JSON.stringify(expected)} for ${JSON.stringify(text)}`, () => {
      expect(written(text, marksOf(marks), 0, text.length)).to.equal(expected)
    })

    it(`is the same beyond 200 characters for ${JSON.stringify(text)}`, () => {
      const times = 201
      const long = text.repeat(times)
      expect(written(long, marksOf(marks.repeat(times)), 0, long.length)).to.equal(
        expected.repeat(times),
      )
    })
  }

  it('may be a part of it, short or long', () => {
    expect(written('*a*b*', marksOf('e e e'), 1, 4)).to.equal('a\\*b')
    const long = `*${'a'.repeat(300)}*${'b'.repeat(300)}*`
    const marks = marksOf(long.replaceAll('*', 'e').replace(/[ab]/g, ' '))
    expect(written(long, marks, 1, long.length - 1)).to.equal(
      `${'a'.repeat(300)}\\*${'b'.repeat(300)}`,
    )
  })
})
