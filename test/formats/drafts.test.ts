import { expect } from 'chai'
import type { Draft } from '../../lib/formats/drafts/draft.js'
import {
  bold,
  code,
  fence,
  italic,
  joined,
  lines,
  link,
  list,
  markdown,
  prose,
  quote,
  strike,
  type Text,
} from '../../lib/formats/drafts/pieces.js'
import { writeDraft } from '../../lib/formats/drafts/write-draft.js'
import type { RichText } from '../../lib/model/message.js'

function markdownOf(nodes: RichText): string {
  return nodes.map((node) => node.text).join('')
}

function written(text: Text): string {
  return markdownOf(writeDraft({ text }).text)
}

describe('texts of drafts', () => {
  const cases: readonly (readonly [string, Text, string])[] = [
    ['a string as it is', 'disk web-01 at 91 %', 'disk web-01 at 91 %'],
    ['marks of a string as characters', '*a* _b_ `c` # d', '\\*a\\* \\_b\\_ \\`c\\` # d'],
    ['entities of a string as characters', 'a &lt; b', 'a \\&lt; b'],
    ['addresses of a string without a link', 'see https://a.test', 'see https\\://a.test'],
    ['mail addresses of a string without a link', 'to a@b.test', 'to a\\@b.test'],
    ['mentions of a string as they are', 'ask @bob', 'ask @bob'],
    ['addresses in prose as links', prose('see https://a.test now'), 'see <https://a.test> now'],
    [
      'no address that belongs to something in prose',
      prose('(https://a.test)'),
      '(https\\://a.test)',
    ],
    ['bold', bold('a', ' ', italic('b')), '**a _b_**'],
    ['struck', strike('a'), '~~a~~'],
    ['code with backticks', code('a `b`'), '`` a `b` ``'],
    ['a link', link('https://a.test/x?y=1&z', 'a [b]'), '[a \\[b\\]](https://a.test/x?y=1&z)'],
    ['a link without a label', link('https://a.test', ''), '<https://a.test>'],
    ['no link to another scheme', link('javascript:alert(1)', 'a'), 'a'],
    ['lines without the empty ones', lines('a', '', 'b'), 'a\nb'],
    ['a list with what is left', list(['a', 'b', 'c'], 7, 2), '- a\n- b\n- and 5 more'],
    ['a list behind a line', lines('a', list(['b'])), 'a\n- b'],
    ['a quote', quote('a\nb'), '> a\n> b'],
    ['a block of code', fence('a ``` b', 'go'), '````go\na ``` b\n````'],
    ['texts joined without the empty ones', joined(['a', '', 'b'], ' · '), 'a · b'],
    [
      'Markdown without pictures',
      markdown('**a** ![b](https://c.test)'),
      '**a** [b](https://c.test)',
    ],
    ['Markdown with code as it is', markdown('`![b](c)`'), '`![b](c)`'],
    ['no colours of terminals', '\u001b[31mred\u001b[0m', 'red'],
    ['no turned direction', 'a\u202eb', 'ab'],
  ]
  for (const [what, text, expected] of cases) {
    it(`show ${what}`, () => {
      expect(written(text)).to.equal(expected)
    })
  }

  it('are cut where there is no more room', () => {
    const draft: Draft = { text: ['x'.repeat(30), 'y'], cards: [{ text: 'z' }], longest: 20 }
    const { text, attachments } = writeDraft(draft)
    expect(markdownOf(text)).to.equal(`${'x'.repeat(19)}…`)
    expect(attachments[0]?.text).to.deep.equal([])
  })

  it('show a title on one line of at most 200 characters', () => {
    const title = markdownOf(writeDraft({ title: `a\n\nb ${'c'.repeat(400)}` }).text)
    expect(title).to.match(/^\*\*a b c{100,195}…?\*\*$/)
  })
})
