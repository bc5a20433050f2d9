import {
  at,
  entryOf,
  eventName,
  type FormatRequest,
  hasObjects,
  hasStrings,
  hasTexts,
  isObject,
  numberAt,
  reporter,
  type Table,
  textAt,
  valueOf,
} from '../../kit.js'
import { REPORTS } from './reports.js'

const HEADER = 'sentry-hook-resource'
const DELIVERY = 'request-id'

/** Webhooks of integrations of Sentry, and those of its older plugin. */
export const sentry = reporter({
  name: 'sentry',
  title: 'Sentry',
  isMonitoring: true,
  facts: {
    severity: ['data.event.level', 'data.issue.level', 'data.error.level', 'level'],
    environment: ['data.event.environment', 'data.error.environment', 'event.environment'],
    service: ['data.issue.project.slug', 'data.event.project_slug', 'project_slug', 'project'],
  },
  // It waits a second in all.
  patience: 500,
  headers: [HEADER],
  choosingHeaders: [DELIVERY],
  looksLike: (body) => isHook(body) || isOfPlugin(body),
  advice: "use Sentry's Slack integration, or translate the event to text",
  claims: (body) => isHook(body) || isLegacy(body),
  needs: ['action', 'data', 'installation'],
  bodyOf,
  reports: REPORTS,
})

function isHook(body: unknown): boolean {
  return hasObjects(body, 'data', 'actor', 'installation') && hasTexts(body, 'action')
}

function isOfPlugin(body: unknown): boolean {
  return hasStrings(body, 'project_slug', 'culprit')
}

function isLegacy(body: unknown): boolean {
  return isOfPlugin(body) && hasObjects(body, 'event')
}

/** The member of `data` that belongs to a resource, by which it is known without the header too. */
const MEMBERS: Table<string> = {
  metric_alert: 'metric_alert',
  issue: 'issue',
  activity_alert: 'issue',
  event_alert: 'event',
  error: 'error',
  comment: 'comment',
  installation: 'installation',
  preprod_artifact: '',
}

/** What the reports read: the data of a request, and as `found` what it is about. */
function bodyOf(request: FormatRequest): unknown {
  const { headers } = request
  const sent = valueOf(request.body)
  if (isLegacy(sent)) return { resource: 'legacy', data: sent, found: at(sent, 'event') }
  const action = textAt(sent, 'action')
  const data = at(sent, 'data')
  const named = headers[HEADER] ?? ''
  // Others send an action and data as well.
  const installation = hasObjects(sent, 'installation') ? at(sent, 'installation') : named
  if (action === '' || !isObject(data) || installation === '') {
    return { action, data: isObject(data) ? data : null, installation }
  }
  const guessed = Object.keys(MEMBERS).find((name) => at(data, memberOf(name)) !== undefined) ?? ''
  const resource = Object.hasOwn(MEMBERS, named) ? named : guessed
  return {
    resource,
    action,
    data,
    installation,
    found: at(data, memberOf(resource)),
    actor: textAt(sent, 'actor.type') === 'user' ? textAt(sent, 'actor.name') : '',
    event: eventName(resource || named || 'event', action),
    deliveryId: headers[DELIVERY] ?? '',
    at: sentAt(request),
  }
}

function memberOf(resource: string): string {
  return entryOf(MEMBERS, resource) ?? ''
}

/** Sentry signs no time: where only the body is proven, the time of its arrival counts. */
function sentAt({ headers, isOnlyBodyProven, arrivedAt }: FormatRequest): number | null {
  return isOnlyBodyProven ? (arrivedAt ?? null) : numberAt(headers['sentry-hook-timestamp'])
}
