import { expect } from 'chai'
import { toldBy } from '../../example-host/web/state/told.js'

const FLAPPING = [
  'open',
  'closed',
  'open',
  'acknowledged',
  'closed',
  'open',
  'closed',
  'open',
  'closed',
  'open',
]

function postWith(values: object, createAt = 0, message = '') {
  return { message, props: { from_webhook: 'true', ...values }, createAt }
}

const history = FLAPPING.map((state, index) => ({ state, at: 10 * index }))
const incident = { title: 'Flapping service', state: 'open', count: 10, since: 0, until: null }
const root = postWith({ webhook_incident: { ...incident, history } })

function stateOf(message: string, at: number, of = root): string | undefined {
  return toldBy(postWith({}, at, message), of)?.state
}

describe('what a reply tells of an incident in the chat', () => {
  it('is the state that its report came with, where all reports have the same text', () => {
    const states = FLAPPING.map((_, index) => stateOf('Flapping service', 10 * index + 1))
    expect(states).to.deep.equal(FLAPPING)
  })

  it('is what its own words say, whenever it came', () => {
    const told = toldBy(postWith({}, 1, 'Resolved: Flapping service'), root)
    expect(told).to.deep.include({ state: 'closed', head: { text: '', isPlain: true } })
  })

  it('is found in an attachment without a message', () => {
    const attachments = [{ title: 'Flapping service', text: 'more' }]
    expect(toldBy(postWith({ attachments }, 11), root)).to.deep.include({
      state: 'closed',
      head: { text: 'Flapping service', isPlain: true },
    })
  })

  it('is a title that the incident had, with the state that was reported under it', () => {
    const changes = [
      { state: 'open', at: 0, title: 'It failed' },
      { state: 'acknowledged', at: 10, title: 'Looking at it' },
      { state: 'closed', at: 20 },
      // Only a title.
      { state: 'update', at: 22 },
    ]
    const done = postWith({ webhook_incident: { ...incident, title: 'Done', history: changes } })
    // The clock of the sender may be late.
    expect(stateOf('Looking at it', 25, done)).to.equal('acknowledged')
    expect(stateOf('Done', 25, done)).to.equal('closed')
    expect(stateOf('Other', 25, done)).to.equal(undefined)
  })

  it('is all changes that came at once, and the state after them', () => {
    const webhook_changes = [
      { state: 'acknowledged', at: 1, by: 'maria' },
      { state: 'open', at: 2 },
      { state: 'closed', at: 3 },
    ]
    const told = toldBy(postWith({ webhook_changes }, 5, 'Acknowledged 00:00'), root)
    expect(told?.state).to.equal('closed')
    expect(told?.changes.map(({ word, at, by }) => [word, at, by])).to.deep.equal([
      ['Acknowledged', 1, 'maria'],
      ['Reopened', 2, ''],
      ['Resolved', 3, ''],
    ])
  })

  it('is nothing in what people write, and without an incident', () => {
    expect(toldBy(postWith({ from_webhook: '' }, 1, 'Flapping service'), root)).to.equal(null)
    const plain = postWith({}, 1, 'Flapping service')
    expect(toldBy(plain, plain)).to.equal(null)
    expect(toldBy(plain, undefined)).to.equal(null)
    expect(toldBy(postWith({ webhook_changes: [{ state: 'lost' }] }, 1, 'x'), root)).to.equal(null)
  })
})
