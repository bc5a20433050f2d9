import { expect } from 'chai'
import { describeFormat } from 'express-incoming-webhooks/conformance'
import { azure } from '../../../lib/formats/operations/azure/index.js'
import { eventOf, expectRefused, shownBy } from './shown.js'

const ID = '/subscriptions/1/providers/Microsoft.AlertsManagement/alerts/2'
const PORTAL =
  'https://portal.azure.com/#blade/Microsoft_Azure_Monitoring/AlertDetailsTemplateBlade/alertId'
const ESSENTIALS = {
  alertId: ID,
  alertRule: 'cpu-over-90',
  severity: 'Sev1',
  monitorCondition: 'Fired',
  configurationItems: ['vm-1'],
  originAlertId: 'O1',
  firedDateTime: '2026-09-19T10:00:00.2244Z',
  description: 'Look at the dashboard',
}
const MEASURED = {
  metricName: 'Percentage CPU',
  operator: 'GreaterThan',
  threshold: '90',
  metricValue: 97.30001,
}

function common(essentials: object = {}, alertContext: object = {}): object {
  return {
    schemaId: 'azureMonitorCommonAlertSchema',
    data: { essentials: { ...ESSENTIALS, ...essentials }, alertContext },
  }
}

const METRIC = {
  status: 'Activated',
  context: {
    timestamp: '2026-09-19T10:00:00Z',
    id: '/rule/1',
    name: 'cpu-over-90',
    severity: '3',
    description: 'Look',
    condition: { allOf: [MEASURED] },
    resourceName: 'vm-1',
    resourceId: '/vm/1',
    portalLink: 'https://portal.test/1',
  },
}

