import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { pagerduty } from '../../../lib/formats/operations/pagerduty.js'
import { eventOf, expectRefused, isShown, shownBy } from './shown.js'

const PAGE = 'https://shop.pagerduty.com/incidents/PGR0VU2'
const ANA = { type: 'user_reference', summary: 'Ana Roth' }
const INCIDENT = {
  id: 'PGR0VU2',
  title: 'Checkout latency',
  html_url: PAGE,
  created_at: '2026-09-19T10:00:00Z',
  service: { summary: 'Checkout' },
  assignees: [ANA],
  priority: { summary: 'P1' },
}
const REFERENCE = { id: 'PGR0VU2', summary: 'Checkout latency', html_url: PAGE }

function body(type: string, data: object, event: object = {}): object {
  const occurred = { id: '01E', occurred_at: '2026-09-19T10:12:00Z', agent: ANA }
  return { event: { ...occurred, event_type: type, data, ...event } }
}

describe('PagerDuty', () => {
  // prettier-ignore
  const EVENTS: readonly (readonly [type: string, title: string, color: string, state: string])[] = [
    ['triggered', 'Triggered: Checkout latency', 'danger', 'open'],
    ['acknowledged', 'Acknowledged: Checkout latency', 'warning', 'acknowledged'],
    ['unacknowledged', 'No longer acknowledged: Checkout latency', 'danger', 'open'],
    ['escalated', 'Escalated: Checkout latency', 'danger', 'update'],
    ['reassigned', 'Reassigned: Checkout latency', 'warning', 'update'],
    ['delegated', 'Delegated: Checkout latency', 'warning', 'update'],
    ['priority_updated', 'Priority changed: Checkout latency', 'warning', 'update'],
    ['reopened', 'Reopened: Checkout latency', 'danger', 'open'],
    ['resolved', 'Resolved: Checkout latency (after 12 min)', 'good', 'closed'],
  ]
  for (const [type, title, color, state] of EVENTS) {
    it(`shows an incident that is ${type}`, () => {
      const request = body(`incident.${type}`, INCIDENT)
      expect(shownBy(pagerduty, request)).to.deep.equal({
        title: `**[${title}](${PAGE})**`,
        color,
        text: 'By Ana Roth',
        fields: ['Service: Checkout', 'Priority: P1', 'Assigned to: Ana Roth'],
        links: [],
      })
      expect(eventOf(pagerduty, request, { 'x-webhook-id': 'D1' })).to.deep.equal({
        event: `incident.${type}`,
        incident: 'PGR0VU2',
        incidentTitle: 'Checkout latency',
        by: 'Ana Roth',
        state,
        deliveryId: 'D1',
        at: Date.parse('2026-09-19T10:12:00Z'),
        since: Date.parse(INCIDENT.created_at),
      })
    })
  }

  it('shows notes, status updates and answers, as parts of their incident', () => {
    const note = body('incident.annotated', {
      id: 'N1',
      incident: REFERENCE,
      content: 'Rolled back',
    })
    expect(shownBy(pagerduty, note).text).to.include('> Rolled back')
    expect(eventOf(pagerduty, note)).to.include({ incident: 'PGR0VU2', state: 'update' })
    const told = { id: 'S1', incident: REFERENCE, message: 'We are on it' }
    expect(shownBy(pagerduty, body('incident.status_update_published', told))).to.deep.include({
      title: `**[Status update: Checkout latency](${PAGE})**`,
      color: 'warning',
    })
    const asked = { incident: REFERENCE, user: { summary: 'Bo Lind' }, message: 'Please help' }
    const responder = body('incident.responder.added', asked)
    expect(shownBy(pagerduty, responder).fields).to.deep.equal(['Responder: Bo Lind'])
  })

  for (const [state, word, color] of [
    ['accepted', 'Responder accepted', 'good'],
    ['declined', 'Responder declined', 'warning'],
  ] as const) {
    it(`shows that a responder has ${state}, and not the request again`, () => {
      const user = { summary: 'Bo Lind' }
      const answer = { incident: REFERENCE, user, state, message: 'Please help' }
      const shown = shownBy(pagerduty, body('incident.responder.replied', answer))
      expect(shown.title).to.include(`${word}: Checkout latency`)
      expect(shown.color).to.equal(color)
      expect(shown.text).not.to.include('Please help')
      expect(shown.fields).to.deep.equal(['Responder: Bo Lind'])
    })
  }

  it('links to the conference, and tells what an incident was merged into', () => {
    const url = 'https://meet.test/1'
    const bridge = { incident: REFERENCE, conference_url: url }
    const { links } = shownBy(pagerduty, body('incident.conference_bridge.updated', bridge))
    expect(links).to.deep.equal([`Join the conference ${url}`])
    const merged = { ...INCIDENT, resolve_reason: { incident: { summary: 'Database is down' } } }
    const { text } = shownBy(pagerduty, body('incident.resolved', merged))
    expect(text).to.equal('Merged into Database is down by Ana Roth')
  })

  it('shows names with their hyphens, and of what it was merged into too', () => {
    const agent = { type: 'user_reference', summary: 'Jean-Luc d_Arc' }
    const into = { ...INCIDENT, resolve_reason: { incident: { summary: 'db-7 is read-only' } } }
    const { text } = shownBy(pagerduty, body('incident.resolved', into, { agent }))
    expect(text).to.equal('Merged into db-7 is read-only by Jean-Luc d_Arc')
  })

  it('names nobody where a program did it', () => {
    const agent = { type: 'service_reference', summary: 'Checkout' }
    expect(shownBy(pagerduty, body('incident.triggered', INCIDENT, { agent })).text).to.equal('')
  })

  it('says that it is connected', () => {
    const ping = body('pagey.ping', { message: 'Hello from your friend Pagey!', type: 'ping' })
    expect(shownBy(pagerduty, ping).title).to.include('PagerDuty is connected')
    expect(isShown(pagerduty, ping)).to.equal(true)
  })

  it('keeps quiet about what is new to it, and about services', () => {
    const fresh = body('incident.workflow.started', { incident: REFERENCE })
    expect(isShown(pagerduty, fresh)).to.equal(false)
    expect(shownBy(pagerduty, fresh).title).to.include('Workflow started: Checkout latency')
    const service = body('service.updated', { name: 'Checkout', html_url: PAGE })
    expect(isShown(pagerduty, service)).to.equal(false)
    expect(shownBy(pagerduty, service).title).to.include('Service updated: Checkout')
    expect(eventOf(pagerduty, body('service.deleted', {}))).to.include({ event: 'service.deleted' })
  })

  it('says what is missing', () => {
    expectRefused(pagerduty, { event: { data: {} } }, 'event.event_type')
    expectRefused(pagerduty, { event: { event_type: 'incident.triggered' } }, 'event.data')
  })
})

describeFormat(pagerduty, [
  {
    name: 'an incident',
    body: body('incident.resolved', INCIDENT),
    shows: ['Resolved: Checkout latency (after 12 min)', 'Ana Roth', 'P1'],
    links: [PAGE],
  },
  {
    name: 'a signed note',
    headers: { 'X-PagerDuty-Signature': 'v1=00' },
    body: body('incident.annotated', { incident: REFERENCE, content: 'Rolled back' }),
    shows: ['Rolled back'],
  },
  { name: 'an unknown event', body: body('other.incident', {}), isSkipped: true },
])
