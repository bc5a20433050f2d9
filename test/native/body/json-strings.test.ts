import { expect } from 'chai'
import { clean, endOfString } from '../../../lib/native/body/json-strings.js'

describe('the end of a string in JSON', () => {
  const rows: readonly (readonly [text: string, start: number, end: number])[] = [
    ['""', 0, 1],
    ['"a"', 0, 2],
    ['x"a"b"', 1, 3],
    ['"a\\"b"', 0, 5],
    ['"a\\\\"b"', 0, 4],
    ['"a\\\\\\"b"', 0, 7],
    ['"\\""', 0, 3],
    ['"a', 0, 2],
    ['"a\\"', 0, 4],
  ]
  for (const [text, start, end] of rows) {
    it(`is ${end} for ${text} from ${start}`, () => {
      expect(endOfString(text, start)).to.equal(end)
    })
  }
})

describe('a string of JSON', () => {
  it('is kept without U+0000 and without halves of characters', () => {
    expect(clean('a\0b\ud83dc😀')).to.equal('a\ufffdb\ufffdc😀')
  })
})
