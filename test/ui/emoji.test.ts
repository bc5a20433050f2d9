import { expect } from 'chai'
import { emojiTable } from '../../ui/bundling/emoji.js'
import { emojiOf, findEmoji, learnEmoji } from '../../ui/emoji.js'

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

describe('a name of an emoji', () => {
  before(async () => {
    learnEmoji(await emojiTable())
  })

  const rows: [name: string, emoji: string | null][] = [
    [':rocket:', '🚀'],
    ['Rocket', '🚀'],
    ['heart', '❤\ufe0f'],
    ['watch', '\u231a'],
    ['it', '🇮🇹'],
    ['flag-it', '🇮🇹'],
    ['flag-sark', '🇨🇶'],
    ['id', '🆔'],
    ['+1::skin-tone-4', '👍🏽'],
    ['thumbsup_tone3', '👍🏽'],
    ['no such name', null],
    ['', null],
  ]
  for (const [name, emoji] of rows) {
    it(`${emoji === null ? 'is unknown' : `stands for ${emoji}`}: ${JSON.stringify(name)}`, () => {
      expect(emojiOf(name)).to.equal(emoji)
    })
  }

  it('is found by a part of it, most of all by its beginning', () => {
    expect(findEmoji('rocke', 1)).to.deep.equal([['rocket', '🚀']])
    expect(findEmoji('ocke', 2).map(([name]) => name)).to.include('rocket')
    expect(findEmoji('', 5_000)).to.have.lengthOf.above(2_500)
  })
})
