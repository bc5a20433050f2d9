import {
  at,
  closed,
  type Color,
  entryOf,
  enumerated,
  firstText,
  hasObjects,
  isWebUrl,
  joined,
  levelColor,
  listAt,
  numberAt,
  open,
  phrase,
  prose,
  type Report,
  type Row,
  type Rows,
  type Table,
  type Text,
  textAt,
  textOf,
  timeAt,
  wordsIn,
} from '../../kit.js'

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

const NAMES = wordsIn('critical error warning informational verbose')

/** `Sev1`, or only the number, in words and as a colour. */
export function severityOf(text: string): { readonly name: string; readonly color: Color } {
  const lower = text.slice(0, 20).toLowerCase()
  const digits = lower.startsWith('sev') ? lower.slice(3) : lower
  const found = /^\d$/.test(digits) ? NAMES[Number(digits)] : undefined
  if (found === undefined) return { name: text, color: 'bad' }
  return { name: `Sev${digits} (${found})`, color: levelColor(found) ?? 'neutral' }
}

/** What an incident of a service of Azure is about. */
export function serviceFields(properties: string): Rows {
  return {
    Service: `${properties}.service`,
    Region: `${properties}.region`,
    Stage: `${properties}.stage`,
  }
}

/** What was measured and what the limit is. */
export function conditionFields(context: unknown, isResolved: boolean): readonly Row[] {
  const measured = listAt(context, 'condition.allOf')[0] ?? context
  const metric = firstText(measured, 'metricName', 'metricMeasureColumn')
  const threshold = textAt(measured, 'threshold')
  const limit = [metric || 'Value', operatorOf(textAt(measured, 'operator')), threshold]
  return [
    [isResolved ? 'Value now' : 'Value', valueIn(measured)],
    ['Condition', threshold === '' ? metric : phrase(limit)],
  ]
}

function valueIn(measured: unknown): string {
  const number = numberAt(measured, 'metricValue')
  const size = Math.abs(number ?? 0)
  // Very small and very large ones would lose what they say.
  if (number === null || size < 0.01 || size > 1e9) return textAt(measured, 'metricValue')
  return String(Math.round(number * 1_000) / 1_000)
}

const OPERATORS: Table<string> = {
  GreaterThan: '>',
  GreaterThanOrEqual: '≥',
  LessThan: '<',
  LessThanOrEqual: '≤',
  Equals: '=',
  Equal: '=',
}

/** `>`, or `greater or less than` of `GreaterOrLessThan`. */
function operatorOf(name: string): string {
  const words = name.slice(0, 40).replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
  return entryOf(OPERATORS, name) ?? words.toLowerCase()
}
