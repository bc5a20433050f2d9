import { expect } from 'chai'
import { namedEmoji } from '../../ui/bundling/emoji-plugin.js'
import { isSingle, readEmojiTable, writeEmojiTable } from '../../ui/emoji-lines.js'

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

  it('asks for the picture of what is text otherwise', () => {
    const read = readEmojiTable(
      writeEmojiTable([
        ['❤️', 'heart'],
        ['🚀', 'rocket'],
      ]),
    )
    expect([...read]).to.deep.equal([
      ['heart', `❤${AS_PICTURE}`],
      ['rocket', '🚀'],
    ])
  })

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
