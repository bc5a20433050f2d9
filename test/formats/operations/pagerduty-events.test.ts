import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { pagerdutyEvents } from '../../../lib/formats/operations/pagerduty-events.js'
import { eventOf, expectRefused, shownBy } from './shown.js'

const PAYLOAD = { summary: 'Replica lag 93 s', source: 'db-7', severity: 'error' }
const TRIGGER = {
  routing_key: 'R',
  event_action: 'trigger',
  dedup_key: 'lag-db-7',
  payload: PAYLOAD,
}

function answerTo(body: object, id?: string): unknown {
  const post = { channelId: 'c', webhookId: 'w', createAt: 1, updateAt: 0, props: {}, message: '' }
  const posts = id === undefined ? [] : [{ ...post, id }]
  const request = { headers: {}, query: {}, body: { kind: 'json', value: body, text: '' } } as const
  return pagerdutyEvents.answer?.({ request, posts, event: 'trigger' })
}

describe('the Events API of PagerDuty', () => {
  // prettier-ignore
  const EVENTS: readonly (readonly [action: string, severity: string, title: string, color: string, state: string])[] = [
    ['trigger', 'critical', 'Critical: Replica lag 93 s', 'danger', 'open'],
    ['trigger', 'error', 'Error: Replica lag 93 s', 'danger', 'open'],
    ['trigger', 'warning', 'Warning: Replica lag 93 s', 'warning', 'open'],
    ['trigger', 'info', 'Info: Replica lag 93 s', '#8a94a6', 'open'],
    ['trigger', 'other', 'Triggered: Replica lag 93 s', 'danger', 'open'],
    ['acknowledge', 'error', 'Acknowledged: Replica lag 93 s', 'warning', 'acknowledged'],
    ['resolve', 'error', 'Resolved: Replica lag 93 s', 'good', 'closed'],
  ]
  for (const [action, severity, title, color, state] of EVENTS) {
    it(`shows ${action} of the severity ${severity}`, () => {
      const body = { ...TRIGGER, event_action: action, payload: { ...PAYLOAD, severity } }
      expect(shownBy(pagerdutyEvents, body)).to.deep.include({ title: `**${title}**`, color })
      expect(eventOf(pagerdutyEvents, body)).to.deep.equal({
        event: action,
        incident: 'lag-db-7',
        incidentTitle: 'Replica lag 93 s',
        state,
      })
    })
  }

  it('shows a resolution that has only the key', () => {
    const body = { routing_key: 'R', event_action: 'resolve', dedup_key: 'lag-db-7' }
    const { title, color } = shownBy(pagerdutyEvents, body)
    expect([title, color]).to.deep.equal(['**Resolved: lag-db-7**', 'good'])
  })

  it('shows at most four details and three links, and the picture', () => {
    const details = { free: '4%', mount: '/var', inodes: 12 }
    const links = ['1', '2', '3'].map((text) => ({ href: `https://r.test/${text}`, text }))
    const client = { client: 'Nagios', client_url: 'https://n.test/1' }
    const payload = { ...PAYLOAD, component: 'storage', custom_details: details }
    const shown = shownBy(pagerdutyEvents, { ...TRIGGER, ...client, links, payload })
    expect(shown.title).to.equal('**[Error: Replica lag 93 s](https://n.test/1)**')
    expect(shown.fields).to.deep.equal([
      'Source: db-7',
      'Component: storage',
      'free: 4%',
      'mount: /var',
    ])
    expect(shown.links).to.deep.equal([
      'Nagios https://n.test/1',
      '1 https://r.test/1',
      '2 https://r.test/2',
    ])
  })

  it('shows no address on a button, because it may open another one', () => {
    const links = [{ href: 'https://r.test/1', text: 'https://other.test' }]
    const shown = shownBy(pagerdutyEvents, { ...TRIGGER, links })
    expect(shown.links).to.deep.equal(['Open https://r.test/1'])
  })

  it('shows a change', () => {
    const change = { routing_key: 'R', payload: { summary: 'Deployed 2026.38' } }
    expect(shownBy(pagerdutyEvents, change).title).to.equal('**Change: Deployed 2026.38**')
    expect(eventOf(pagerdutyEvents, change)).to.deep.equal({ event: 'change' })
    const body = { status: 'success', message: 'Change event processed' }
    expect(answerTo(change)).to.deep.equal({ status: 202, body })
  })

  it('answers with the key, or with one to keep', () => {
    const body = { status: 'success', message: 'Event processed' }
    expect(answerTo(TRIGGER)).to.deep.equal({
      status: 202,
      body: { ...body, dedup_key: 'lag-db-7' },
    })
    const { dedup_key: _, ...rest } = TRIGGER
    // What is not shown has the id 0, which all such events would share.
    expect(answerTo(rest, '0')).to.deep.equal({ status: 202, body: { ...body, dedup_key: 'w-1' } })
    expect(answerTo(rest, 'p1')).to.deep.equal({ status: 202, body: { ...body, dedup_key: 'p1' } })
  })

  it('says what is missing', () => {
    expectRefused(pagerdutyEvents, { routing_key: 'R' }, 'event_action')
    const unknown = { routing_key: 'R', event_action: 'burn' }
    const reason = 'must be trigger, acknowledge or resolve'
    expectRefused(pagerdutyEvents, unknown, 'event_action', reason)
  })
})

describeFormat(pagerdutyEvents, [
  { name: 'a trigger', body: TRIGGER, shows: ['Error: Replica lag 93 s', 'db-7'] },
  {
    name: 'a resolution',
    body: { routing_key: 'R', event_action: 'resolve', dedup_key: 'lag-db-7' },
    shows: ['Resolved: lag-db-7'],
  },
])
