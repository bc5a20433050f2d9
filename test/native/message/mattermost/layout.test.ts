import { expect } from 'chai'
import { columns, container, shown, text } from './shown.js'

const PICTURE = 'https://p.example/a.png'
const image = (more: object): object => ({
  type: 'image',
  url: PICTURE,
  alt_text: 'a face',
  ...more,
})

describe("Mattermost's blocks", () => {
  const rows: [title: string, blocks: readonly object[], parts: readonly object[]][] = [
    ['texts are one text', [text('a'), text('**b**')], [{ continues: true, text: 'a\n\n**b**' }]],
    [
      'a divider is a rule',
      [text('a'), { type: 'divider' }],
      [{ continues: true, text: 'a\n\n---' }],
    ],
    [
      'a container is an attachment of its colour, and what follows is none of it',
      [text('a'), container('#c0392b', text('b'), text('c')), text('d')],
      [{ continues: true, text: 'a' }, { color: '#c0392b', text: 'b\n\nc' }, { text: 'd' }],
    ],
    [
      'a container in another has its own colour, or that of the other',
      [container('danger', text('a'), container('success', text('b')), container('', text('c')))],
      [
        { color: 'danger', text: 'a' },
        { color: 'good', text: 'b' },
        { color: 'danger', text: 'c' },
      ],
    ],
    [
      'a container without colour and border is what it holds',
      [text('a'), container('', text('b')), text('c')],
      [{ continues: true, text: 'a\n\nb\n\nc' }],
    ],
    [
      'one with a border stands apart',
      [text('a'), { type: 'container', border: true, content: [text('b')] }],
      [{ continues: true, text: 'a' }, { text: 'b' }],
    ],
    [
      'a collapsible is a title and what it folds',
      [
        { type: 'collapsible', header: 'Two\n**hosts**', content: [text('a')], collapsed: true },
        text('b'),
      ],
      [
        { continues: true, folds: 'closed', text: '##### Two **hosts**' },
        { continues: true, folds: 'within', text: 'a' },
        { continues: true, text: 'b' },
      ],
    ],
    [
      'its title may be a block, and one with more than a text folds nothing',
      [
        { type: 'collapsible', header: [text('**a**')], content: [text('b')] },
        {
          type: 'collapsible',
          header: [image({ size: 'small' }), text('c')],
          content: [text('d')],
        },
      ],
      [
        { continues: true, folds: 'open', text: '**a**' },
        { continues: true, folds: 'within', text: 'b' },
        { continues: true, thumb_url: PICTURE, thumb_alt: 'a face', text: 'c' },
        { continues: true, text: 'd' },
      ],
    ],
    [
      'one in another is not folded by itself',
      [
        {
          type: 'collapsible',
          header: 'a',
          content: [{ type: 'collapsible', header: 'b', content: [text('c')] }],
        },
      ],
      [
        { continues: true, folds: 'open', text: '##### a' },
        { continues: true, folds: 'within', text: '##### b' },
        { continues: true, folds: 'within', text: 'c' },
      ],
    ],
    [
      'columns of texts are fields',
      [text('a'), columns([text('b'), text('c')], [], [text('d')])],
      [
        { continues: true, text: 'a' },
        { continues: true, fields: ['b\n\nc', 'd'] },
      ],
    ],
    [
      'a small picture stands beside the text of another column',
      [columns([image({ size: 'xsmall' })], [text('b')])],
      [{ continues: true, thumb_url: PICTURE, thumb_alt: 'a face', text: 'b' }],
    ],
    [
      'columns with more than texts stand one after another',
      [columns([text('a')], [text('b'), container('danger', text('c'))])],
      [
        { continues: true, text: 'a' },
        { continues: true, text: 'b' },
        { color: 'danger', text: 'c' },
      ],
    ],
    [
      'a picture has a title above it',
      [image({ title: '*Ann*' })],
      [{ continues: true, text: `\\*Ann\\*\n![a face](${PICTURE})` }],
    ],
    [
      'a small one stands beside the text above it',
      [text('a'), image({ size: 'small' }), text('b'), image({ max_height: 40 })],
      [
        { continues: true, thumb_url: PICTURE, thumb_alt: 'a face', text: 'a' },
        { continues: true, thumb_url: PICTURE, thumb_alt: 'a face', text: 'b' },
      ],
    ],
  ]
  for (const [title, blocks, parts] of rows) {
    it(title, () => {
      const found = shown(blocks)
      expect(found.parts).to.deep.equal(parts)
      expect(found.warnings).to.deep.equal([])
    })
  }

  it('stand below the text of the message', () => {
    const { message, text: below } = shown([text('b')], {}, { text: 'a' })
    expect(message.text).to.deep.equal([{ kind: 'text', text: 'a' }])
    expect(below).to.equal('b')
  })

  it('mention people', () => {
    expect(
      shown([text('@bob'), columns([text('@ann')], [text('b')])]).message.mentioned.usernames,
    ).to.deep.equal(['bob', 'ann'])
  })
})

