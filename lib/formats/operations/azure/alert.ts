import {
  at,
  closed,
  enumerated,
  hasObjects,
  isWebUrl,
  joined,
  listAt,
  open,
  phrase,
  prose,
  type Report,
  type Text,
  textAt,
  textOf,
  timeAt,
} from '../../kit.js'
import { conditionFields, serviceFields, severityOf } from './fields.js'

/** The common alert schema, which tells of alerts of all kinds. */
export const COMMON: Report = {
  when: (body) => hasObjects(body, 'essentials'),
  event: (body) => (isResolved(body) ? 'resolved' : 'fired'),
  meaning: (body) =>
    isResolved(body) ? closed('Resolved') : open('Fired', severityIn(body).color),
  name: (body) => {
    const rule = textAt(body, 'essentials.alertRule') || 'An alert'
    const [target, ...others] = targetsIn(body)
    return target === undefined || others.length > 0 ? rule : `${rule} on ${target}`
  },
  url: ['essentials.investigationLink', portalPage],
  text: contextText,
  fields: [
    serviceFields('alertContext.properties'),
    {
      Spent: 'alertContext.AlertData.SpentAmount',
      Budget: 'alertContext.AlertData.BudgetThreshold',
      'Notified at': 'alertContext.AlertData.NotificationThresholdAmount',
    },
    (body) => conditionFields(at(body, 'alertContext'), isResolved(body)),
    {
      Severity: (body) => severityIn(body).name,
      Targets: (body) => {
        const targets = targetsIn(body)
        return targets.length > 1 ? enumerated(targets) : ''
      },
    },
  ],
  links: { 'Search results': searchIn },
  incident: ['essentials.originAlertId', 'essentials.alertId'],
  at: [
    (body) => (isResolved(body) ? timeAt(body, 'essentials.resolvedDateTime') : null),
    'essentials.firedDateTime',
  ],
  began: 'essentials.firedDateTime',
  ended: 'essentials.resolvedDateTime',
}

function isResolved(body: unknown): boolean {
  return textAt(body, 'essentials.monitorCondition').toLowerCase() === 'resolved'
}

function severityIn(body: unknown): ReturnType<typeof severityOf> {
  return severityOf(textAt(body, 'essentials.severity'))
}

function targetsIn(body: unknown): readonly string[] {
  const named = listAt(body, 'essentials.configurationItems').map(textOf)
  const ids = listAt(body, 'essentials.alertTargetIDs').map(textOf)
  const lastSegments = ids.map((id) => id.slice(id.lastIndexOf('/') + 1))
  return (named.length > 0 ? named : lastSegments).filter((name) => name.trim() !== '')
}

/** What the kinds of alerts say besides: a search, a change somebody made, an outage, a budget. */
function contextText(body: unknown): Text {
  const context = at(body, 'alertContext')
  const caller = textAt(context, 'caller')
  const operation = textAt(context, 'operationName')
  const results = textAt(context, 'ResultCount')
  const budget = textAt(context, 'AlertData.BudgetName')
  return joined(
    [
      prose(textAt(body, 'essentials.description')),
      prose(textAt(context, 'properties.title')),
      prose(textAt(context, 'annotations.summary')),
      operation && phrase([operation, caller && `by ${caller}`]),
      results && `${results} results`,
      budget && `Budget ${budget}`,
    ],
    '\n',
  )
}

/** The alert in the portal. */
function portalPage(body: unknown): string {
  const id = textAt(body, 'essentials.alertId')
  if (!id.startsWith('/subscriptions/')) return ''
  const blade = 'Microsoft_Azure_Monitoring/AlertDetailsTemplateBlade/alertId'
  return `https://portal.azure.com/#blade/${blade}/${encodeURIComponent(id.slice(0, 500).toWellFormed())}`
}

/** Where a search is that found something, the best first: some are filtered for one resource. */
const SEARCHES = [
  'condition.allOf.0.linkToSearchResultsUI',
  'condition.allOf.0.linkToFilteredSearchResultsUI',
  'LinkToSearchResults',
  'LinkToFilteredSearchResultsUI',
]

function searchIn(body: unknown): string {
  const urls = SEARCHES.map((path) => textAt(body, `alertContext.${path}`))
  return urls.find(isWebUrl) ?? ''
}
