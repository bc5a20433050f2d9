import type { RichTextBlockElement, RichTextElement } from '@slack/types'
import { expect } from 'chai'
import { shown, shownAsSent } from './shown.js'

const text = (words: string, style: object = {}): RichTextElement => ({
  type: 'text',
  text: words,
  style,
})
const rich = (...elements: RichTextBlockElement[]): string =>
  shown({ type: 'rich_text', elements }).text
const line = (
  ...elements: RichTextElement[]
): RichTextBlockElement & { type: 'rich_text_section' } => ({
  type: 'rich_text_section',
  elements,
})
const list = (
  style: 'bullet' | 'ordered',
  items: readonly string[],
  more: object = {},
): RichTextBlockElement => ({
  type: 'rich_text_list',
  style,
  ...more,
  elements: items.map((item) => line(text(item))),
})

describe('rich text', () => {
  const styled: readonly (readonly [string, readonly RichTextElement[]])[] = [
    [
      '**b** _i_ ~~s~~ `c`',
      [
        text('b', { bold: true }),
        text(' '),
        text('i', { italic: true }),
        text(' '),
        text('s', { strike: true }),
        text(' '),
        text('c', { code: true }),
      ],
    ],
    ['**~~_x_~~**', [text('x', { bold: true, italic: true, strike: true })]],
    ['**Note:** x', [text('Note: ', { bold: true }), text('x')]],
    ['**Note**:x', [text('Note:', { bold: true }), text('x')]],
    ['a*b*c', [text('a'), text('b', { italic: true }), text('c')]],
    ['**_a_ b**', [text('a', { bold: true, italic: true }), text(' b', { bold: true })]],
    ['**a**\\*b', [text('a*', { bold: true }), text('b')]],
    ['**a _b_**', [text('a ', { bold: true }), text('b', { bold: true, italic: true })]],
    ['**a**\n**b**', [text('a\nb', { bold: true })]],
    ['``a`b``', [text('a`b', { code: true })]],
    ['`ab`', [text('a', { code: true }), text('b', { code: true, bold: true })]],
  ]
  for (const [written, elements] of styled) {
    it(`puts styles where Markdown sees them: ${written}`, () => {
      expect(rich(line(...elements))).to.equal(written)
    })
  }

  it('shows its characters as they are', () => {
    expect(rich(line(text('*a* `b`\n# c\n- d\n1. e\n<!here>')))).to.equal(
      '\\*a\\* \\`b\\`\n\\# c\n\\- d\n1\\. e\n\\<!here>',
    )
  })

  it('reads every element of a line', () => {
    const elements: RichTextElement[] = [
      { type: 'link', url: 'https://a.example', text: 'A' },
      text(' '),
      { type: 'link', url: 'https://b.example' },
      text(' '),
      { type: 'user', user_id: 'U024BE7LH' },
      text(' '),
      { type: 'usergroup', usergroup_id: 'S1' },
      text(' '),
      { type: 'channel', channel_id: 'C1' },
      text(' '),
      { type: 'emoji', name: 'tada' },
      text(' '),
      { type: 'emoji', name: '', unicode: '1f1e9-1f1ea' },
      text(' '),
      { type: 'date', timestamp: 1392734382, format: '{date_num}' },
      text(' '),
      { type: 'broadcast', range: 'here' },
      text(' '),
      { type: 'color', value: '#ff0000' },
    ]
    expect(rich(line(...elements))).to.equal(
      '[A](https://a.example) <https://b.example> @U024BE7LH @S1 #C1 :tada: 🇩🇪 2014-02-18 @here #ff0000',
    )
  })

  it('makes no picture of a link after an exclamation mark', () => {
    const link: RichTextElement = { type: 'link', url: 'https://a.example', text: 'A' }
    expect(rich(line(text('Look!'), link))).to.equal('Look\\![A](https://a.example)')
  })

  it('keeps the words of a link that no page may open, and tells of it', () => {
    const element = { type: 'link', url: 'javascript:alert(1)', text: 'A' }
    const elements = [{ type: 'rich_text_section', elements: [element] }]
    const { text: seen, warnings } = shownAsSent([{ type: 'rich_text', elements }])
    expect(seen).to.equal('A')
    expect(warnings).to.deep.equal([
      'blocks[0].elements[0].elements[0].url: links with this URL scheme are removed',
    ])
  })

  it('notifies nobody for a range that is not supported', () => {
    const element: RichTextElement = { type: 'broadcast', range: 'everyone' }
    const { text: seen, warnings } = shown({ type: 'rich_text', elements: [line(element)] })
    expect(seen).to.equal('@everyone')
    expect(warnings).to.have.lengthOf(1)
  })

  it('shows the fallback of a date that cannot be written', () => {
    const date: RichTextElement = {
      type: 'date',
      timestamp: 1,
      format: '{odd}',
      fallback: 'some day',
    }
    expect(rich(line(date))).to.equal('some day')
  })

  it('nests lists by their indent, inside what their items begin with', () => {
    expect(
      rich(
        list('ordered', ['one', 'two\nmore']),
        list('bullet', ['a', 'b'], { indent: 1 }),
        list('bullet', ['deep'], { indent: 2 }),
        list('ordered', ['three'], { offset: 2 }),
      ).split('\n'),
    ).to.deep.equal(['1. one', '2. two', '   more', '   - a', '   - b', '     - deep', '3. three'])
  })

  it('begins a list at the left, whatever its indent', () => {
    expect(rich(list('bullet', ['a'], { indent: 3 }))).to.equal('- a')
    const { text: seen, warnings } = shown({
      type: 'rich_text',
      elements: [list('ordered', ['a'], { offset: 1e12 })],
    })
    expect(seen).to.equal('100000000. a')
    expect(warnings).to.have.lengthOf(1)
  })

  it('quotes every line', () => {
    const quote: RichTextBlockElement = { type: 'rich_text_quote', elements: [text('a\nb')] }
    expect(rich(line(text('x\n')), quote, line(text('y')))).to.equal('x\n\n> a\n> b\n\ny')
  })

  it('keeps preformatted text between fences that it does not hold', () => {
    const pre = (words: string, more: object = {}): RichTextBlockElement => ({
      type: 'rich_text_preformatted',
      ...more,
      elements: [{ type: 'text', text: words }],
    })
    expect(rich(pre('a *b*\n<!here>\n'))).to.equal('```\na *b*\n<!here>\n```')
    expect(rich(pre('```', { language: 'json' }))).to.equal('````json\n```\n````')
    expect(rich(pre('`'.repeat(200)))).to.equal(`~~~\n${'`'.repeat(200)}\n~~~`)
  })
})
