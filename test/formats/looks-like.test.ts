import { expect } from 'chai'
import { allFormats, formatLike } from '../../lib/formats/all.js'
import type { Format } from '../../lib/formats/format.js'

const titleFor = (value: unknown, known: readonly Format[] = []): string | undefined =>
  formatLike({ kind: 'json', value, text: JSON.stringify(value) }, known)?.title

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
    ['Sentry', { action: 'created', actor: {}, data: { issue: {} }, installation: {} }],
    ['Sentry', { project_slug: 'a', culprit: 'b', event: {} }],
    ['GitHub', { repository: {}, sender: { login: 'a', url: 'https://api.github.com/users/a' } }],
    ['Jira', { webhookEvent: 'jira:issue_created' }],
    ['Apprise', { version: '1.0', title: '', message: 'b', type: 'info' }],
    ['Datadog', { id: '1', last_updated: '5', event_type: 'x', date: '5', title: 'CPU' }],
    ['Healthchecks.io', { name: '', status: 'down', last_ping: null, grace: 60 }],
    ['Healthchecks.io', { name: 'a', status: 'down', code: 'c', now: '2026-01-01' }],
  ]
  for (const [name, payload] of rows) {
    it(`is recognised: ${name}, ${Object.keys(payload).join(', ')}`, () => {
      expect(titleFor(payload)).to.equal(name)
    })
  }

  for (const payload of [
    {},
    { message: 'a' },
    { event: 'a' },
    { title: 'a' },
    { name: 'a', status: 'down' },
    { action: 'create', actor: {}, data: { id: 'a' }, type: 'Issue' },
    { ref: 'refs/heads/main', repository: {}, sender: { login: 'a' } },
    { content: 'a', event: 'message_created' },
    [],
    null,
    'a',
    5,
  ]) {
    it(`is not seen in ${JSON.stringify(payload)}`, () => {
      expect(titleFor(payload)).to.equal(undefined)
    })
  }
  it('is that of the host where it has one of the same name', () => {
    const doorbell: Format = {
      name: 'doorbell',
      title: 'The doorbell',
      looksLike: () => true,
      read: () => ({ kind: 'skip', event: { event: 'ring' } }),
    }
    expect(titleFor({ door: 'gate' }, [...allFormats, doorbell])).to.equal('The doorbell')
    const own: Format = { ...doorbell, name: 'jira', title: 'Our Jira', looksLike: () => false }
    expect(titleFor({ webhookEvent: 'a' }, [own])).to.equal(undefined)
  })
})
