import { expect } from 'chai'
import fc from 'fast-check'
import { onOneLine } from '../../lib/text/one-line.js'

describe('a text on one line', () => {
  const table: readonly (readonly [string, string])[] = [
    ['words', 'words'],
    ['  inner   spaces  stay ', '  inner   spaces  stay '],
    ['a\nb', 'a b'],
    ['a\r\nb', 'a b'],
    ['a\rb', 'a b'],
    ['a  \n \n\t b', 'a b'],
    ['\na', ' a'],
    ['a\n', 'a '],
    ['\n', ' '],
    ['', ''],
  ]
  for (const [text, line] of table) {
    it(`is ${JSON.stringify(line)} for ${JSON.stringify(text)}`, () => {
      expect(onOneLine(text)).to.equal(line)
    })
  }

  it('is what replacing each line end and the white space around it makes', () => {
    const pieces = fc.constantFrom(' ', '\t', '\n', '\r', '\u00a0', '\u2028', 'a', 'b')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const text = parts.join('')
        expect(onOneLine(text)).to.equal(text.replace(/\s*[\n\r]\s*/g, ' '))
      }),
    )
  })
})
