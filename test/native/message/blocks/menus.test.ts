import { expect } from 'chai'
import { mrkdwn, option, plainText, shown, shownAsSent, showsRows } from './shown.js'

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
      expect(warnings).to.deep.equal([
        ...told,
        'blocks[0].elements[0]: button without url or integration',
      ])
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
