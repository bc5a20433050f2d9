import { expect } from 'chai'
import { refuses } from '../../payloads.js'
import { type BlockRow, shownAsSent, showsRows } from './shown.js'

const AT = 'blocks[0].elements[0].elements[0]'
const LINK = 'links with this URL scheme are removed'

const section = (...elements: object[]): object => ({
  type: 'rich_text',
  elements: [{ type: 'rich_text_section', elements }],
})
const text = (words: string, style?: object): object => ({ type: 'text', text: words, style })

type ElementRow = readonly [element: object, text: string, reason?: string]

function showsElements(rows: readonly ElementRow[]): void {
  showsRows(
    rows.map(([element, words, reason]): BlockRow => {
      const title = `${JSON.stringify(element).slice(0, 70)} as ${JSON.stringify(words)}`
      return [title, section(element), words === '' ? [] : [words], reason ? [AT + reason] : []]
    }),
  )
}

describe('an element of rich text', () => {
  const other = ': unknown element type: not supported'
  showsElements([
    [{ type: 'team', team_id: 'T1' }, 'T1'],
    [{ type: 'odd', text: 'x', name: 'n', fallback: 'f' }, 'x', other],
    [{ type: 'odd', name: 'n', fallback: 'f' }, 'n', other],
    [{ type: 'odd', fallback: 'f' }, 'f', other],
    [{ type: 'odd' }, '', other],
  ])

  const wrong: readonly (readonly [object, string])[] = [
    [{ type: 'date', timestamp: {} }, 'timestamp: expected a number of seconds'],
    [{ type: 'text', text: 'x', style: 'bold' }, 'style: expected an object'],
    [{ type: 'text', text: 'x', style: { bold: 1 } }, 'style.bold: expected true or false'],
  ]
  for (const [element, detail] of wrong) {
    it(`is refused: ${detail}`, () => {
      refuses(() => shownAsSent([section(element)]), 'payload_unparsable', `${AT}.${detail}`)
    })
  }
})

describe('a link in rich text', () => {
  const link = (url: string, words?: string): object => ({ type: 'link', url, text: words })
  showsElements([
    [link('', 'A'), 'A'],
    [link('https://a.example', ' '), '<https://a.example>'],
    [link('https://a.example?a&b'), '[https://a.example?a&b](https://a.example?a&b)'],
    [link('https://a.example/<x>'), '[https://a.example/\\<x>](https://a.example/%3Cx%3E)'],
    [link('/path'), '[/path](/path)'],
    [link('data:x', 'A'), 'A', `.url: ${LINK}`],
  ])

  showsRows([
    [
      'an exclamation mark before an address as it is',
      section(text('Hi!'), link('https://a.example')),
      ['Hi!<https://a.example>'],
    ],
    [
      'exclamation marks on both sides, the first one escaped',
      section(text('!'), link('https://a.example', 'A'), text('!')),
      ['\\![A](https://a.example)!'],
    ],
  ])
})

describe('an emoji in rich text', () => {
  const emoji = (more: object): object => ({ type: 'emoji', ...more })
  showsElements([
    [emoji({ name: '+1', skin_tone: 3 }), ':+1::skin-tone-3:'],
    [emoji({ name: '+1', skin_tone: 'x' }), ':+1:'],
    [emoji({ name: "it's_a-b" }), ":it's_a-b:"],
    [emoji({ name: 'a*b* c' }), 'a\\*b\\* c'],
    [emoji({ name: 'a b', unicode: 'zz' }), 'a b'],
    [emoji({ name: 'a b', unicode: '1f600' }), '😀'],
    [emoji({ name: 'a b', unicode: '110000' }), 'a b'],
    [emoji({ name: 'a b', unicode: '1f' }), 'a b'],
    [emoji({ unicode: '10ffff' }), '\u{10ffff}'],
    [emoji({ unicode: 'd83d' }), '\ufffd'],
  ])
})

describe('a date in rich text', () => {
  const date = (more: object): object => ({ type: 'date', timestamp: 1392734382, ...more })
  const format = '{date_num}'
  showsElements([
    [date({}), 'February 18th, 2014 at 2:39 PM UTC'],
    [date({ timestamp: '1392734382', format }), '2014-02-18'],
    [date({ format, url: 'https://a.example' }), '[2014-02-18](https://a.example)'],
    [date({ format, url: 'data:x' }), '2014-02-18', `.url: ${LINK}`],
    [date({ timestamp: undefined, fallback: 'f' }), 'f'],
    [date({ timestamp: 'x', url: 'https://a.example' }), ''],
    [date({ timestamp: 'x', url: 'https://a.example', fallback: ' ' }), ' '],
  ])
})

describe('a broadcast in rich text', () => {
  showsElements([
    [{ type: 'broadcast', range: 'channel' }, '@channel'],
    [{ type: 'broadcast', range: 'here' }, '@here'],
    [{ type: 'broadcast', range: 'all' }, '@all'],
    [
      { type: 'broadcast', range: 'everyone' },
      '@everyone',
      '.range: unknown range: notifies nobody',
    ],
  ])
})

describe('code in rich text', () => {
  const code = { code: true }
  showsRows([
    ['each of its lines on its own', section(text('a\nb', code)), ['`a`\n`b`']],
    [
      'two pieces side by side as one',
      section(text('a ', code), text('b', { ...code, italic: true }), text('c')),
      ['`a b`c'],
    ],
    ['a backtick at its beginning', section(text('`a', code)), ['`` `a ``']],
    ['a backtick at its end', section(text('a`', code)), ['`` a` ``']],
    ['more backticks than it holds', section(text('a``b`c', code)), ['```a``b`c```']],
    [
      'its backslashes and asterisks as they are',
      section(text('\\*a*', code), text(' *b*')),
      ['`\\*a*` \\*b\\*'],
    ],
  ])
})

