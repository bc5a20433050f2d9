import { at, hasObjects, isObject, reporter, textAt, valueOf } from '../../kit.js'
import { COMMON } from './alert.js'
import { ACTIVITY, isClassic, METRIC, SEARCH } from './classic.js'

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
