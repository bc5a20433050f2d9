import type { Card, Color, Draft } from '../../drafts/draft.js'
import { prose } from '../../drafts/pieces.js'
import { factsOf } from '../../event-facts.js'
import type { FormatReading } from '../../format.js'
import { at, textAt, timeAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { isObject } from '../../../model/json.js'
import { eventName, fieldsOf, titleOf } from '../event.js'
import { conditionFields } from './condition.js'
import { serviceFields } from './context.js'
import { severityOf } from './severity.js'

/** The oldest ones name no schema. */
export function isClassic(body: unknown): boolean {
  const context = at(body, 'context')
  const isNamed = textAt(body, 'status') !== '' && isObject(context)
  return isNamed && textAt(context, 'resourceId') !== '' && textAt(context, 'portalLink') !== ''
}

/** Alerts from before the common schema: of metrics, searches, the activity log, and of autoscale. */
export function readClassic(data: unknown): FormatReading {
  if (isObject(at(data, 'context', 'activityLog'))) return readActivity(data)
  if (textAt(data, 'AlertRuleName') !== '') return readSearch(data)
  return readMetric(data)
}

const ENDED = new Set(['deactivated', 'resolved', 'succeeded'])

function readMetric(data: unknown): FormatReading {
  const context = at(data, 'context')
  const status = textAt(data, 'status')
  const operation = textAt(data, 'operation')
  const isEnded = ENDED.has(status.toLowerCase())
  const word = operation || (isEnded ? 'Resolved' : 'Fired')
  const resource = textAt(context, 'resourceName')
  const rule = textAt(context, 'name') || 'An alert'
  const severity = severityOf(textAt(context, 'severity'))
  const card: Card = {
    color: operation !== '' ? 'neutral' : isEnded ? 'good' : severity.color,
    text: prose(textAt(context, 'description') || textAt(context, 'details')),
    fields: fieldsOf(
      ...conditionFields(measuredIn(context), isEnded),
      ['Severity', severity.name],
      ['Group', textAt(context, 'resourceGroupName')],
    ),
  }
  const name = resource === '' ? rule : `${rule} on ${resource}`
  const incident = textAt(context, 'id') || textAt(context, 'resourceId')
  const facts = factsOf(eventName(operation || (isEnded ? 'resolved' : 'fired')), {
    incident: incident === '' ? '' : `${incident} ${textAt(context, 'resourceId')}`,
    state: operation !== '' ? 'update' : isEnded ? 'closed' : 'open',
    at: timeAt(context, 'timestamp'),
  })
  return {
    kind: 'message',
    draft: { title: titleOf(textAt(context, 'portalLink'), word, name), cards: [card] },
    event: facts,
  }
}

/** The oldest metric alerts have one condition, and no list of them. */
function measuredIn(context: unknown): unknown {
  const condition = at(context, 'condition')
  return isObject(condition) && !Array.isArray(at(condition, 'allOf')) ? condition : context
}

const LEVELS: Readonly<Record<string, Color>> = {
  critical: 'bad',
  error: 'bad',
  warning: 'warning',
}

/** Somebody or something changed a resource, or a service of Azure has an incident. */
function readActivity(data: unknown): FormatReading {
  const log = at(data, 'context', 'activityLog')
  const level = textAt(log, 'level').toLowerCase()
  const status = textAt(log, 'status')
  const isOver = ENDED.has(status.toLowerCase())
  const name =
    textAt(log, 'properties', 'title') || textAt(log, 'description') || textAt(log, 'operationName')
  const draft: Draft = {
    title: titleOf('', status || 'Activity', name || 'a change'),
    cards: [
      {
        color: isOver ? 'good' : (entryOf(LEVELS, level) ?? 'neutral'),
        fields: fieldsOf(
          ...serviceFields(at(log, 'properties')),
          ['Operation', textAt(log, 'operationName')],
          ['Source', textAt(log, 'eventSource')],
          ['By', textAt(log, 'caller')],
          ['Group', textAt(log, 'resourceGroupName')],
        ),
      },
    ],
  }
  const facts = factsOf(eventName('activity', status), {
    incident: textAt(log, 'correlationId'),
    at: timeAt(log, 'eventTimestamp'),
  })
  return { kind: 'message', draft, event: facts }
}

/** A search in logs found something. */
function readSearch(data: unknown): FormatReading {
  const severity = severityOf(textAt(data, 'Severity'))
  const rule = textAt(data, 'AlertRuleName')
  const page = textAt(data, 'LinkToSearchResults')
  const draft: Draft = {
    title: titleOf(page, 'Fired', rule),
    cards: [
      {
        color: severity.color,
        text: prose(textAt(data, 'Description')),
        fields: fieldsOf(
          ['Results', textAt(data, 'ResultCount')],
          ['Severity', severity.name],
          ['Query', textAt(data, 'SearchQuery')],
        ),
      },
    ],
  }
  const facts = factsOf('fired', {
    incident: `${textAt(data, 'SubscriptionId')} ${rule}`,
    state: 'open',
    at: timeAt(data, 'SearchIntervalEndtimeUtc'),
  })
  return { kind: 'message', draft, event: facts }
}
