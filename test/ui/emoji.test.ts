import { expect } from 'chai'
import { emojiOf } from '../../ui/emoji.js'

describe('an emoji that is given as a character', () => {
  const rows: [text: string, isOne: boolean][] = [
    ['🚀', true],
    [' 🚀 ', true],
    ['❤️', true],
    ['🇨🇭', true],
    ['👩‍🚀', true],
    ['1️⃣', true],
    ['12', false],
    ['\u{200d}', false],
    ['a🚀', false],
    ['🚀'.repeat(17), false],
    ['', false],
  ]
  for (const [text, isOne] of rows) {
    it(`${isOne ? 'is shown' : 'is none'}: ${JSON.stringify(text)}`, () => {
      expect(emojiOf(text)).to.equal(isOne ? text.trim() : null)
    })
  }
})
