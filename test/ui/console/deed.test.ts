import { expect } from 'chai'
import { requestOf } from '../../../ui/console/api/requests.js'
import { deedOf, partsOf } from '../../../ui/console/pages/requests/words.js'
import { webhook } from './drafts.js'

describe('what a request did', () => {
  const done = (actions: readonly string[], format = 'native') =>
    requestOf({
      status: 200,
      format,
      actions,
      post_ids: actions.map((_, at) => `p${at}`),
      posted_to: { channel_id: 'alerts', name: 'Alerts', requested: false },
    })
  const rows: readonly (readonly [format: string, actions: readonly string[], said: string])[] = [
    ['native', ['created'], 'posted to # Alerts'],
    ['native', ['created', 'created'], 'posted to # Alerts, in 2 parts'],
    ['grafana', ['edited', 'replied'], 'updated the incident in # Alerts, and replied'],
    ['native', ['edited', 'replied'], 'updated the incident in # Alerts, and replied'],
    ['grafana', ['edited'], 'updated the incident in # Alerts'],
    ['native', ['edited'], 'updated the message in # Alerts'],
    ['grafana', ['unchanged'], 'said nothing new about the incident in # Alerts'],
    ['native', ['deleted'], 'deleted the message in # Alerts'],
  ]
  for (const [format, actions, said] of rows) {
    it(`is told of ${format} and ${actions.join(', ')}`, () => {
      expect(deedOf(done(actions, format), webhook())).to.equal(said)
    })
  }

  it('is told without a place by a record of an older version', () => {
    const older = requestOf({ status: 200, post_ids: ['a', 'b'] })
    expect(deedOf(older, webhook())).to.equal('posted, in 2 parts')
  })

  it('is in parts only where one message was split', () => {
    expect([done(['edited', 'replied']), done(['created', 'created'])].map(partsOf)).to.deep.equal([
      0, 2,
    ])
  })
})
