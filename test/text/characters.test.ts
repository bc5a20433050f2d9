import { expect } from 'chai'
import { isAsciiMark, isMark, isSpace, isWord } from '../../lib/text/characters.js'

describe('characters', () => {
  const rows: readonly (readonly [string, { space?: true; word?: true; mark?: true }])[] = [
    ['', {}],
    [' ', { space: true }],
    ['\u3000', { space: true }],
    ['a', { word: true }],
    ['é', { word: true }],
    ['字', { word: true }],
    ['7', { word: true }],
    ['!', { mark: true }],
    ['€', { mark: true }],
    ['\u200d', {}],
    ['\ud835', {}],
    ['𝐀', { word: true }],
    ['😀', { mark: true }],
  ]
  // Each of them twice: the second time from what is known already.
  for (const [c, { space = false, word = false, mark = false }] of [...rows, ...rows]) {
    it(`${JSON.stringify(c)} is ${space ? 'a space' : word ? 'of a word' : mark ? 'a mark' : 'none of these'}`, () => {
      expect([isSpace(c), isWord(c), isMark(c)]).to.deep.equal([space, word, mark])
      expect(isAsciiMark(c)).to.equal(c === '!')
    })
  }
})
