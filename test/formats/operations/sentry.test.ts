import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { sentry } from '../../../lib/formats/operations/sentry/index.js'
import { eventOf, expectRefused, isShown, shownBy } from './shown.js'

const PAGE = 'https://sentry.test/issues/77/'
const ISSUE = {
  id: '77',
  shortId: 'SHOP-1K',
  title: 'TypeError: price is undefined',
  culprit: 'cart.total in render',
  level: 'error',
  web_url: PAGE,
  project: { name: 'shop' },
  firstSeen: '2026-09-19T10:00:00Z',
}
const ANA = { type: 'user', id: 1, name: 'Ana' }
const NOBODY = { type: 'application', id: 'sentry', name: 'Sentry' }
const AT = Date.parse('2026-09-19T12:05:00Z')

function hook(resource: string, action: string, data: object, actor: object = NOBODY) {
  const headers = {
    'sentry-hook-resource': resource,
    'sentry-hook-timestamp': String(AT / 1_000),
    'request-id': 'D1',
  }
  return [{ action, data, actor, installation: { uuid: 'u' } }, headers] as const
}

describe('Sentry', () => {
  // prettier-ignore
  const ISSUES: readonly (readonly [action: string, title: string, color: string, state: string])[] = [
    ['created', 'New issue: TypeError: price is undefined', 'danger', 'open'],
    ['unresolved', 'Unresolved again: TypeError: price is undefined', 'danger', 'open'],
    ['assigned', 'Assigned: TypeError: price is undefined', 'warning', 'update'],
    ['archived', 'Archived: TypeError: price is undefined (after 2 h 5 min)', '#8a94a6', 'closed'],
    ['resolved', 'Resolved: TypeError: price is undefined (after 2 h 5 min)', 'good', 'closed'],
  ]
  for (const [action, title, color, state] of ISSUES) {
    it(`shows an issue that is ${action}`, () => {
      const request = hook('issue', action, { issue: ISSUE })
      expect(shownBy(sentry, ...request)).to.deep.equal({
        title: `**[${title}](${PAGE})**`,
        color,
        text: '`cart.total in render`',
        fields: ['Project: shop', 'Issue: SHOP-1K'],
        links: [],
      })
      expect(eventOf(sentry, ...request)).to.deep.equal({
        event: `issue.${action}`,
        incident: '77',
        incidentTitle: 'TypeError: price is undefined',
        state,
        deliveryId: 'D1',
        at: AT,
        since: Date.parse(ISSUE.firstSeen),
      })
    })
  }

  it('says why an issue is open again, who did it, and in which release', () => {
    const regressed = { issue: { ...ISSUE, substatus: 'regressed' } }
    expect(shownBy(sentry, ...hook('issue', 'unresolved', regressed)).title).to.include(
      'Regressed: ',
    )
    const done = { issue: { ...ISSUE, statusDetails: { inRelease: '2.1' } } }
    const { text } = shownBy(sentry, ...hook('issue', 'resolved', done, ANA))
    expect(text).to.equal('`cart.total in render`\nBy Ana in 2.1')
  })

  it('shows the names of people and releases with their hyphens', () => {
    const done = { issue: { ...ISSUE, statusDetails: { inRelease: 'shop-web@2.1.0-rc_1' } } }
    const actor = { type: 'user', id: 2, name: 'Jean-Luc' }
    const { text } = shownBy(sentry, ...hook('issue', 'resolved', done, actor))
    expect(text).to.equal('`cart.total in render`\nBy Jean-Luc in shop-web@2.1.0-rc_1')
  })

  // prettier-ignore
  const METRICS: readonly (readonly [action: string, title: string, color: string, state: string])[] = [
    ['critical', 'Critical: Too many errors', 'danger', 'open'],
    ['warning', 'Warning: Too many errors', 'warning', 'open'],
    ['resolved', 'Resolved: Too many errors (after 5 min)', 'good', 'closed'],
  ]
  for (const [action, title, color, state] of METRICS) {
    it(`shows a metric alert that is ${action}`, () => {
      const alert = {
        id: '6',
        title: 'Too many errors',
        date_started: '2026-09-19T10:00:00Z',
        date_closed: action === 'resolved' ? '2026-09-19T10:05:00Z' : null,
        alert_rule: { query: 'level:error', environment: null },
        projects: ['shop'],
      }
      const data = { metric_alert: alert, description_text: '1,200 events', web_url: PAGE }
      const request = hook('metric_alert', action, data)
      expect(shownBy(sentry, ...request)).to.deep.equal({
        title: `**[${title}](${PAGE})**`,
        color,
        text: '1,200 events',
        fields: ['Projects: shop', 'Query: `level:error`'],
        links: [],
      })
      expect(eventOf(sentry, ...request)).to.include({ incident: 'metric_alert 6', state })
    })
  }

  // prettier-ignore
  const LEVELS: readonly (readonly [level: string, word: string, color: string])[] = [
    ['fatal', 'Fatal', 'danger'],
    ['error', 'Error', 'danger'],
    ['warning', 'Warning', 'warning'],
    ['info', 'Info', '#8a94a6'],
  ]
  for (const [level, word, color] of LEVELS) {
    it(`shows an event of the level ${level} that a rule tells of`, () => {
      const tags = [['environment', 'production']]
      const event = { title: 'Slow', level, issue_id: '77', web_url: PAGE, tags }
      const request = hook('event_alert', 'triggered', { event, triggered_rule: 'New issues' })
      const shown = shownBy(sentry, ...request)
      expect(shown).to.deep.include({ title: `**[${word}: Slow](${PAGE})**`, color })
      expect(shown.fields).to.deep.equal(['Environment: production', 'Rule: New issues'])
      expect(eventOf(sentry, ...request)).to.include({
        event: 'event_alert.triggered',
        incident: '77',
      })
    })
  }

  for (const resource of ['activity_alert', 'something_new']) {
    it(`shows an issue that a rule tells of as ${resource}`, () => {
      const data = { issue: ISSUE, triggered_rule: 'New issues' }
      const request = hook(resource, 'triggered', data)
      const { title, color, fields } = shownBy(sentry, ...request)
      expect(title).to.include('Error: ')
      expect(color).to.equal('danger')
      expect(fields[0]).to.equal('Rule: New issues')
      expect(isShown(sentry, ...request)).to.equal(true)
      expect(eventOf(sentry, ...request)).to.include({ incident: '77', state: 'open' })
    })
  }

  it('shows the project that is only part of an address of the API', () => {
    const url = 'https://sentry.test/api/0/projects/acme/shop/events/5/'
    const event = { title: 'Slow', url, web_url: PAGE }
    const { fields } = shownBy(sentry, ...hook('event_alert', 'triggered', { event }))
    expect(fields).to.deep.equal(['Project: shop'])
  })

  it('shows errors, and never the address of the API', () => {
    const error = { title: 'Slow', url: 'https://sentry.test/api/0/x/' }
    expect(shownBy(sentry, ...hook('error', 'created', { error })).title).to.equal(
      '**Error: Slow**',
    )
  })

  it('shows new comments, and keeps quiet about changed ones', () => {
    const data = { comment: 'Fixed in 2.1', issue_id: 77, project_slug: 'shop' }
    const created = hook('comment', 'created', data, ANA)
    expect(shownBy(sentry, ...created)).to.include({
      title: '**Ana commented on an issue of shop**',
      text: '> Fixed in 2.1',
    })
    expect(eventOf(sentry, ...created)).to.include({ incident: '77', state: 'update' })
    expect(isShown(sentry, ...hook('comment', 'updated', data, ANA))).to.equal(false)
  })

  it('says that it is connected, and that it is no more', () => {
    const data = { installation: { organization: { slug: 'acme' } } }
    const title = (action: string): string =>
      shownBy(sentry, ...hook('installation', action, data)).title
    expect(title('created')).to.equal('**Sentry of acme is connected**')
    expect(title('deleted')).to.equal('**Sentry of acme is disconnected**')
  })

  it('skips what it does not know by name', () => {
    expect(eventOf(sentry, ...hook('seer', 'root_cause_started', { run_id: 1 }))).to.deep.equal({
      event: 'seer.root_cause_started',
      isKnown: false,
    })
    expect(isShown(sentry, ...hook('issue', 'created', { issue: {} }))).to.equal(false)
  })

  it('says what is missing', () => {
    expectRefused(sentry, { data: {} }, 'action')
    expectRefused(sentry, { action: 'created' }, 'data')
    expectRefused(sentry, { action: 'create', data: { id: 'a' }, actor: {} }, 'installation')
  })

  it('says that a build has failed, and keeps quiet about others', () => {
    const build = {
      appInfo: { name: 'Shop', version: '2.1' },
      projectSlug: 'shop',
      state: 'FAILED',
      errorMessage: 'No symbols',
    }
    const told = (data: object) => hook('preprod_artifact', 'size_analysis_completed', data)
    expect(shownBy(sentry, ...told(build))).to.deep.include({
      title: '**Size analysis failed: Shop 2.1**',
      color: 'danger',
      text: 'No symbols',
    })
    expect(isShown(sentry, ...told({ ...build, state: 'COMPLETED' }))).to.equal(false)
  })
})

const [BODY, HEADERS] = hook('issue', 'resolved', { issue: ISSUE }, ANA)

describeFormat(sentry, [
  { name: 'an issue', body: BODY, headers: HEADERS, shows: ['Resolved'], links: [PAGE] },
  { name: 'an issue without headers', body: BODY, shows: ['Resolved'], links: [PAGE] },
  {
    name: 'an event of the older plugin',
    body: {
      project_slug: 'shop',
      project_name: 'Shop',
      culprit: 'cart.total',
      level: 'error',
      message: 'price is undefined',
      url: PAGE,
      event: { title: 'TypeError', tags: [['environment', 'production']] },
    },
    shows: ['Error: TypeError', 'production', 'Shop'],
    links: [PAGE],
  },
])
