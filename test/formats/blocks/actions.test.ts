import type { KnownBlock } from '@slack/types'
import { expect } from 'chai'
import { mrkdwn, plainText, section, shown, shownAsSent } from './shown.js'

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

  it('are told of when they ask before they act', () => {
    const { warnings } = shown({
      type: 'actions',
      elements: [{ ...button('Go'), confirm: { text: plainText('Sure?') } }],
    })
    expect(warnings).to.include('blocks[0].elements[0].confirm: not supported')
  })

  it('are cut at 300 characters', () => {
    const { actions, warnings } = shown({ type: 'actions', elements: [button('x'.repeat(400))] })
    expect(actions[0]?.['name']).to.have.lengthOf(300)
    expect(warnings).to.include('blocks[0].elements[0].text: shortened to 300 characters')
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

describe('the elements of blocks that ask for an answer', () => {
  const options = [
    { text: mrkdwn('*A*'), value: 'a' },
    { ...option('B', 'b'), description: plainText('best') },
  ]

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
      '- [ ] **A**', '- [ ] B – best', '- [x] B', '', '- ● A', '', '2026-01-31', '', 'When?', '',
      '2014-02-18 2:39 PM UTC',
    ])
    expect(warnings).to.have.lengthOf(5)
    expect(warnings[0]).to.match(/^blocks\[0\]\.elements\[0\]: shown as text/)
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
  })
})
