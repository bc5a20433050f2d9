import { expect } from 'chai'
import fc from 'fast-check'
import { allOr } from '../support/all.js'
import { plainText } from '../../lib/text/plain-text.js'
import { growthFault } from '../support/cost/growth.js'
import { TELLING_UNITS, UNITS } from '../support/cost/units.js'

const SIZE = 60_000

describe('Markdown as plain text', () => {
  const rows: readonly (readonly [what: string, markdown: string, text: string])[] = [
    ['text', 'as it is, 2 < 3 & 4 > 1', 'as it is, 2 < 3 & 4 > 1'],
    ['styles', 'a **b** *c* _d_ __e__ ~~f~~ ***g***', 'a b c d e f g'],
    ['styles over lines', '**a\nb**', 'a\nb'],
    ['one style in another', '**a *b* c**', 'a b c'],
    ['marks that are no styles', 'snake_case 2 * 3 ~5 a*', 'snake_case 2 * 3 ~5 a*'],
    ['a mark too many', '**a*', '*a'],
    ['escapes', '\\*a\\* \\# \\[b](c) \\\\ \\d', '*a* # [b](c) \\ \\d'],
    ['entities', '&lt;b&gt; &amp; &#39;c&#x27; &quot; &zeta;', "<b> & 'c' \" &zeta;"],
    ['entities that are no characters', '&#0; &#xD800; &#9999999;', '\ufffd \ufffd \ufffd'],
    ['code', 'a `b *c* &lt;` ``d ` e`` `', 'a b *c* &lt; d ` e `'],
    ['a block of code', '```js\nlet a = *b*\n\n\n  [c](d)\n```\ne', 'let a = *b*\n\n\n  [c](d)\ne'],
    ['words where a language would be', '```see this\na\n```', 'see this\na'],
    ['a word where a language would be, and nothing else', 'a\n```open', 'a\nopen'],
    ['the same in a block that ends', '> ```open\n>\n> ```\n\nb', '> \n> open\n\nb'],
    ['the name of a language and nothing else', 'a\n```json\n```', 'a'],
    ['a block that nobody closes', '~~~\n*a*', '*a*'],
    ['a block in a quote', '> ```\n> *a*\n> ```\n> b', '> *a*\n> b'],
    ['a quote that ends in its block', '> ```\n> *a*\n*b*', '> *a*\nb'],
    ['indented code', 'a\n\n    *b*\n\nc', 'a\n\n    *b*\n\nc'],
    ['a link', '[a **b**](https://c.example/_d_ "e")', 'a b (https://c.example/_d_)'],
    ['a link whose label is its address', '[https://a.b](https://a.b)', 'https://a.b'],
    ['a link without a label', '[](https://a.b)', 'https://a.b'],
    ['an address of mail', '[a@b.example](mailto:a@b.example)', 'a@b.example'],
    ['a link in angle brackets', '[a](<b c>) <https://a.b/_c_>', 'a (b c) https://a.b/_c_'],
    ['a link with parentheses', '[a](b(c)) [d](e\\)&amp;)', 'a (b(c)) d (e)&)'],
    ['what is no link', '[a] [b]( [c](d e) [f][g]', '[a] [b]( [c](d e) [f][g]'],
    ['a picture', '![a](https://b/c.png) ![](d.png)', 'a (https://b/c.png) d.png'],
    ['a picture in a link', '[![a](b)](c)', 'a (b) (c)'],
    ['a link in a link', '[a [b](c) d](e)', '[a b (c) d](e)'],
    ['an address', 'https://a.b/*c*/_d_?e=1&amp;f=2.', 'https://a.b/*c*/_d_?e=1&f=2.'],
    ['an address in a style', '**https://a.b/**', 'https://a.b/'],
    ['headings', '# a\n## b ##\n### c#\n#d', 'a\nb\nc#\n#d'],
    ['underlined headings', 'a\n===\nb\n---', 'a\nb'],
    ['rulers', 'a\n\n* * *\n___', 'a\n\n---\n---'],
    ['lists', '* a\n+ b\n  - **c**\n1. d\n2) e', '- a\n- b\n  - c\n1. d\n2) e'],
    ['items of a list in one', '- - *a*', '- - a'],
    ['the lines of an item', '- a\n\n  *b*\n\n    *c*', '- a\n\n  b\n\n    c'],
    ['quotes', '> *a*\n>b\n> > c\n\nd', '> a\n> b\n> > c\n\nd'],
    ['a list in a quote', '> * a', '> - a'],
    ['a table', '| a | **b** |\n| --- | :-: |\n| c \\| d | e |', 'a | b\nc | d | e'],
    ['a table without bars around it', 'a | b\n--|--\n`c` | d', 'a | b\nc | d'],
    ['a table with an empty head', '|  |  |\n|--|--|\n| a | b |', 'a | b'],
    ['what is no table', 'a | b\n--- | --- | ---', 'a | b\n--- | --- | ---'],
    ['breaks', 'a  \nb\\\nc', 'a\nb\nc'],
    ['blank lines', '\n\na\n\n\n\nb\n\n', 'a\n\nb'],
    ['line ends of Windows', '# a\r\n**b**\r\n', 'a\nb'],
    ['mentions, emoji and tags', '@bob_b <@U1> :+1: <b>', '@bob_b <@U1> :+1: <b>'],
  ]
  for (const [what, markdown, text] of rows) {
    it(`shows ${what}: ${JSON.stringify(markdown)}`, () => {
      expect(plainText(markdown)).to.equal(text)
    })
  }

  it('keeps every letter and digit of any text', () => {
    const words = (text: string): string => text.replace(/&amp;|[^a-z0-9]/gi, '')
    // No fences and no titles of links: their words are for machines, and are left out.
    // prettier-ignore
    const pieces = fc.constantFrom(
      '*', '_', '~~ ', '`', '[a](b)', '![', '](', '> ', '- ', '\n', 'c ', '1. ', '|', '\\', '<', '>',
      '# ', '\t', ')', '(', '&amp;',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (written) => {
        const text = written.join('')
        fc.pre(!text.includes('```'))
        expect(words(plainText(text))).to.equal(words(text))
      }),
      { numRuns: allOr(2_000, 300) },
    )
  })

  it('costs no more than the length of the text allows', () => {
    const wraps: readonly ((text: string) => string)[] = [(text) => text, (text) => `[${text}](b)`]
    const faults = [
      ...allOr(UNITS, TELLING_UNITS),
      '](<',
      '](a "',
      '](a (',
      '[',
      '- ',
      '![a](',
      '*_',
      '> - ',
    ].flatMap((unit) =>
      wraps.flatMap((wrap) => {
        const make = (n: number): string => wrap(unit.repeat(Math.ceil(n / unit.length)))
        return (
          growthFault({ name: JSON.stringify(unit), make }, SIZE, (text) =>
            plainText(String(text)),
          ) ?? []
        )
      }),
    )
    expect(faults).to.deep.equal([])
  })
})
