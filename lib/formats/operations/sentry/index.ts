import { valueOf } from '../../body-value.js'
import type { Format, FormatReading, FormatRequest } from '../../format.js'
import { at, numberAt, textAt } from '../../json-members.js'
import { entryOf } from '../../own-entry.js'
import { isObject } from '../../../model/json.js'
import { eventName } from '../event.js'
import { readIssue, readComment } from './issues.js'
import { readInstallation, readMetricAlert } from './alerts.js'
import { readLegacy, readSeenError } from './errors.js'
import type { Hook } from './hook.js'

const HEADER = 'sentry-hook-resource'
const DELIVERY = 'request-id'

/** Webhooks of integrations of Sentry, and those of its older plugin. */
export const sentry: Format = {
  name: 'sentry',
  title: 'Sentry',
  choosingHeaders: [HEADER, DELIVERY],
  isMonitoring: true,
  detect: ({ headers, body }) => {
    if (headers[HEADER] !== undefined) return 'header'
    return body.kind === 'json' && (isHook(body.value) || isLegacy(body.value)) ? 'body' : null
  },
  read: (request) => {
    const body = valueOf(request.body)
    if (isLegacy(body)) return readLegacy(body)
    if (textAt(body, 'action') === '') {
      return { kind: 'refuse', path: 'action', reason: 'is missing' }
    }
    if (!isObject(at(body, 'data'))) return { kind: 'refuse', path: 'data', reason: 'is missing' }
    return readHook(body, request)
  },
}

function isHook(body: unknown): boolean {
  const parts = ['data', 'installation', 'actor'].every((name) => isObject(at(body, name)))
  return parts && textAt(body, 'action') !== ''
}

function isLegacy(body: unknown): boolean {
  const isNamed = ['project_slug', 'culprit'].every((name) => typeof at(body, name) === 'string')
  return isNamed && isObject(at(body, 'event'))
}

const READERS: Readonly<Record<string, (hook: Hook) => FormatReading | null>> = {
  issue: readIssue,
  activity_alert: readIssue,
  event_alert: (hook) => readSeenError(hook, 'event'),
  error: (hook) => readSeenError(hook, 'error'),
  metric_alert: readMetricAlert,
  comment: readComment,
  installation: readInstallation,
}

/** The member of `data` that belongs to a resource, for requests without the header. */
const MEMBERS: readonly (readonly [string, string])[] = [
  ['metric_alert', 'metric_alert'],
  ['issue', 'issue'],
  ['event', 'event_alert'],
  ['error', 'error'],
  ['comment', 'comment'],
  ['installation', 'installation'],
]

function readHook(body: unknown, request: FormatRequest): FormatReading {
  const { headers } = request
  const data = at(body, 'data')
  const named = headers[HEADER] ?? ''
  const guessed = MEMBERS.find(([member]) => at(data, member) !== undefined)?.[1] ?? ''
  const resource = Object.hasOwn(READERS, named) ? named : guessed
  const action = textAt(body, 'action')
  const hook: Hook = {
    action,
    data,
    actor: textAt(body, 'actor', 'type') === 'user' ? textAt(body, 'actor', 'name') : '',
    event: eventName(resource || named || 'event', action),
    deliveryId: headers[DELIVERY] ?? '',
    at: sentAt(request),
  }
  const read = entryOf(READERS, resource)
  return read?.(hook) ?? { kind: 'skip', event: { event: hook.event } }
}

/** Sentry signs no time: where only the body is proven, the time of its arrival counts. */
function sentAt({ headers, isOnlyBodyProven, arrivedAt }: FormatRequest): number | null {
  if (isOnlyBodyProven) return arrivedAt ?? null
  const seconds = numberAt(headers['sentry-hook-timestamp'])
  return seconds !== null && seconds > 0 && seconds < 1e11 ? seconds * 1_000 : null
}
