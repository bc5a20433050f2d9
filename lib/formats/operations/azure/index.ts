import {
  at,
  closed,
  eventName,
  hasObjects,
  hasTexts,
  isObject,
  levelColor,
  namesIn,
  note,
  open,
  type Report,
  reporter,
  textAt,
  update,
  valueOf,
} from '../../kit.js'
import { COMMON, conditionFields, serviceFields, severityOf } from './alert.js'

/** Whether a body is an alert from before the common schema. */
function isClassic(body: unknown): boolean {
  return hasTexts(body, 'status', 'context.resourceId', 'context.portalLink')
}

/** States in which something is over. */
const ENDED = namesIn('deactivated resolved succeeded')

/** Alerts of metrics, and what autoscale did. */
const METRIC: Report = {
  when: (body) => hasObjects(body, 'data'),
  event: ['operation', (body) => (isOver(body) ? 'resolved' : 'fired')],
  meaning: (body) => {
    const operation = textAt(body, 'operation')
    if (operation !== '') return update(operation)
    if (isOver(body)) return closed('Resolved')
    return open('Fired', severityOf(textAt(body, 'context.severity')).color)
  },
  name: (body) => {
    const rule = textAt(body, 'context.name') || 'An alert'
    const resource = textAt(body, 'context.resourceName')
    return resource === '' ? rule : `${rule} on ${resource}`
  },
  url: 'context.portalLink',
  text: ['context.description', 'context.details'],
  fields: [
    (body) => conditionFields(measuredIn(at(body, 'context')), isOver(body)),
    {
      Severity: (body) => severityOf(textAt(body, 'context.severity')).name,
      Group: 'context.resourceGroupName',
    },
  ],
  incident: (body) => {
    const resource = textAt(body, 'context.resourceId')
    const id = textAt(body, 'context.id') || resource
    return id && `${id} ${resource}`
  },
  at: 'context.timestamp',
}

function isOver(body: unknown): boolean {
  return ENDED.has(textAt(body, 'status').toLowerCase())
}

/** The oldest metric alerts have one condition, and no list of them. */
function measuredIn(context: unknown): unknown {
  const condition = at(context, 'condition')
  return isObject(condition) && !Array.isArray(at(condition, 'allOf')) ? condition : context
}

/** Somebody or something changed a resource, or a service of Azure has an incident. */
const ACTIVITY: Report = {
  when: (body) => hasObjects(body, 'log'),
  event: (body) => eventName('activity', textAt(body, 'log.status')),
  meaning: (body) => {
    const status = textAt(body, 'log.status')
    const isEnded = ENDED.has(status.toLowerCase())
    const color = isEnded ? 'good' : levelColor(textAt(body, 'log.level'))
    return note(status || 'Activity', color)
  },
  name: ['log.properties.title', 'log.description', 'log.operationName', () => 'a change'],
  fields: [
    serviceFields('log.properties'),
    {
      Operation: 'log.operationName',
      Source: 'log.eventSource',
      By: 'log.caller',
      Group: 'log.resourceGroupName',
    },
  ],
  incident: 'log.correlationId',
  at: 'log.eventTimestamp',
}

/** A search in logs found something. */
const SEARCH: Report = {
  when: (body) => hasTexts(body, 'AlertRuleName'),
  event: () => 'fired',
  meaning: (body) => open('Fired', severityOf(textAt(body, 'Severity')).color),
  name: 'AlertRuleName',
  url: 'LinkToSearchResults',
  text: 'Description',
  fields: {
    Results: 'ResultCount',
    Severity: (body) => severityOf(textAt(body, 'Severity')).name,
    Query: 'SearchQuery',
  },
  incident: (body) => `${textAt(body, 'SubscriptionId')} ${textAt(body, 'AlertRuleName')}`,
  at: 'SearchIntervalEndtimeUtc',
}

/** Alerts of Azure Monitor: the common schema, and those before it. */
export const azure = reporter({
  name: 'azure',
  title: 'Azure Monitor',
  isMonitoring: true,
  facts: {
    severity: ['data.essentials.severity', 'data.context.severity', 'data.Severity'],
    service: ['data.essentials.monitoringService', 'data.context.resourceType'],
  },
  claims: (body) =>
    isClassic(body) || (isSchema(textAt(body, 'schemaId')) && hasObjects(body, 'data')),
  bodyOf: ({ body }) => {
    const sent = valueOf(body)
    // The oldest ones name no schema.
    const data = [at(sent, 'data'), isClassic(sent) ? sent : null].find(isObject)
    return { ...data, data, log: at(data, 'context.activityLog') }
  },
  needs: 'data',
  reports: [COMMON, ACTIVITY, SEARCH, METRIC],
})

const SCHEMAS = ['azuremonitor', 'microsoft.insights/']

function isSchema(id: string): boolean {
  const lower = id.slice(0, 64).toLowerCase()
  return SCHEMAS.some((start) => lower.startsWith(start))
}
