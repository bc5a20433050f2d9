import { expect } from 'chai'
import { refuses } from '../../payloads.js'
import { mrkdwn, option, plainText, shown, shownAsSent, showsRows } from './shown.js'

const ANSWERED = 'blocks[0].elements[0]: shown as text: messages cannot take input'

describe('the elements of blocks that ask for an answer', () => {
  const asked = (type: string, more: object = {}): object => ({
    type: 'actions',
    elements: [{ type, ...more }],
  })
  const answers: readonly (readonly [string, object, readonly string[]])[] = [
    [
      'datepicker',
      { initial_date: '2026-01-01', placeholder: plainText('p') },
      ['Date: 2026-01-01'],
    ],
    ['datepicker', { placeholder: plainText('Pick a day') }, ['Date: Pick a day']],
    ['datepicker', {}, []],
    [
      'timepicker',
      { initial_time: '10:00', initial_date: '2026-01-01' },
      ['Time: 2026-01-01 10:00'],
    ],
    ['timepicker', { initial_time: '10:00', timezone: 'Asia/Tokyo' }, ['Time: 10:00 (Asia/Tokyo)']],
    ['datetimepicker', { initial_date_time: '1392734382' }, []],
    ['datetimepicker', { initial_date_time: 99_999_999_999_999 }, []],
    ['plain_text_input', { initial_value: '*x*' }, ['\\*x\\*']],
    ['plain_text_input', { placeholder: mrkdwn('*p*') }, ['**p**']],
    ['plain_text_input', {}, []],
    ['email_text_input', { initial_value: 'a@b' }, ['a@b']],
    ['url_text_input', { initial_value: 'https://a' }, ['https://a']],
    ['number_input', { initial_value: 5 }, ['5']],
    ['file_input', {}, []],
    [
      'rich_text_input',
      {
        initial_value: {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'r' }] }],
        },
      },
      ['r'],
    ],
    [
      'radio_buttons',
      { options: [option('A', 'a'), option('A', 'b')], initial_option: option('A', 'b') },
      ['- ○ A\n- ● A'],
    ],
    [
      'checkboxes',
      { options: [{ text: plainText('A'), value: 1 }, { description: plainText('only') }] },
      ['- [ ] A\n- [ ] only'],
    ],
  ]
  showsRows(
    answers.map(([type, more, texts]) => [
      `what is filled into a ${type}: ${texts.join()}`,
      asked(type, more),
      texts,
      [ANSWERED],
    ]),
  )
  const options = [
    { text: mrkdwn('*A*'), value: 'a' },
    { ...option('B', 'b'), description: plainText('best') },
  ]

  const wrong: readonly (readonly [unknown, string])[] = [
    [true, 'initial_value: expected a string'],
    [{ elements: 'x' }, 'initial_value.elements: expected an array'],
  ]
  for (const [initial_value, detail] of wrong) {
    it(`are refused: ${detail}`, () => {
      refuses(
        () => shownAsSent([asked('rich_text_input', { initial_value })]),
        'payload_unparsable',
        `blocks[0].elements[0].${detail}`,
      )
    })
  }

  it('are text, with a warning', () => {
    const { text, warnings } = shown({
      type: 'actions',
      elements: [
        { type: 'checkboxes', options, initial_options: [option('B', 'b')] },
        { type: 'radio_buttons', options: [option('A', 'a')], initial_option: option('A', 'a') },
        { type: 'datepicker', initial_date: '2026-01-31' },
        { type: 'timepicker', placeholder: plainText('When?') },
        { type: 'datetimepicker', initial_date_time: 1392734382 },
      ],
    })
    // prettier-ignore
    expect(text.split('\n')).to.deep.equal([
      '- [ ] **A**', '- [ ] B – best', '- [x] B', '', '- ● A', '', 'Date: 2026-01-31', '',
      'Time: When?', '',
      'Date and time: 2014-02-18 2:39 PM UTC',
    ])
    expect(warnings).to.have.lengthOf(5)
    expect(warnings[0]).to.equal(ANSWERED)
  })

  it('are numbers, with a warning where they may have been rounded', () => {
    const element = { type: 'number_input', initial_value: Infinity }
    const { text, warnings } = shownAsSent([{ type: 'input', label: plainText('a'), element }])
    expect(text).to.equal('**a**\nInfinity')
    expect(warnings).to.include(
      'blocks[0].element.initial_value: a number that may have been rounded: send it as a string',
    )
  })

  it('stand below the label of their input', () => {
    const block = {
      type: 'input',
      label: plainText('Name *'),
      hint: plainText('as in the passport'),
      element: { type: 'plain_text_input', initial_value: 'Bob' },
    } as const
    expect(shown(block).text).to.equal('**Name \\***\nBob\nas in the passport')
    const element = { type: 'datepicker', initial_date: '2026-01-31' } as const
    const day = shown({ type: 'input', label: plainText('Day'), element })
    expect(day.text).to.equal('**Day**\n2026-01-31')
  })

  showsRows([
    ['nothing for a blank label', { type: 'input', label: plainText(' ') }, []],
    ['a label alone', { type: 'input', label: plainText(' l ') }, ['**l**']],
    [
      'an answer without a label',
      {
        type: 'input',
        element: { type: 'plain_text_input', initial_value: 'v' },
        hint: plainText('h'),
      },
      ['v\nh'],
      ['blocks[0].element: shown as text: messages cannot take input'],
    ],
  ])
})