describe('the lines of rich text', () => {
  const bold = { bold: true }
  const user = { type: 'user', user_id: 'x' }
  showsRows([
    ['no empty ones at its edges', section(text('\n\na\n\nb\n\n', bold)), ['**a**\n\n**b**']],
    ['none of line ends alone', section(text('\n\n')), []],
    ['those beside a mention', section(text('a\n'), user, text('\n\nb')), ['a\n@x\n\nb']],
    ['text between a mention and a line end', section(user, text(' b\nc')), ['@x b\nc']],
    [
      'words before a link as they are',
      section(text('Look '), { type: 'link', url: 'https://a.example', text: 'A' }),
      ['Look [A](https://a.example)'],
    ],
    [
      'styles up to a mention',
      section(text('a ', bold), user, text(' b', bold)),
      ['**a** @x **b**'],
    ],
    [
      'escapes of what opens in one piece and closes in another',
      section(text('*a'), text('* b', bold), text('c*')),
      ['\\*a\\* **b**c\\*'],
    ],
  ])
})

describe('the parts of rich text', () => {
  const parts = (...elements: object[]): object => ({ type: 'rich_text', elements })
  const list = (style: string, more: object, ...items: string[]): object => ({
    type: 'rich_text_list',
    style,
    ...more,
    elements: items.map((item) => ({ type: 'rich_text_section', elements: [text(item)] })),
  })
  const pre = (words: string, more: object = {}): object =>
    parts({ type: 'rich_text_preformatted', ...more, elements: [text(words)] })
  const runs = (ticks: number, tildes: number): string => '`'.repeat(ticks) + '~'.repeat(tildes)
  const bullets = (...indents: unknown[]): object =>
    parts(...indents.map((indent, n) => list('bullet', { indent }, `i${n}`)))
  const odd = (n: number): string => `blocks[0].elements[${n}].indent: not an integer from 0 to 8`

  showsRows([
    [
      'one of another type as a section',
      parts({ type: 'odd', elements: [text('x')] }),
      ['x'],
      ['blocks[0].elements[0]: unknown rich text type: shown as a section'],
    ],
    [
      'a quote and lists, set apart',
      parts(
        { type: 'rich_text_quote', elements: [text('a\n\nb', { bold: true })] },
        list('bullet', {}, 'c\n\nd', ''),
        list('bullet', {}, 'e'),
        { type: 'rich_text_section', elements: [text('f')] },
        { type: 'rich_text_section', elements: [text('g')] },
      ),
      ['> **a**\n> \n> **b**\n\n- c\n\n  d\n- e\n\nf\n\ng'],
    ],
    [
      'lists in a list that is numbered up to two digits',
      parts(list('ordered', { offset: 8 }, 'i', 'j'), list('bullet', { indent: 1 }, 'k')),
      ['9. i\n10. j\n    - k'],
    ],
    ['a list as deep as the one before', bullets(0, 2, 1), ['- i0\n  - i1\n  - i2']],
    ['the deepest list', bullets(0, 8), ['- i0\n  - i1']],
    ['a list that is too deep', bullets(0, 9), ['- i0\n  - i1'], [odd(1)]],
    [
      'lists at half a level and above the first',
      bullets(0, 1.5, -1),
      ['- i0\n- i1\n- i2'],
      [odd(1), odd(2)],
    ],
    [
      'a list at the left behind a section',
      parts(
        list('bullet', {}, 'a'),
        { type: 'rich_text_section', elements: [text('x')] },
        list('bullet', { indent: 1 }, 'b'),
      ),
      ['- a\n\nx\n\n- b'],
    ],
    ['preformatted text but for one line end', pre('a\n\n'), ['```\na\n\n```']],
    ['no preformatted text that is empty', pre(''), []],
    ['the language of preformatted text', pre('a', { language: 'c++' }), ['```c++\na\n```']],
    ['no language of two words', pre('a', { language: 'a b' }), ['```\na\n```']],
    ['no language of 41 characters', pre('a', { language: 'x'.repeat(41) }), ['```\na\n```']],
    ['the longest fence', pre(runs(99, 0)), [`${runs(100, 0)}\n${runs(99, 0)}\n${runs(100, 0)}`]],
    [
      'the longest fence of tildes',
      pre(runs(100, 99)),
      [`${runs(0, 100)}\n${runs(100, 99)}\n${runs(0, 100)}`],
    ],
    ['words where no fence would do', pre(runs(100, 100)), [`${'\\`'.repeat(100)}${runs(0, 100)}`]],
  ])

  it('are refused with an indent that is not a number', () => {
    refuses(
      () => shownAsSent([bullets('x')]),
      'payload_unparsable',
      'blocks[0].elements[0].indent: expected a number',
    )
  })

  it('tell code on a line from words, and leave mentions out of it', () => {
    const code = { code: true }
    const id = 'u'.repeat(26)
    const mention = { type: 'user', user_id: id, style: code }
    expect(shownAsSent([section(text('a', code), mention)]).nodes).to.deep.equal([
      { kind: 'code', text: '`a`', fence: null },
      { kind: 'user', id, text: `@${id}`, label: '' },
    ])
  })

  it('tell their code from words, so that it can be cut', () => {
    expect(shownAsSent([pre('a', { language: 'js' })]).nodes).to.deep.equal([
      {
        kind: 'code',
        text: '```js\na\n```',
        fence: { opening: '```js\n', marker: '```', info: 'js', closing: '```' },
      },
    ])
  })
})