describe("what is wrong with Mattermost's blocks", () => {
  const rows: [title: string, block: unknown, text: string, ...warnings: readonly string[]][] = [
    ['no object', 'x', '', ': left out: props.mm_blocks[1]: expected an object, got a string'],
    ['a text without text', { type: 'text' }, '', ': left out: no text'],
    [
      'a text of a wrong type',
      { type: 'text', text: 7 },
      '',
      ': left out: props.mm_blocks[1].text: expected a string, got a number',
    ],
    [
      'a container without a list',
      { type: 'container', content: 'x' },
      '',
      ': left out: props.mm_blocks[1].content: expected an array, got a string',
    ],
    [
      'a picture without address',
      { type: 'image', alt_text: 'a face' },
      'a face',
      '.url: no picture: only its words are shown',
    ],
    [
      'a picture that runs code',
      { type: 'image', url: 'javascript:x', alt_text: 'a face' },
      'a face',
      '.url: not a picture URL',
    ],
    [
      'an unknown type',
      { type: 'hologram', text: 'x' },
      'x',
      ': unknown block type: shown as text',
    ],
    ['an unknown member', { type: 'text', text: 'x', shine: 1 }, 'x', '.shine: not supported'],
    [
      'a colour that is none',
      container('red;background:url(x)', text('x')),
      'x',
      '.accent_color: not a colour that can be shown',
    ],
    [
      'a column that is none',
      { type: 'column_set', columns: [7, { items: [text('x')] }] },
      'x',
      '.columns[0]: left out: props.mm_blocks[1].columns[0]: expected an object, got a number',
    ],
  ]
  for (const [title, block, between, ...warnings] of rows) {
    it(`is told, and nothing beside it is lost: ${title}`, () => {
      const found = shown([text('first'), block, text('last')])
      const words = ['first', between, 'last'].filter((word) => word !== '')
      expect(found.text.split(/\n+/)).to.deep.equal(words)
      expect(found.warnings).to.deep.equal(warnings.map((each) => `props.mm_blocks[1]${each}`))
    })
  }

  it('is more than 100 blocks, counted through the tree', () => {
    const many = Array.from({ length: 98 }, (_, n) => text(`text ${n}`))
    const { text: found, warnings } = shown([...many, container('', text('a'), text('b'))])
    expect(found).to.include('text 97\n\na').and.not.include('b')
    expect(warnings).to.deep.equal([
      'props.mm_blocks[98].content[1]: left out: more than 100 blocks',
    ])
  })

  const nested = (levels: number): object =>
    levels === 1 ? text('innermost') : container('', nested(levels - 1))
  it('is more than 32 levels', () => {
    expect(shown([nested(32)])).to.deep.include({ text: 'innermost', warnings: [] })
    const { warnings } = shown([text('a'), nested(33)])
    expect(warnings).to.have.lengthOf(1)
    expect(warnings[0]).to.include('left out: more than 32 levels')
  })

  it('is more than 16,000 characters', () => {
    const { text: found, warnings } = shown([text('x'.repeat(15_999)), text('ab'), text('c')])
    expect(found).to.equal(`${'x'.repeat(15_999)}\n\nc`)
    expect(warnings).to.deep.equal(['props.mm_blocks[1]: left out: more than 16000 characters'])
  })
})
