import { expect } from 'chai'
import { refuses } from '../../payloads.js'
import { mrkdwn, plainText, section, shown, shownAsSent, showsRows } from './shown.js'

// prettier-ignore
const WORDS = [
  'text', 'title', 'subtitle', 'label', 'name', 'description', 'caption', 'body', 'message',
  'alt_text', 'fallback', 'hint', 'value', 'url', 'image_url', 'title_url',
]
const PICTURE = { type: 'image', image_url: 'https://a.example/x.png', alt_text: 'cat' } as const

describe('blocks', () => {
  const expected: readonly (readonly [string, object])[] = [
    ['blocks[0].type: expected a string, got a number', { type: 5 }],
    ['blocks[0].rows[0]: expected an array, got a string', { type: 'table', rows: ['x'] }],
    [
      'blocks[0].column_settings: expected an array, got a string',
      { type: 'table', rows: [[null]], column_settings: 'x' },
    ],
    [
      'blocks[0].child_blocks[0]: expected an object, got a string',
      { type: 'container', child_blocks: ['x'] },
    ],
  ]
  for (const [detail, block] of expected) {
    it(`are refused: ${detail}`, () => {
      refuses(() => shownAsSent([block]), 'payload_unparsable', detail)
    })
  }

  it('are set apart by blank lines', () => {
    expect(shown(section('a'), { type: 'divider' }, section('b')).text).to.equal('a\n\n---\n\nb')
  })

  it('show a header as a heading, on one line', () => {
    expect(shown({ type: 'header', text: plainText('New\nrequest') }).text).to.equal(
      '#### New request',
    )
    expect(shown({ type: 'header', text: plainText('C #') }).text).to.equal('#### C \\#')
  })

  it('show the fields of a section below its text, long ones set apart', () => {
    const fields = [mrkdwn('*Env:* prod'), plainText('b')]
    expect(shown({ type: 'section', text: mrkdwn('a'), fields }).text).to.equal(
      'a\n\n**Env:** prod\nb',
    )
    const long = [mrkdwn('*Type:*\nPaid'), mrkdwn('*When:*\nAug 10')]
    expect(shown({ type: 'section', fields: long }).text).to.equal(
      '**Type:**\nPaid\n\n**When:**\nAug 10',
    )
  })

  it('show a picture beside a section, and beside nothing else', () => {
    const block = { type: 'section', text: mrkdwn('a'), accessory: PICTURE } as const
    const { texts, thumbs } = shown(section('before'), block, section('after'))
    expect(texts).to.deep.equal(['before', 'a', 'after'])
    expect(thumbs).to.deep.equal([null, { url: 'https://a.example/x.png', alt: 'cat' }, null])
  })

  it('show the buttons below a section with a picture below both, but none beside them', () => {
    const block = { type: 'section', text: mrkdwn('a'), accessory: PICTURE } as const
    const button = { type: 'button', text: plainText('B'), action_id: 'b' } as const
    const below = shown(block, { type: 'actions', elements: [button] })
    expect(below.thumbs).to.have.lengthOf(1)
    const beside = shown(block, { type: 'section', accessory: button })
    expect(beside.thumbs).to.have.lengthOf(2)
  })

  it('shorten the words of a picture beside a section', () => {
    const accessory = { ...PICTURE, alt_text: ` ${'x'.repeat(299)}\nyz ` }
    const { thumbs, warnings } = shown({ type: 'section', text: mrkdwn('a'), accessory })
    expect(thumbs[0]?.alt).to.equal(`${'x'.repeat(299)}…`)
    expect(warnings).to.deep.equal(['blocks[0].accessory.alt_text: shortened to 300 characters'])
  })

  it('show the words of a picture that no page may load below the text of its section', () => {
    const accessory = { ...PICTURE, image_url: 'javascript:1' }
    const { text, thumbs, warnings } = shown({ type: 'section', text: mrkdwn('a'), accessory })
    expect(text).to.equal('a\ncat')
    expect(thumbs).to.deep.equal([null])
    expect(warnings).to.deep.equal(['blocks[0].accessory.image_url: not a picture URL'])
  })

  it('show the elements of a context on one line, its pictures as small as letters', () => {
    const elements = [PICTURE, mrkdwn('*Cat* approves'), plainText('last')]
    expect(shown({ type: 'context', elements }).text).to.equal(
      '![cat](https://a.example/x.png "icon") **Cat** approves last',
    )
  })

  it('show an image with its title and its words', () => {
    expect(shown({ ...PICTURE, title: plainText('A *title*') }).text).to.equal(
      'A \\*title\\*\n![cat](https://a.example/x.png)',
    )
    const spaced = {
      ...PICTURE,
      image_url: 'https://a.example/x y.png',
      alt_text: 'x](https://e.example)',
    }
    expect(shown(spaced).text).to.equal('![x\\](https://e.example)](https://a.example/x%20y.png)')
  })

  it('show the words of an image that no page may load', () => {
    const { text, warnings } = shown({ ...PICTURE, image_url: 'javascript:alert(1)' })
    expect(text).to.equal('cat')
    expect(warnings).to.deep.equal(['blocks[0].image_url: not a picture URL'])
    const file = shown({ type: 'image', alt_text: 'plan', slack_file: { id: 'F1' } })
    expect(file.text).to.equal('plan')
    expect(file.warnings).to.have.lengthOf(1)
    const url = 'https://files.example/F1'
    expect(shown({ type: 'image', alt_text: 'plan', slack_file: { url } }).text).to.equal(
      `![plan](${url})`,
    )
  })

  it('show markdown as it is, but for Slack’s markup', () => {
    expect(shown({ type: 'markdown', text: '**b** <https://a.example|A>' }).text).to.equal(
      '**b** [A](https://a.example)',
    )
  })

  it('show nothing when there is nothing in them', () => {
    const empty = [
      { type: 'section' },
      { type: 'header', text: null },
      { type: 'context', elements: [null] },
    ]
    expect(shownAsSent(empty).texts).to.deep.equal([])
  })

  it('of an unknown type show what text they hold, with a warning', () => {
    const block = {
      type: 'hologram',
      title: plainText('A'),
      inner: { x: 1, items: [{ text: '*B*' }, mrkdwn('*C*')] },
    }
    const { text, warnings } = shownAsSent([block])
    expect(text).to.equal('A\n\n\\*B\\*\n\n**C**')
    expect(warnings).to.deep.equal(['blocks[0]: unknown block type: shown as text'])
    expect(shownAsSent([{ type: 'hologram', x: 1 }]).warnings).to.deep.equal([
      'blocks[0]: unknown block type: not supported',
    ])
  })

  it('tell of members that they do not know', () => {
    expect(shownAsSent([{ type: 'divider', block_id: 'b', glitter: true }]).warnings).to.deep.equal(
      ['blocks[0].glitter: not supported'],
    )
  })

  const unknown = 'blocks[0]: unknown block type: '
  const header = (text: object): object => ({ type: 'header', text })
  showsRows([
    ['a header that begins like a list', header(plainText('- a')), ['#### - a']],
    ['a header of a number sign', header(plainText('##')), ['#### \\##']],
    ['a header with signs behind a word', header(plainText('a##')), ['#### a##']],
    ['a header with signs inside', header(plainText('a # b')), ['#### a # b']],
    ['a header that ends with signs and spaces', header(plainText('a ##  ')), ['#### a \\##  ']],
    [
      'a header that ends with a link',
      header(mrkdwn('<https://a.example|x #>')),
      ['#### [x #](https://a.example)'],
    ],
    [
      'an answer beside a section',
      { type: 'section', text: mrkdwn('x'), accessory: { type: 'datepicker', initial_date: 'd' } },
      ['x\nDate: d'],
      ['blocks[0].accessory: shown as text: messages cannot take input'],
    ],
    [
      'a picture without a text',
      { type: 'section', accessory: PICTURE },
      ['![cat](https://a.example/x.png)'],
    ],
    [
      'fields but for those that are null',
      { type: 'section', fields: [plainText('a'), null, plainText('b')] },
      ['a\nb'],
    ],
    [
      'no space for an empty text',
      { type: 'context', elements: [plainText('a'), plainText(''), mrkdwn('b')] },
      ['a b'],
    ],
    ['a row of nothing', { type: 'context_actions', elements: [] }, []],
    ['markdown of nothing', { type: 'markdown' }, []],
    ['nothing of no type', {}, [], [`${unknown}not supported`]],
    ['nothing of the type null', { type: null }, [], [`${unknown}not supported`]],
    [
      'all words of a block of an unknown type, in their order',
      Object.fromEntries(['type', ...WORDS, 'other'].map((name) => [name, name])),
      [WORDS.join('\n\n')],
      [`${unknown}shown as text`],
    ],
    ['no empty words of an unknown type', { type: 'h', text: '' }, [], [`${unknown}not supported`]],
    [
      'texts inside of an unknown type',
      {
        type: 'h',
        inner: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [{ type: 'text', text: 'r', style: { bold: true } }],
              },
            ],
          },
          { type: 'rich_text', elements: 'x', text: 'y' },
          { type: 'mrkdwn', text: 5, name: 'n' },
          { ...plainText('*p*'), odd: 1 },
        ],
      },
      ['**r**\n\ny\n\nn\n\n\\*p\\*'],
      ['blocks[0].inner[3].odd: not supported', `${unknown}shown as text`],
    ],
  ])

  const refused: readonly (readonly [string, object])[] = [
    ['blocks[0].type', { type: 1 }],
    ['blocks[0].text', { type: 'section', text: 'x' }],
    ['blocks[0].child_blocks[0]', { type: 'container', child_blocks: ['x'] }],
    ['blocks[0].column_settings[0]', { type: 'table', rows: [[null]], column_settings: ['x'] }],
    ['blocks[0].text.text', { type: 'section', text: { type: 'mrkdwn', text: 1 } }],
    ['blocks[0].fields', { type: 'section', fields: {} }],
    ['blocks[0].fields[1].text', { type: 'section', fields: [null, { type: 'mrkdwn', text: [] }] }],
    ['blocks[0].elements', { type: 'actions', elements: 'x' }],
    ['blocks[0].elements[0]', { type: 'context', elements: ['x'] }],
    ['blocks[0].image_url', { type: 'image', image_url: 1 }],
    ['blocks[0].text', { type: 'markdown', text: {} }],
    ['blocks[0].rows[0]', { type: 'table', rows: ['x'] }],
    ['blocks[0].rows[0][0].text', { type: 'table', rows: [[{ type: 'raw_text', text: 1 }]] }],
    [
      'blocks[0].elements[0].style',
      { type: 'rich_text', elements: [{ type: 'rich_text_list', style: 1 }] },
    ],
  ]
  for (const [path, block] of refused) {
    it(`are refused with the path ${path} of a member of the wrong type`, () => {
      refuses(() => shownAsSent([block]), 'payload_unparsable', `${path}:`)
    })
  }
})
