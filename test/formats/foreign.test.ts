import { expect } from 'chai'
import { dialectOf } from '../../lib/formats/foreign.js'

describe('a payload in the format of another program', () => {
  const rows: readonly (readonly [name: string, payload: object])[] = [
    ['Discord', { content: 'Disk full', username: 'Bot' }],
    ['Discord', { embeds: [{ title: 'Disk full' }] }],
    ['Google Chat', { cards: [{ sections: [] }] }],
    ['Google Chat', { cardsV2: [{ card: {} }] }],
    ['Alertmanager', { version: '4', groupKey: '{}', groupLabels: {}, alerts: [] }],
    ['Grafana', { orgId: 1, groupLabels: {}, alerts: [], title: 'a', message: 'b' }],
    ['Grafana', { evalMatches: [], ruleName: 'a', state: 'alerting' }],
    ['PagerDuty', { event: { id: 'a', event_type: 'incident.triggered' } }],
    ['Sentry', { action: 'created', actor: {}, data: { issue: {} } }],
    ['Sentry', { project_slug: 'a', culprit: 'b', event: {} }],
    ['GitHub', { ref: 'refs/heads/main', repository: {}, sender: {} }],
    ['Apprise', { version: '1.0', title: '', message: 'b', type: 'info' }],
    ['Datadog', { id: '1', last_updated: '5', event_type: 'x', date: '5', title: 'CPU' }],
    ['Healthchecks', { name: '', status: 'down', last_ping: null, grace: 60 }],
    ['Healthchecks', { name: 'a', status: 'down', code: 'c', now: '2026-01-01' }],
  ]
  for (const [name, payload] of rows) {
    it(`is recognised: ${name}, ${Object.keys(payload).join(', ')}`, () => {
      expect(dialectOf(payload)?.name).to.equal(name)
    })
  }

  for (const payload of [
    {},
    { message: 'a' },
    { event: 'a' },
    { title: 'a' },
    { name: 'a', status: 'down' },
    [],
    null,
    'a',
    5,
  ]) {
    it(`is not seen in ${JSON.stringify(payload)}`, () => {
      expect(dialectOf(payload)).to.equal(null)
    })
  }
})
