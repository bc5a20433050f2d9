import type { KnownBlock } from '@slack/types'
import { expect } from 'chai'
import { mrkdwn, plainText, section, shown, shownAsSent } from './shown.js'

const link = (text: string, url: string) =>
  ({ type: 'button', text: plainText(text), url }) as const
const button = (text: string) => ({ type: 'button', text: plainText(text), value: 'v' }) as const
const WITHOUT_EFFECT = 'button without url or integration'

describe('the buttons of blocks', () => {
  it('that only open an address are buttons too, in a row or beside a text', () => {
    const accessory = link('A', 'https://a.example')
    const kept = { id: 'action_0', type: 'button', name: 'A', url: 'https://a.example' }
    for (const block of [
      { type: 'actions', elements: [accessory] },
      { type: 'section', text: mrkdwn('x'), accessory },
    ]) {
      const { text, actions, warnings } = shownAsSent([block])
      expect(text).to.equal(block.type === 'actions' ? '' : 'x')
      expect(actions).to.deep.equal([kept])
      expect(warnings).to.deep.equal([])
    }
  })

  it('keep to one row: those that open an address and those that do something', () => {
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
