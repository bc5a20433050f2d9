import { expect } from 'chai'
import { hexDigit } from '../../lib/text/hex.js'

describe('a hexadecimal digit', () => {
  it('has its value in small letters and in capitals', () => {
    const values = Array.from('0123456789abcdefABCDEF', (c) => hexDigit(c.charCodeAt(0)))
    expect(values).to.deep.equal([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 10, 11, 12, 13, 14, 15,
    ])
  })

  // The neighbours of the three ranges, and what a text has behind its end.
  for (const c of ['/', ':', '@', 'G', '`', 'g', '\0', '\u0130', '']) {
    it(`is not ${JSON.stringify(c)}`, () => {
      expect(hexDigit(c.charCodeAt(0))).to.equal(-1)
    })
  }
})
