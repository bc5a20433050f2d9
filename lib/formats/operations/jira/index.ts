import { valueOf } from '../../body-value.js'
import type { Format, FormatReading, FormatRequest } from '../../format.js'
import { at, numberAt, textAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { type JiraEvent, readCommentEvent, readIssueEvent } from './issues.js'
import { readOther } from './others.js'

const DELIVERY = 'x-atlassian-webhook-identifier'

/** Webhooks of Jira, of the cloud and of servers. */
export const jira: Format = {
  name: 'jira',
  title: 'Jira',
  choosingHeaders: [DELIVERY],
  detect: ({ headers, body }) => {
    if (body.kind !== 'json' || typeof at(body.value, 'webhookEvent') !== 'string') return null
    return headers[DELIVERY] === undefined ? 'body' : 'header'
  },
  read: (request) => {
    const value = valueOf(request.body)
    const isNamed = textAt(value, 'webhookEvent') !== '' || isObject(at(value, 'issue'))
    if (isNamed) return readNamed(value, request)
    return { kind: 'refuse', path: 'webhookEvent', reason: 'is missing' }
  },
}

/** `jira:issue_created` as `issue.created`. */
function nameOf(body: unknown): string {
  const written = textAt(body, 'webhookEvent').slice(0, 64).toLowerCase()
  const name = written.startsWith('jira:') ? written.slice('jira:'.length) : written
  const last = name.lastIndexOf('_')
  return last === -1 ? name || 'issue.sent' : `${name.slice(0, last)}.${name.slice(last + 1)}`
}

function readNamed(body: unknown, { headers }: FormatRequest): FormatReading {
  const time = numberAt(body, 'timestamp')
  const event: JiraEvent = {
    name: nameOf(body),
    body,
    issue: at(body, 'issue'),
    deliveryId: headers[DELIVERY] ?? '',
    at: time !== null && time > 0 && time < 1e14 ? time : null,
  }
  if (event.name.startsWith('comment.')) return readCommentEvent(event, event.name)
  if (isObject(event.issue) && event.name.startsWith('issue.')) return readIssueEvent(event)
  return readOther(event)
}
