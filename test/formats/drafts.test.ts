import { expect } from 'chai'
import type { Card, Draft } from '../../lib/formats/drafts/draft.js'
import {
  bold,
  code,
  fence,
  inlineMarkdown,
  italic,
  joined,
  lines,
  link,
  list,
  markdown,
  paragraph,
  prose,
  quote,
  strike,
  table,
  type Text,
} from '../../lib/formats/drafts/pieces.js'
import { textAt } from '../../lib/formats/json-members.js'
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
      'addresses in prose without what surrounds them',
      prose('(https://a.test/b). "https://c.test"'),
      '(<https://a.test/b>). "<https://c.test>"',
    ],
    [
      'brackets of an address in prose',
      prose('https://a.test/b_(c), d'),
      '<https://a.test/b_(c)>, d',
    ],
    [
      'no address that belongs to something in prose',
      prose('a=https://a.test'),
      'a=https\\://a.test',
    ],
    ['bold', bold('a', ' ', italic('b')), '**a _b_**'],
    ['struck', strike('a'), '~~a~~'],
    ['code with backticks', code('a `b`'), '`` a `b` ``'],
    ['a link', link('https://a.test/x?y=1&z', 'a [b]'), '[a \\[b\\]](https://a.test/x?y=1&z)'],
    [
      'the label of a link with its characters',
      link('https://a.test', '&lt; "__a__"'),
      '[\\&lt; "\\_\\_a\\_\\_"](https://a.test)',
    ],
    [
      'marks behind an address in the label of a link',
      link('https://a.test', "<a href='https://b.test/')>c</a>"),
      "[\\<a href='https\\://b.test/')>c\\</a>](https://a.test)",
    ],
    ['a link without a label', link('https://a.test', ''), '<https://a.test>'],
    ['no link to another scheme', link('javascript:alert(1)', 'a'), 'a'],
    ['lines without the empty ones', lines('a', '', 'b'), 'a\nb'],
    ['a list with what is left', list(['a', 'b', 'c'], 7, 2), '- a\n- b\n- and 5 more'],
    ['a list behind a line', lines('a', list(['b'])), 'a\n- b'],
    ['a quote', quote('a\nb'), '> a\n> b'],
    ['paragraphs', [paragraph('a', bold('b')), paragraph('c', '\n'), 'd'], 'a**b**\n\nc\n\nd'],
    ['what is a block in a paragraph', paragraph('a', quote('b'), 'c'), 'a\n\n> b\n\nc'],
    [
      'a table, of which each cell is one line',
      table([
        ['a', bold('b|c')],
        ['*', fence('d\ne'), list(['f', 'g'])],
      ]),
      '| a | **b\\|c** |   |\n| --- | --- | --- |\n| \\* | `d e` | f, g |',
    ],
    ['a table in a quote as its cells', quote(table([['a', 'b'], ['c']])), '> a · b · c'],
    [
      'Markdown within a line, beside what is none',
      [inlineMarkdown('**a** ![b](https://c.test) '), '*', bold(inlineMarkdown('d'))],
      '**a** [b](https://c.test) \\***d**',
    ],
    ['a block of code', fence('a ``` b', 'go'), '````go\na ``` b\n````'],
    ['texts joined without the empty ones', joined(['a', '', 'b'], ' · '), 'a · b'],
    [
      'Markdown without pictures',
      markdown('**a** ![b](https://c.test)'),
      '**a** [b](https://c.test)',
    ],
    ['Markdown with code as it is', markdown('`![b](c)`'), '`![b](c)`'],
    [
      'Markdown with blocks of code as they are',
      markdown('a\n```\n![b](c)\n```\n![d](e)'),
      'a\n```\n![b](c)\n```\n[d](e)',
    ],
    [
      'no picture behind other exclamation marks',
      markdown('a!![b](https://c.test)'),
      'a\\![b](https://c.test)',
    ],
    ['no picture behind an escaped backslash', markdown('\\\\![b](c)'), '\\\\[b](c)'],
    ['no picture in a quote that ends its code', markdown('> ```\n![b](c)'), '> ```\n[b](c)'],
    ['no picture in a table that ends its code', markdown('| `a | ![b](c)` |'), '| `a | [b](c)` |'],
    [
      'no picture behind a link that holds a backtick',
      markdown('[a](`) ![b](c)`'),
      '[a](`) [b](c)`',
    ],
    ['prose with an address that is none', prose('at http://[ now'), 'at http\\://[ now'],
    ['a list whose items begin with a mark', list(['# a', '- b']), '- \\# a\n- \\- b'],
    [
      'no turned direction in an address',
      link('https://a.test/\u202e', 'b'),
      '[b](https://a.test/%E2%80%AE)',
    ],
    ['no colours of terminals', '\u001b[31mred\u001b[0m', 'red'],
    ['no turned direction', 'a\u202eb', 'ab'],
  ]
  for (const [what, text, expected] of cases) {
    it(`show ${what}`, () => {
      expect(written(text)).to.equal(expected)
    })
  }

  it('fit into one post, however many of their characters are escaped', () => {
    for (const text of [
      '*'.repeat(20_000),
      prose(`https://a.test/${'a'.repeat(1_900)} `.repeat(90)),
    ]) {
      const message = markdownOf(writeDraft({ title: 'a', text }).text)
      expect(message.length).to.be.within(1_000, 16_383)
    }
  })

  it('have no address that is longer than the text', () => {
    const url = `https://a.test/${'a'.repeat(3_000)}`
    expect(written(link(url, 'a'))).to.equal('a')
  })

  it('show a footer with the marks that it begins with', () => {
    const { attachments } = writeDraft({ cards: [{ footer: '``` a' }, { footer: '# a' }] })
    expect(attachments.map(({ footer }) => markdownOf(footer))).to.deep.equal([
      '\\`\\`\\` a',
      '\\# a',
    ])
  })

  it('show a title that Markdown below it would link', () => {
    const text = markdown('a\n\n[b]: https://c.test')
    expect(markdownOf(writeDraft({ title: '![b]', text }).text)).to.match(/^\*\*!\\\[b\]\*\*\n/)
  })

  it('show a title that would begin a link whose end is in the text below it', () => {
    for (const text of ['b [c](https://d.test)', 'b](https://d.test)', 'b][c]']) {
      expect(markdownOf(writeDraft({ title: 'a [', text }).text), text).to.match(
        /^\*\*a \\\[\*\*\n/,
      )
    }
    const apart = writeDraft({ title: 'a [', text: 'b' })
    expect(markdownOf(apart.text)).to.equal('**a [**\nb')
  })

  it('show no card that is empty, and no colour by an inherited name', () => {
    const cards = '[{"color":"bad","text":" "},{"color":"constructor","text":"a"}]'
    const { attachments } = writeDraft({ cards: JSON.parse(cards) as readonly Card[] })
    expect(attachments.map(({ plain }) => plain)).to.deep.equal([{}])
  })

  it('keep the colour of a state without details, in a card that is otherwise empty', () => {
    const shown = (draft: Draft): readonly string[] =>
      writeDraft(draft).attachments.map(({ plain }) => textAt(plain, 'color'))
    expect(shown({ title: 'Failed', cards: [{ color: 'bad' }] })).to.deep.equal(['danger'])
    expect(shown({ title: 'Failed', cards: [{ color: 'bad', text: 'a' }] })).to.deep.equal([
      'danger',
    ])
    expect(shown({ title: 'Changed', cards: [{ color: 'neutral' }] })).to.deep.equal([])
    expect(shown({ cards: [{ color: 'bad' }] })).to.deep.equal([])
  })

  it('hold no picture within a line, whatever looks like a block of code around it', () => {
    const hidden = '```\n![x](https://a.test/p.png)'
    for (const text of [inlineMarkdown(hidden), table([[[inlineMarkdown(hidden)]]])]) {
      expect(written(text)).not.to.include('![')
    }
  })

  it('are cut where there is no more room', () => {
    const draft: Draft = { text: ['x'.repeat(4_000), 'y'], cards: [{ text: 'z' }] }
    const { text, attachments } = writeDraft(draft)
    expect(markdownOf(text)).to.equal(`${'x'.repeat(3_799)}…`)
    expect(attachments).to.deep.equal([])
  })

  it('that somebody wrote are whole, however long', () => {
    const long = 'x'.repeat(20_000)
    const card = {
      title: long,
      text: list([long], 1, 1),
      fields: Array.from({ length: 30 }, () => ({
        title: long,
        value: link('https://a.test', long),
      })),
      links: Array.from({ length: 10 }, () => ({ text: long, url: 'https://a.test' })),
    }
    const cards = Array.from({ length: 30 }, () => card)
    const draft: Draft = { title: long, text: long, cards, whole: { sent: null, quiet: new Set() } }
    const { text, attachments } = writeDraft(draft)
    expect(markdownOf(text)).to.equal(`**${long}**\n${long}`)
    expect(attachments).to.have.length(30)
    for (const { title, text, fields, actions } of attachments) {
      expect([markdownOf(title), markdownOf(text)]).to.deep.equal([long, `- ${long}`])
      expect(fields.map(({ title, value }) => [title, markdownOf(value)])).to.deep.equal(
        Array.from({ length: 30 }, () => [long, `[${long}](https://a.test)`]),
      )
      expect(actions.map(({ stored }) => stored['name'])).to.deep.equal(Array(10).fill(long))
    }
  })

  it('have no links in the titles of fields, which some clients read as Markdown', () => {
    const fields = [{ title: '[x](https://evil.test)', value: 'y' }]
    const [card] = writeDraft({ title: 'a', cards: [{ fields }] }).attachments
    expect(card?.fields.map(({ title }) => title)).to.deep.equal(['[x] (https://evil.test)'])
  })

  it('show a title on one line of at most 200 characters', () => {
    const title = markdownOf(writeDraft({ title: `a\n\nb ${'c'.repeat(400)}` }).text)
    expect(title).to.match(/^\*\*a b c{100,195}…?\*\*$/)
  })
})
