import type { Card, Draft } from '../../drafts/draft.js'
import { joined, prose, type Text } from '../../drafts/pieces.js'
import { between } from '../../drafts/times.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, listAt, textAt, textOf, timeAt } from '../../json-members.js'
import { eventName, fieldsOf, titleOf } from '../event.js'
import { conditionFields } from './condition.js'
import { budgetFields, searchLinks, serviceFields } from './context.js'
import { severityOf } from './severity.js'

/** The common alert schema, which tells of alerts of all kinds. */
export function readCommon(data: unknown): FormatReading {
  const essentials = at(data, 'essentials')
  const context = at(data, 'alertContext')
  const isResolved = textAt(essentials, 'monitorCondition').toLowerCase() === 'resolved'
  const severity = severityOf(textAt(essentials, 'severity'))
  const rule = textAt(essentials, 'alertRule') || 'An alert'
  const targets = targetsOf(essentials)
  const fired = timeAt(essentials, 'firedDateTime')
  const resolved = timeAt(essentials, 'resolvedDateTime')
  const card: Card = {
    color: isResolved ? 'good' : severity.color,
    text: joined([prose(textAt(essentials, 'description')), contextText(context)], '\n'),
    fields: fieldsOf(
      ...serviceFields(at(context, 'properties')),
      ...budgetFields(context),
      ...conditionFields(context, isResolved),
      ['Severity', severity.name],
      ['Targets', targets.length > 1 ? targets.slice(0, 5).join(', ') : ''],
    ),
    links: searchLinks(context),
  }
  const name = targets.length === 1 ? `${rule} on ${targets[0] ?? ''}` : rule
  const lasted = isResolved ? between(fired, resolved) : null
  const word = isResolved ? 'Resolved' : 'Fired'
  const draft: Draft = { title: titleOf(pageOf(essentials), word, name, lasted), cards: [card] }
  const facts = factsOf(eventName(isResolved ? 'resolved' : 'fired'), {
    incident: textAt(essentials, 'originAlertId') || textAt(essentials, 'alertId'),
    state: isResolved ? 'closed' : 'open',
    at: (isResolved ? resolved : null) ?? fired,
  })
  return { kind: 'message', draft, event: facts }
}

function targetsOf(essentials: unknown): readonly string[] {
  const named = listAt(essentials, 'configurationItems').map(textOf)
  const ids = listAt(essentials, 'alertTargetIDs').map(textOf).map(lastSegment)
  return (named.length > 0 ? named : ids).filter((name) => name.trim() !== '')
}

function lastSegment(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1)
}

/** What the kinds of alerts say besides: a search, a change somebody made, an outage, a budget. */
function contextText(context: unknown): Text {
  const properties = at(context, 'properties')
  const operation = textAt(context, 'operationName')
  const caller = textAt(context, 'caller')
  const results = textAt(context, 'ResultCount')
  const budget = textAt(context, 'AlertData', 'BudgetName')
  return joined(
    [
      prose(textAt(properties, 'title')),
      prose(textAt(context, 'annotations', 'summary')),
      operation === '' ? '' : joined([operation, caller === '' ? '' : `by ${caller}`], ' '),
      results === '' ? '' : `${results} results`,
      budget === '' ? '' : `Budget ${budget}`,
    ],
    '\n',
  )
}

/** The alert in the portal. */
function pageOf(essentials: unknown): string {
  const page = textAt(essentials, 'investigationLink')
  if (page !== '') return page
  const id = textAt(essentials, 'alertId')
  if (!id.startsWith('/subscriptions/')) return ''
  const blade = 'Microsoft_Azure_Monitoring/AlertDetailsTemplateBlade/alertId'
  return `https://portal.azure.com/#blade/${blade}/${encodeURIComponent(id.slice(0, 500).toWellFormed())}`
}
