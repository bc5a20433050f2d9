import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { betterstack } from '../../../lib/formats/operations/betterstack.js'
import { eventOf, expectRefused, isShown, shownBy } from './shown.js'

const PAGE = 'https://shop.test/'
const ATTRIBUTES = {
  name: 'Shop homepage',
  url: PAGE,
  http_method: 'get',
  cause: 'Error 500',
  started_at: '2026-09-19T10:00:00.151Z',
  acknowledged_at: null,
  resolved_at: null,
  team_name: 'Shop',
  regions: ['us', 'eu'],
  response_content: null,
  response_url: null,
  screenshot_url: null,
}
const ACKNOWLEDGED = { acknowledged_at: '2026-09-19T10:02:00.151Z', acknowledged_by: 'Ana Roth' }
const RESOLVED = {
  ...ACKNOWLEDGED,
  resolved_at: '2026-09-19T10:12:00.151Z',
  resolved_by: 'Bo Lind',
}
const FIELDS = ['Since: 2026-09-19 10:00 UTC', 'Team: Shop', 'Regions: us, eu']

function body(event: string | undefined, attributes: object = {}, more: object = {}): object {
  const relationships = { monitor: { data: { id: '4', type: 'monitor' } } }
  const all = { ...ATTRIBUTES, ...attributes }
  return { event, data: { id: '23', type: 'incident', attributes: all, relationships }, ...more }
}

describe('Better Stack', () => {
  // prettier-ignore
  const EVENTS: readonly (readonly [event: string, attributes: object, title: string, color: string, state: string, at?: string])[] = [
    ['started', {}, 'Started: Shop homepage', 'danger', 'open', ATTRIBUTES.started_at],
    ['acknowledged', ACKNOWLEDGED, 'Acknowledged: Shop homepage', 'warning', 'acknowledged', ACKNOWLEDGED.acknowledged_at],
    ['resolved', RESOLVED, 'Resolved: Shop homepage (after 12 min)', 'good', 'closed', RESOLVED.resolved_at],
    ['reopened', {}, 'Reopened: Shop homepage', 'danger', 'open'],
    ['comment', {}, 'Comment: Shop homepage', '#8a94a6', 'update'],
  ]
  for (const [event, attributes, title, color, state, at] of EVENTS) {
    it(`shows an incident that is ${event}`, () => {
      const request = body(event, attributes)
      expect(shownBy(betterstack, request)).to.include({ title: `**[${title}](${PAGE})**`, color })
      const since = Date.parse(ATTRIBUTES.started_at)
      const time = at === undefined ? {} : { at: Date.parse(at), since }
      const incident = { incident: '23', incidentTitle: 'Shop homepage', state }
      const name = { acknowledged: 'Ana Roth', resolved: 'Bo Lind' }[event]
      const facts = { event: `incident.${event}`, ...incident, ...time, ...(name && { by: name }) }
      expect(eventOf(betterstack, request)).to.deep.equal(facts)
    })
  }

  it('tells the cause, who did it, and since when it is down', () => {
    const started = shownBy(betterstack, body('started'))
    expect(started).to.deep.include({ text: 'Error 500', fields: FIELDS, links: [] })
    const acknowledged = shownBy(betterstack, body('acknowledged', ACKNOWLEDGED))
    expect(acknowledged).to.deep.include({ text: 'Error 500\nBy Ana Roth', fields: FIELDS })
    const resolved = shownBy(betterstack, body('resolved', RESOLVED))
    expect(resolved).to.deep.include({ text: 'Error 500\nBy Bo Lind', fields: FIELDS.slice(1) })
  })

  it('quotes a comment', () => {
    const comment = { comment: { content: 'Rolled back', author: 'Ana Roth' } }
    expect(shownBy(betterstack, body('comment', {}, comment)).text).to.equal('> Rolled back')
  })

  it('links to the screenshot and the response', () => {
    const urls = { screenshot_url: 'https://shots.test/1', response_url: 'https://shots.test/2' }
    const { links } = shownBy(betterstack, body('started', urls))
    expect(links).to.deep.equal([
      'Screenshot https://shots.test/1',
      'Response https://shots.test/2',
    ])
  })

  for (const [attributes, event] of [
    [{ status: 'Started' }, 'started'],
    [{ status: 'Resolved' }, 'resolved'],
    [{}, 'started'],
    [ACKNOWLEDGED, 'acknowledged'],
    [RESOLVED, 'resolved'],
  ] as const) {
    it(`sees in ${JSON.stringify(attributes)} that an incident is ${event}`, () => {
      const facts = { event: `incident.${event}` }
      expect(eventOf(betterstack, body(undefined, attributes))).to.include(facts)
    })
  }

  it('keeps quiet about states between these, and about monitors', () => {
    const unsure = body(undefined, { status: 'Validating' })
    expect(isShown(betterstack, unsure)).to.equal(false)
    expect(shownBy(betterstack, unsure).title).to.include('Validating: Shop homepage')
    const attributes = { pronounceable_name: 'Shop homepage', url: PAGE }
    const paused = { event: 'paused', data: { id: '4', type: 'monitor', attributes } }
    expect(isShown(betterstack, paused)).to.equal(false)
    expect(shownBy(betterstack, paused).title).to.include('Monitor paused: Shop homepage')
    expect(eventOf(betterstack, paused)).to.deep.equal({ event: 'monitor.paused' })
  })

  it('shows the state of an incident where an event is new to it', () => {
    const shown = shownBy(
      betterstack,
      body('escalated', { ...ACKNOWLEDGED, status: 'Acknowledged' }),
    )
    expect(shown.title).to.include('Acknowledged: Shop homepage')
  })

  it('says what is missing', () => {
    expectRefused(betterstack, {}, 'data.type')
    expectRefused(betterstack, { data: { type: 'incident' } }, 'data.attributes')
  })
})

describeFormat(betterstack, [
  {
    name: 'an incident',
    body: body('resolved', RESOLVED),
    shows: ['Resolved: Shop homepage (after 12 min)', 'Error 500', 'Bo Lind'],
    links: [PAGE],
  },
  { name: 'a body without an event', body: body(undefined), shows: ['Started: Shop homepage'] },
  {
    name: 'a monitor',
    body: {
      event: 'created',
      data: { id: '4', type: 'monitor', attributes: { pronounceable_name: 'Shop' } },
    },
    isSkipped: true,
  },
])
