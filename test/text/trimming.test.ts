import { expect } from 'chai'
import { withoutTrailing } from '../../lib/text/ends.js'

describe('a text without characters at its end', () => {
  const rows: readonly (readonly [text: string, characters: string, trimmed: string])[] = [
    ['a/', '/', 'a'],
    ['/a//', '/', '/a'],
    ['bob._-', '._-', 'bob'],
    ['b.o.b', '._-', 'b.o.b'],
    ['///', '/', ''],
    ['', '/', ''],
  ]
  for (const [text, characters, trimmed] of rows) {
    it(`is ${JSON.stringify(trimmed)} for ${JSON.stringify(text)}`, () => {
      expect(withoutTrailing(text, characters)).to.equal(trimmed)
    })
  }
})
