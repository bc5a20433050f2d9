import type { KnownBlock } from '@slack/types'
import { expect } from 'chai'
import { refuses } from '../payloads.js'
import { mrkdwn, plainText, section, shown, shownAsSent, showsRows } from './shown.js'

const link = (text: string, url: string) =>
  ({ type: 'button', text: plainText(text), url }) as const
const button = (text: string) => ({ type: 'button', text: plainText(text), value: 'v' }) as const
const option = (text: string, value: string) => ({ text: plainText(text), value })
const WITHOUT_EFFECT = 'button without url or integration'

describe('the buttons of blocks', () => {
  it('that only open an address are links of the message', () => {
    const elements = [link('A', 'https://a.example'), link('B', 'https://b.example')]
    const { text, actions, warnings } = shown({ type: 'actions', elements })
    expect(text).to.equal('[A](https://a.example) · [B](https://b.example)')
    expect(actions).to.deep.equal([])
    expect(warnings).to.deep.equal([])
    const accessory = link('A', 'https://a.example')
    expect(shown({ type: 'section', text: mrkdwn('x'), accessory }).text).to.equal(
      'x\n[A](https://a.example)',
    )
  })

  it('are buttons in an attachment, those that open an address too', () => {
    const block = { type: 'actions', elements: [link('A', 'https://a.example')] }
    expect(shownAsSent([block], true).actions).to.deep.equal([
      { id: 'action_0', type: 'button', name: 'A', url: 'https://a.example' },
    ])
  })

  it('keep to one row: links stay beside buttons that do something', () => {
    const elements = [
      link('Open', 'https://a.example'),
      { ...button('Approve'), style: 'primary' as const, action_id: 'ok' },
    ]
    const { texts, actions, warnings } = shown(section('x'), { type: 'actions', elements })
    expect(texts).to.deep.equal(['x'])
    expect(actions).to.deep.equal([
      { id: 'action_0', type: 'button', name: 'Open', url: 'https://a.example' },
      { id: 'ok', type: 'button', name: 'Approve', style: 'primary', disabled: true },
    ])
    expect(warnings).to.deep.equal([`blocks[1].elements[1]: ${WITHOUT_EFFECT}`])
  })

  it('keep their place: text below them is below them', () => {
    const row: KnownBlock = { type: 'actions', elements: [button('A')] }
    expect(shown(section('1'), row, section('2'), row, section('3')).texts).to.deep.equal([
      '1',
      '2',
      '3',
    ])
  })

  it('that open nothing a page may open are switched off', () => {
    const { text, actions, warnings } = shown({
      type: 'actions',
      elements: [link('A', 'javascript:alert(1)')],
    })
    expect(text).to.equal('')
    expect(actions).to.deep.equal([{ id: 'action_0', type: 'button', name: 'A', disabled: true }])
    expect(warnings).to.deep.equal([
      'blocks[0].elements[0].url: links with this URL scheme are removed',
      `blocks[0].elements[0]: ${WITHOUT_EFFECT}`,
    ])
  })

  it('keep an integration, and what a screen reader says', () => {
    const integration = { url: 'https://ci.example/ok', context: { id: 1 } }
    const element = { ...button('Go'), accessibility_label: 'Start it', integration }
    const { actions, warnings } = shownAsSent([{ type: 'actions', elements: [element] }])
    expect(actions).to.deep.equal([
      { id: 'action_0', type: 'button', name: 'Go', tooltip: 'Start it', integration },
    ])
    expect(warnings).to.deep.equal([])
  })

  it('are shortened to 300 characters', () => {
    const { actions, warnings } = shown({ type: 'actions', elements: [button('x'.repeat(400))] })
    expect(actions[0]?.['name']).to.have.lengthOf(300)
    expect(warnings).to.include('blocks[0].elements[0].text: shortened to 300 characters')
    const whole = shown({ type: 'actions', elements: [button('😀'.repeat(300))] })
    expect(whole.actions[0]?.['name']).to.equal('😀'.repeat(300))
    const emoji = shown({ type: 'actions', elements: [button('😀'.repeat(301))] })
    expect(emoji.actions[0]?.['name']).to.equal(`${'😀'.repeat(299)}…`)
  })

  const types: readonly (readonly [string, readonly string[]])[] = [
    ['button', []],
    ['workflow_button', []],
    ['icon_button', []],
    ['wizard', ['blocks[0].elements[0]: unknown element type: shown as a button']],
  ]
  for (const [type, told] of types) {
    it(`may be of the type ${type}, with ${told.length} warnings`, () => {
      const element = { type, text: plainText('Go') }
      const { actions, warnings } = shownAsSent([{ type: 'actions', elements: [element] }])
      expect(actions).to.deep.equal([
        { id: 'action_0', type: 'button', name: 'Go', disabled: true },
      ])
      expect(warnings).to.deep.equal([...told, `blocks[0].elements[0]: ${WITHOUT_EFFECT}`])
    })
  }

  it('have an id of their own where theirs does not fit into an address', () => {
    const element = { ...button('Go'), action_id: 'a b', value: 5 }
    const { actions, warnings } = shownAsSent([{ type: 'actions', elements: [element] }])
    expect(actions[0]?.['id']).to.equal('action_0')
    expect(warnings).to.deep.equal([`blocks[0].elements[0]: ${WITHOUT_EFFECT}`])
  })

  it('are no links without words or where they do something else', () => {
    const integration = { url: 'https://ci.example' }
    const elements = [
      link(' ', 'https://a.example'),
      { ...link('A', 'https://a.example'), integration },
    ]
    for (const element of elements) {
      const { texts, actions } = shownAsSent([{ type: 'actions', elements: [element] }])
      expect(texts).to.deep.equal([''])
      expect(actions[0]).to.include({ url: 'https://a.example' })
    }
  })

  it('stand below their section and their input', () => {
    const element = button('B')
    for (const block of [
      { type: 'section', text: mrkdwn('x'), accessory: element },
      { type: 'input', label: mrkdwn('x'), element },
    ]) {
      const { texts, actions } = shownAsSent([block, section('y')])
      expect(texts).to.deep.equal([block.type === 'input' ? '**x**' : 'x', 'y'])
      expect(actions.map(({ name }) => name)).to.deep.equal(['B'])
    }
  })

  it('for an opinion are as many as are given', () => {
    const positive_button = { text: plainText('Good'), value: '1' }
    const elements = [{ type: 'feedback_buttons', positive_button }]
    const { actions, warnings } = shownAsSent([{ type: 'context_actions', elements }])
    expect(actions.map(({ name }) => name)).to.deep.equal(['Good'])
    expect(warnings).to.deep.equal([`blocks[0].elements[0].positive_button: ${WITHOUT_EFFECT}`])
  })

  it('for a reader’s opinion are two', () => {
    const { actions } = shown({
      type: 'context_actions',
      elements: [
        {
          type: 'feedback_buttons',
          positive_button: { text: plainText('Good'), value: '1' },
          negative_button: { text: plainText('Bad'), value: '0' },
        },
      ],
    })
    expect(actions.map((action) => action['name'])).to.deep.equal(['Good', 'Bad'])
  })
})

