import { expect } from 'chai'
import { namedEmoji } from '../../ui/bundling/emoji.js'
import { asPicture, isSingle, readEmojiTable, writeEmojiTable } from '../../ui/emoji-lines.js'

const AS_PICTURE = '\u{fe0f}'

describe('the table of emoji', () => {
  it('gives every name its emoji back', async () => {
    const emoji = await namedEmoji()
    const read = readEmojiTable(writeEmojiTable(emoji))
    expect(emoji).to.have.lengthOf.above(1_800)
    const wrong = emoji.flatMap(([character, ...names]) =>
      names.filter((name) => bare(read.get(name) ?? '') !== bare(character)),
    )
    expect(wrong).to.deep.equal([])
  })

  it('has flags by all of their names, and no other names', () => {
    const emoji = [
      ['🇮🇹', 'it', 'flag-it'],
      ['🇨🇶', 'flag-sark'],
      ['🇨🇭', 'flag-ch'],
      ['🆔', 'id'],
    ] as const
    const named = emoji.flatMap(([character, ...names]) => names.map((name) => [name, character]))
    const read = [...readEmojiTable(writeEmojiTable(emoji))]
    expect(read).to.have.deep.members(named)
  })

  for (const [character, picture] of [
    ['❤', `❤${AS_PICTURE}`],
    ['🚀', '🚀'],
    ['🇨🇭', '🇨🇭'],
  ] as const) {
    it(`shows ${character} as a picture, which some are not by themselves`, () => {
      const [shown = ''] = [...readEmojiTable(writeEmojiTable([[character, 'name']])).values()]
      expect(asPicture(shown)).to.equal(picture)
    })
  }

  const kinds: [emoji: string, single: boolean][] = [
    ['🚀', true],
    ['❤️', true],
    ['🇨🇭', false],
    ['👩‍🚀', false],
    ['1️⃣', false],
  ]
  for (const [emoji, single] of kinds) {
    it(`counts ${emoji} as ${single ? 'one character' : 'joined'}`, () => {
      expect(isSingle(emoji)).to.equal(single)
    })
  }
})

function bare(emoji: string): string {
  return isSingle(emoji) ? emoji.replace(AS_PICTURE, '') : emoji
}
