import { expect } from 'chai'
import { namedEmoji } from '../../ui/bundling/emoji-plugin.js'
import { asPicture, isSingle, writeEmojiTable } from '../../ui/emoji-lines.js'
import { readNames } from '../../ui/name-lines.js'

const AS_PICTURE = '\u{fe0f}'

describe('the table of emoji', () => {
  it('gives every name its emoji back', async () => {
    const emoji = await namedEmoji()
    const read = readNames(writeEmojiTable(emoji))
    expect(emoji).to.have.lengthOf.above(1_800)
    const wrong = emoji.flatMap(([character, ...names]) =>
      names.filter((name) => bare(read.get(name) ?? '') !== bare(character)),
    )
    expect(wrong).to.deep.equal([])
  })

  for (const [character, picture] of [
    ['❤', `❤${AS_PICTURE}`],
    ['🚀', '🚀'],
    ['🇨🇭', '🇨🇭'],
  ] as const) {
    it(`shows ${character} as a picture, which some are not by themselves`, () => {
      const [shown = ''] = [...readNames(writeEmojiTable([[character, 'name']])).values()]
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
