import { expect } from 'chai'
import { type FoundSegment, segmentsOfMarkdown, segmentsOfPlain } from '../../lib/text/segments.js'
import { MentionTexts } from '../../lib/text/at-names.js'

const MENTIONS = new MentionTexts(['@bob', '@bob.', '@Ada Lovelace', '@here', '@b'])
/** Pieces with their kinds: `⟦solid⟧`, `{block of code}`, `<mention>`. */
const marked = (segments: readonly FoundSegment[]): string =>
  segments
    .map(({ text, solid, fence, mention }) => marksAround(text, solid, fence, mention))
    .join('')

function marksAround(text: string, solid: boolean, fence: unknown, mention: string | null): string {
  if (mention !== null) return `<${text}>`
  if (fence !== null) return `{${text}}`
  return solid ? `⟦${text}⟧` : text
}

type Row = readonly [what: string, text: string, marked: string]

describe('Markdown in pieces', () => {
  const rows: readonly Row[] = [
    ['a link', 'a [b c](https://d.e) f', 'a ⟦[b c](https://d.e)⟧ f'],
    ['a picture', 'a ![b](https://d.e)', 'a ⟦![b](https://d.e)⟧'],
    ['a picture in a link', '[![a](b)](c)', '⟦[![a](b)](c)⟧'],
    ['a link with brackets in its label', '[a [b] @c](d)', '⟦[a [b] @c](d)⟧'],
    ['no link without an address', '[a] (b)', '[a] (b)'],
    ['no link over a blank line', '[a\n\nb](c)', '[a\n\nb](c)'],
    ['no link that is escaped', '\\[a](b)', '\\[a](b)'],
    ['a mark that is escaped beside a link', '!\\[a [b](c)', '!\\[a ⟦[b](c)⟧'],
    ['an address in angles', 'a <https://b.c?d> <e f>', 'a ⟦<https://b.c?d>⟧ <e f>'],
    ['a bare address', 'see https://a.b/c_d, e', 'see ⟦https://a.b/c_d⟧, e'],
    ['a name', 'a @carol b', 'a ⟦@carol⟧ b'],
    ['no name in an address', 'a@carol b', 'a@carol b'],
    ['a mention', 'a @bob b', 'a <@bob> b'],
    ['a mention of several words', '@Ada Lovelace, a', '<@Ada Lovelace>, a'],
    ['a mention behind letters', 'a@bob b', 'a<@bob> b'],
    ['the longest mention', '@bob. a', '<@bob.> a'],
    ['a longer name', '@bobby @bob-by @bob.by @b_b', '⟦@bobby⟧ ⟦@bob-by⟧ ⟦@bob.by⟧ ⟦@b_b⟧'],
    ['no mention in code', '`@bob [a](b)` @bob', '`@bob [a](b)` <@bob>'],
    ['a block of code', 'a\n```js\n@bob\n```\n@bob', 'a\n{```js\n@bob\n```}\n<@bob>'],
    ['nothing', '', ''],
  ]
  for (const [what, text, expected] of rows) {
    it(`has ${what}`, () => {
      expect(marked(segmentsOfMarkdown(text, MENTIONS))).to.equal(expected)
    })
  }
})

describe('plain text in pieces', () => {
  const rows: readonly Row[] = [
    ['an address', 'a (https://b.c/d) e', 'a ⟦(https://b.c/d)⟧ e'],
    ['an address with punctuation', 'https://b.c/d, e', '⟦https://b.c/d,⟧ e'],
    ['a path', 'a (/b/c)', 'a ⟦(/b/c)⟧'],
    ['a mail address', 'a (mailto:b@c.d) tel:1', 'a ⟦(mailto:b@c.d)⟧ ⟦tel:1⟧'],
    ['no address', 'a/b c:d', 'a/b c:d'],
    ['a name and a mention', '(@carol)@bob @x', '(⟦@carol⟧)<@bob> ⟦@x⟧'],
    ['a mention over words', '@Ada Lovelace@here', '<@Ada Lovelace><@here>'],
    ['Markdown as it is', '[a](b) `@bob`', '[a](b) `<@bob>`'],
    ['nothing', ' ', ' '],
  ]
  for (const [what, text, expected] of rows) {
    it(`has ${what}`, () => {
      expect(marked(segmentsOfPlain(text, MENTIONS))).to.equal(expected)
    })
  }
})

describe('a text of very many pieces', () => {
  it('may be cut anywhere behind the 20,000th, and loses nothing', () => {
    const text = '@a '.repeat(30_000)
    for (const segmentsOf of [segmentsOfMarkdown, segmentsOfPlain]) {
      const segments = segmentsOf(text, MENTIONS)
      expect(segments.filter(({ solid }) => solid)).to.have.lengthOf(20_000)
      expect(segments.map((segment) => segment.text).join('') === text).to.equal(true)
    }
  })
})
