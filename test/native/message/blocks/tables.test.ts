import { expect } from 'chai'
import { shown, shownAsSent, showsRows } from './shown.js'

const cell = (text: string) => ({ type: 'raw_text', text }) as const

describe('a table', () => {
  it('is one of Markdown’s, its first row the head', () => {
    const rows = [
      [cell('Name'), cell('State')],
      [cell('web-1'), { type: 'raw_number', value: 3, text: '3' } as const],
    ]
    expect(shown({ type: 'table', rows }).text).to.equal(
      '| Name | State |\n| --- | --- |\n| web-1 | 3 |',
    )
  })

  it('has a head as wide as its widest row, and keeps empty cells', () => {
    const rows = [[cell('a')], [cell('b'), null, cell('c')]]
    expect(shownAsSent([{ type: 'table', rows }]).text).to.equal(
      '| a |   |   |\n| --- | --- | --- |\n| b |  | c |',
    )
  })

  it('aligns its columns', () => {
    const settings = [
      { align: 'right' },
      null,
      { align: 'center' },
      { align: 'left' },
      { align: 'left' },
    ]
    const rows = [['a', 'b', 'c', 'd'].map(cell)]
    expect(shownAsSent([{ type: 'table', rows, column_settings: settings }]).text).to.equal(
      '| a | b | c | d |\n| ---: | --- | :---: | :--- |',
    )
  })

  it('has bars and line ends in its cells taken care of', () => {
    const rich = {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_section',
          elements: [
            { type: 'text', text: 'p|q', style: { bold: true } },
            { type: 'text', text: '\n' },
            { type: 'link', url: 'https://a.example/|x' },
          ],
        },
      ],
    }
    const rows = [
      [cell('a|b'), cell('x\n y')],
      [rich, cell('*')],
    ]
    expect(shownAsSent([{ type: 'table', rows }]).text).to.equal(
      '| a\\|b | x y |\n| --- | --- |\n| **p\\|q** <https://a.example/%7Cx> | * |',
    )
  })

  it('of data has its caption above it', () => {
    const rows = [[cell('a')]]
    expect(shown({ type: 'data_table', caption: 'Costs', rows }).text).to.equal(
      'Costs\n\n| a |\n| --- |',
    )
  })

  it('has numbers without a text, with a warning where they may have been rounded', () => {
    const number = (value: number): object => ({ type: 'raw_number', value })
    const rows = [[number(1.5), number(2 ** 53)]]
    const { text, warnings } = shownAsSent([{ type: 'table', rows }])
    expect(text).to.equal('| 1.5 | 9007199254740992 |\n| --- | --- |')
    expect(warnings).to.deep.equal([
      'blocks[0].rows[0][1].value: a number that may have been rounded: send it as a string',
    ])
  })

  const rich = (...elements: object[]): object => ({
    type: 'rich_text',
    elements: [
      {
        type: 'rich_text_list',
        style: 'bullet',
        elements: elements.map((element) => ({ type: 'rich_text_section', elements: [element] })),
      },
    ],
  })
  const number = (value: unknown, text?: string): object => ({ type: 'raw_number', value, text })
  showsRows([
    [
      'the text of a cell of another type',
      { type: 'table', rows: [[{ type: 'odd', text: '*x*' }]] },
      ['| \\*x\\* |\n| --- |'],
      ['blocks[0].rows[0][0]: unknown cell type: shown as text'],
    ],
    [
      'nothing of the other members of cells and columns',
      {
        type: 'table',
        rows: [[{ type: 'raw_text', text: 'a', block_id: 'b', elements: [] }]],
        column_settings: [{ is_wrapped: true }],
      },
      ['| a |\n| --- |'],
    ],
    ['a bar behind an angle', { type: 'table', rows: [[cell('<|x')]] }, ['| <\\|x |\n| --- |']],
    ['its caption where it begins a line', { type: 'table', caption: '# C' }, ['\\# C']],
    ['nothing of no rows', { type: 'table', rows: [] }, []],
    ['its caption alone', { type: 'table', caption: 'C' }, ['C']],
    [
      'columns of another alignment as usual',
      { type: 'table', rows: [[cell('a')], [cell('b')]], column_settings: [{ align: 'odd' }] },
      ['| a |\n| --- |\n| b |'],
    ],
    [
      'the text of a number before its value, and no value that is not a number',
      {
        type: 'table',
        rows: [
          [cell(''), number(0)],
          [number('x'), number(7, 'seven')],
        ],
      },
      ['|  | 0 |\n| --- | --- |\n|  | seven |'],
    ],
    [
      'lists in a cell one behind the other, bars in code and links escaped',
      {
        type: 'table',
        rows: [
          [
            rich(
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b|c', style: { code: true } },
              { type: 'link', url: 'https://a.example', text: 'l|m' },
            ),
          ],
        ],
      },
      ['| a `b\\|c` [l\\|m](https://a.example) |\n| --- |'],
    ],
  ])

  it('without cells shows nothing', () => {
    expect(shown({ type: 'table', rows: [[]] }).text).to.equal('')
  })
})
