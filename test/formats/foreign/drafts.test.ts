import { expect } from 'chai'
import fc from 'fast-check'
import MarkdownIt from 'markdown-it'
import type { Draft } from '../../../lib/formats/drafts/draft.js'
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
} from '../../../lib/formats/drafts/pieces.js'
import { writeDraft } from '../../../lib/formats/drafts/write-draft.js'
import type { RichText } from '../../../lib/model/message.js'
import { hostileText } from '../../properties/payloads.js'

const HOSTILE = '@channel <!here> [x](https://evil.test) ![p](https://evil.test/p.png)'

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

describe('strings in drafts', () => {
  const renderer = new MarkdownIt({ html: true, linkify: true, breaks: true })
  renderer.linkify.set({ fuzzyLink: false })

  /** What a renderer shows, without its marks. */
  function shown(markdownText: string): string {
    return renderer
      .render(markdownText)
      .replace(/<br>\n|<\/p>\n<p>|<\/?p>/g, ' ')
      .replace(
        /&(lt|gt|amp|quot);/g,
        (_, name: string) => ({ lt: '<', gt: '>', amp: '&' })[name] ?? '"',
      )
  }

  function squeezed(text: string): string {
    return text.replace(/\s+/g, ' ').trim()
  }

  it('are neither links nor pictures, wherever they are', () => {
    const draft: Draft = {
      title: HOSTILE,
      text: lines(HOSTILE, bold(HOSTILE), list([HOSTILE]), quote(HOSTILE), prose(HOSTILE)),
      cards: [{ text: HOSTILE, fields: [{ title: HOSTILE, value: HOSTILE }], footer: HOSTILE }],
    }
    const { text, attachments } = writeDraft(draft)
    const texts = attachments.flatMap(({ text: own, footer, fields }) => [
      own,
      footer,
      ...fields.map(({ value }) => value),
    ])
    for (const each of [text, ...texts]) {
      const html = renderer.render(markdownOf(each))
      expect(html).not.to.match(/<a |<img /)
      expect(html).to.include('[x](https://evil.test)')
    }
  })

  it('are shown with the characters they have, whatever they are', () => {
    const line = hostileText
      .map((text) =>
        text
          .replace(/[\s\0-\x1f\x7f-\x9f\ufff9-\ufffc]+/g, ' ')
          .toWellFormed()
          .trim(),
      )
      .filter((text) => text !== '')
    fc.assert(
      fc.property(line, (text) => {
        expect(squeezed(shown(written(text)))).to.equal(squeezed(text))
      }),
      { numRuns: 1_000 },
    )
  })

  it('do not link or load anything in the worst of neighbourhoods', () => {
    fc.assert(
      fc.property(hostileText, hostileText, hostileText, (a, b, c) => {
        const html = renderer.render(written(lines([a, bold(b), c], [italic(a), b], list([a, c]))))
        expect(html).not.to.match(/<a |<img /)
      }),
      { numRuns: 1_000 },
    )
  })
})