describe('the menus of blocks', () => {
  it('keep their options, those of groups too, and the chosen one', () => {
    const { actions } = shown({
      type: 'section',
      text: mrkdwn('x'),
      accessory: {
        type: 'static_select',
        placeholder: plainText('Pick'),
        option_groups: [
          {
            label: plainText('g'),
            options: [option('A', 'a'), { ...option('B', 'b'), description: plainText('best') }],
          },
        ],
        initial_option: option('A', 'a'),
      },
    })
    expect(actions).to.deep.equal([
      {
        id: 'action_0',
        type: 'select',
        name: 'Pick',
        disabled: true,
        default_option: 'a',
        options: [
          { text: 'A', value: 'a' },
          { text: 'B – best', value: 'b' },
        ],
      },
    ])
  })

  const sources = [
    ['users_select', 'users'],
    ['multi_users_select', 'users'],
    ['channels_select', 'channels'],
    ['multi_conversations_select', 'channels'],
    ['external_select', undefined],
  ] as const
  for (const [type, source] of sources) {
    it(`of the type ${type} list ${source ?? 'nothing'}`, () => {
      const { actions } = shownAsSent([
        { type: 'actions', elements: [{ type, placeholder: plainText('Who') }] },
      ])
      expect(actions[0]).to.include({ type: 'select', name: 'Who' })
      expect(actions[0]?.['data_source']).to.equal(source)
    })
  }

  const names: readonly (readonly [string, object, string, string | undefined])[] = [
    ['what is chosen', { initial_option: option('A', 'a') }, 'A', 'a'],
    ['Select', {}, 'Select', undefined],
    ['their placeholder', { placeholder: plainText('P'), initial_user: 'U' }, 'P', 'U'],
    ['theirs beside a channel', { placeholder: plainText('P'), initial_channel: 'C' }, 'P', 'C'],
    [
      'theirs beside a person',
      { placeholder: plainText('P'), initial_conversation: 'D' },
      'P',
      'D',
    ],
  ]
  for (const [title, more, name, chosen] of names) {
    it(`have a name: ${title}`, () => {
      const element = { type: 'static_select', options: [option('A', 'a')], ...more }
      const { actions } = shownAsSent([{ type: 'actions', elements: [element] }])
      expect(actions[0]?.['name']).to.equal(name)
      expect(actions[0]?.['default_option']).to.equal(chosen)
    })
  }

  it('keep 500 options, with a warning for more', () => {
    const menu = (count: number): object => ({
      type: 'static_select',
      placeholder: plainText('P'),
      options: Array.from({ length: count }, (_, n) => option(`o${n}`, `v${n}`)),
    })
    for (const [count, told] of [
      [500, []],
      [501, ['blocks[0].elements[0].options: only the first 500 options are kept']],
    ] as const) {
      const { actions, warnings } = shownAsSent([{ type: 'actions', elements: [menu(count)] }])
      expect(actions[0]?.['options']).to.have.lengthOf(500)
      expect(warnings).to.deep.equal([...told, `blocks[0].elements[0]: ${WITHOUT_EFFECT}`])
    }
  })

  it('have what is chosen among their options, once', () => {
    const element = {
      type: 'static_select',
      placeholder: plainText('P'),
      options: [option('A', 'a'), option('A', 'b')],
      option_groups: [{ label: plainText('g'), options: [{ text: plainText('C'), value: 3 }] }],
      initial_options: [option('A', 'b'), option('D', 'd')],
    }
    const { actions } = shownAsSent([{ type: 'actions', elements: [element] }])
    expect(actions[0]?.['options']).to.deep.equal([
      { text: 'A', value: 'a' },
      { text: 'A', value: 'b' },
      { text: 'C', value: '' },
      { text: 'D', value: 'd' },
    ])
    expect(actions[0]?.['default_option']).to.equal('b')
  })

  const overflow = (...options: object[]) => ({
    type: 'actions',
    elements: [{ type: 'overflow', options }],
  })
  showsRows([
    [
      'an option of an overflow whose address no page may open',
      overflow({ text: plainText('O'), url: 'javascript:1' }),
      ['O'],
      ['blocks[0].elements[0].options[0].url: links with this URL scheme are removed'],
    ],
    [
      'an option of an overflow without words',
      overflow({ url: 'https://o.example' }),
      ['[https://o.example](https://o.example)'],
    ],
  ])

  it('of an overflow are links where they open an address', () => {
    const options = [{ ...option('Open', '1'), url: 'https://o.example' }, option('Other', '2')]
    const block = {
      type: 'section',
      text: mrkdwn('x'),
      accessory: { type: 'overflow', options },
    } as const
    expect(shown(block).text).to.equal('x\n[Open](https://o.example) · Other')
    const { actions } = shown({
      ...block,
      accessory: { type: 'overflow', options: [option('Edit', '1')] },
    })
    expect(actions[0]).to.deep.include({ name: 'More', options: [{ text: 'Edit', value: '1' }] })
  })
})

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