describe('Azure Monitor', () => {
  // prettier-ignore
  const SEVERITIES: readonly (readonly [severity: string, words: string, color: string])[] = [
    ['Sev0', 'Sev0 (critical)', 'danger'],
    ['Sev1', 'Sev1 (error)', 'danger'],
    ['Sev2', 'Sev2 (warning)', 'warning'],
    ['Sev3', 'Sev3 (informational)', '#8a94a6'],
    ['Sev4', 'Sev4 (verbose)', '#8a94a6'],
  ]
  for (const [severity, words, color] of SEVERITIES) {
    it(`shows an alert of ${severity}`, () => {
      const context = { condition: { allOf: [MEASURED] } }
      expect(shownBy(azure, common({ severity }, context))).to.deep.equal({
        title: `**[Fired: cpu-over-90 on vm-1](${PORTAL}/${encodeURIComponent(ID)})**`,
        color,
        text: 'Look at the dashboard',
        fields: ['Value: 97.3', 'Condition: Percentage CPU > 90', `Severity: ${words}`],
        links: [],
      })
    })
  }

  it('shows that it is over, and how long it lasted', () => {
    const over = { monitorCondition: 'Resolved', resolvedDateTime: '2026-09-19T10:21:00.3Z' }
    const { title, color } = shownBy(azure, common(over))
    expect(title).to.include('Resolved: cpu-over-90 on vm-1 (after 21 min)')
    expect(color).to.equal('good')
    expect(eventOf(azure, common(over))).to.deep.equal({
      event: 'resolved',
      incident: 'O1',
      incidentTitle: 'cpu-over-90 on vm-1',
      state: 'closed',
      at: Date.parse('2026-09-19T10:21:00.3Z'),
      since: Date.parse('2026-09-19T10:00:00.2244Z'),
    })
    expect(eventOf(azure, common())).to.include({ event: 'fired', incident: 'O1', state: 'open' })
  })

  for (const [metricValue, shown] of [
    [97.30001, '97.3'],
    [0.000_02, '0.00002'],
    [1e308, '1e+308'],
  ] as const) {
    it(`shows the value ${metricValue} as ${shown}`, () => {
      const context = { condition: { allOf: [{ metricValue }] } }
      expect(shownBy(azure, common({}, context)).fields).to.include(`Value: ${shown}`)
    })
  }

  for (const [operator, shown] of [
    ['LowerThan', 'lower than'],
    ['GreaterOrLessThan', 'greater or less than'],
    ['LessThanOrEqual', '≤'],
  ] as const) {
    it(`shows the operator ${operator}`, () => {
      const context = { condition: { allOf: [{ ...MEASURED, operator }] } }
      const { fields } = shownBy(azure, common({}, context))
      expect(fields).to.include(`Condition: Percentage CPU ${shown} 90`)
    })
  }

  it('links to the search that found something', () => {
    const filtered = 'https://portal.test/filtered'
    const all = 'https://portal.test/all'
    const linksOf = (measured: object): readonly string[] =>
      shownBy(azure, common({}, { condition: { allOf: [measured] } })).links
    const both = { linkToFilteredSearchResultsUI: filtered, linkToSearchResultsUI: all }
    expect(linksOf(both)).to.deep.equal([`Search results ${all}`])
    expect(linksOf({ linkToFilteredSearchResultsUI: filtered })).to.deep.equal([
      `Search results ${filtered}`,
    ])
  })

  it('shows what was spent of a budget', () => {
    const AlertData = {
      BudgetName: 'shop',
      SpentAmount: '$55.00',
      BudgetThreshold: '$50.00',
      NotificationThresholdAmount: '$45.00',
    }
    const { fields } = shownBy(azure, common({}, { AlertData }))
    expect(fields.slice(0, 3)).to.deep.equal([
      'Spent: $55.00',
      'Budget: $50.00',
      'Notified at: $45.00',
    ])
  })

  it('shows which service is ill, where, and at what stage', () => {
    const properties = {
      title: 'Storage is down',
      service: 'Storage',
      region: 'West Europe',
      stage: 'Active',
    }
    const expected = ['Service: Storage', 'Region: West Europe', 'Stage: Active']
    expect(shownBy(azure, common({}, { properties })).fields.slice(0, 3)).to.deep.equal(expected)
    const activityLog = { status: 'Active', properties }
    const classic = { status: 'Activated', context: { ...METRIC.context, activityLog } }
    expect(
      shownBy(azure, { schemaId: 'Microsoft.Insights/activityLogs', data: classic }).fields,
    ).to.include.members(expected)
  })

  it('names several targets in a field', () => {
    const { title, fields } = shownBy(azure, common({ configurationItems: ['vm-1', 'vm-2'] }))
    expect(title).to.include('Fired: cpu-over-90]')
    expect(fields).to.include('Targets: vm-1, vm-2')
  })

  // prettier-ignore
  const CONTEXTS: readonly (readonly [what: string, context: object, text: string])[] = [
    ['an incident of a service', { properties: { title: 'Storage is down' } }, 'Storage is down'],
    ['a change', { operationName: 'vm/delete', caller: 'ana@test' }, 'vm/delete by ana@test'],
    ['a search', { ResultCount: 7 }, '7 results'],
    ['a budget', { AlertData: { BudgetName: 'shop' } }, 'Budget shop'],
    ['a rule of Prometheus', { annotations: { summary: 'Pods restart' } }, 'Pods restart'],
  ]
  for (const [what, context, text] of CONTEXTS) {
    it(`shows ${what}`, () => {
      expect(shownBy(azure, common({ description: '' }, context)).text).to.equal(text)
    })
  }

  it('shows metric alerts from before the common schema', () => {
    const body = { schemaId: 'AzureMonitorMetricAlert', data: METRIC }
    expect(shownBy(azure, body)).to.deep.equal({
      title: '**[Fired: cpu-over-90 on vm-1](https://portal.test/1)**',
      color: '#8a94a6',
      text: 'Look',
      fields: ['Value: 97.3', 'Condition: Percentage CPU > 90', 'Severity: Sev3 (informational)'],
      links: [],
    })
    const ended = { ...body, data: { ...METRIC, status: 'Deactivated' } }
    expect(shownBy(azure, ended)).to.include({ color: 'good' })
    expect(eventOf(azure, ended)).to.include({ incident: '/rule/1 /vm/1', state: 'closed' })
  })

  it('shows the oldest ones, which name no schema, and autoscale', () => {
    const context = { ...METRIC.context, condition: MEASURED }
    expect(shownBy(azure, { ...METRIC, context }).fields).to.include('Value: 97.3')
    const scaled = { ...METRIC, operation: 'Scale Out', context: { ...context, details: 'to 3' } }
    expect(shownBy(azure, scaled).title).to.include('Scale Out: cpu-over-90 on vm-1')
    expect(eventOf(azure, scaled)).to.include({ event: 'scale_out', state: 'update' })
  })

  it('shows the activity log and searches', () => {
    const activityLog = {
      level: 'Warning',
      status: 'Started',
      operationName: 'vm/restart',
      caller: 'ana@test',
      correlationId: 'C1',
    }
    const schemaId = 'Microsoft.Insights/activityLogs'
    const activity = { schemaId, data: { status: 'Activated', context: { activityLog } } }
    expect(shownBy(azure, activity)).to.deep.include({
      title: '**Started: vm/restart**',
      color: 'warning',
    })
    const data = { AlertRuleName: 'errors', ResultCount: 7, Severity: '2', SearchQuery: 'x | y' }
    const search = shownBy(azure, { schemaId: 'Microsoft.Insights/LogAlert', data })
    expect(search).to.include({ title: '**Fired: errors**', color: 'warning' })
    expect(search.fields).to.include('Results: 7')
  })

  it('says what is missing', () => {
    expectRefused(azure, {}, 'data')
  })
})

describeFormat(azure, [
  {
    name: 'the common schema',
    body: common({}, { condition: { allOf: [MEASURED] } }),
    shows: ['Fired: cpu-over-90 on vm-1', '97.3'],
    links: [PORTAL],
  },
  {
    name: 'a metric alert',
    body: { schemaId: 'AzureMonitorMetricAlert', data: METRIC },
    shows: ['cpu-over-90'],
    links: ['https://portal.test/1'],
  },
  { name: 'an alert without a schema', body: METRIC, shows: ['cpu-over-90'] },
])
