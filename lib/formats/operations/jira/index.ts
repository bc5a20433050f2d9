import {
  firstText,
  hasObjects,
  hasStrings,
  isObject,
  reporter,
  textAt,
  valueOf,
} from '../../kit.js'
import { COMMENT, commentEvent } from './comments.js'
import { ISSUE } from './issues.js'
import { OTHER } from './others.js'

const DELIVERY = 'x-atlassian-webhook-identifier'

/** Webhooks of Jira, of the cloud and of servers. */
export const jira = reporter({
  name: 'jira',
  title: 'Jira',
  choosingHeaders: [DELIVERY],
  facts: {
    label: ['issue.fields.labels'],
    author: ['comment.author.name', 'user.name', 'user.displayName', 'comment.author.displayName'],
    severity: 'issue.fields.priority.name',
    service: ['issue.fields.project.key', 'project.key'],
  },
  detect: ({ headers, body }) => {
    if (body.kind !== 'json') return null
    if (!hasStrings(body.value, 'webhookEvent')) return isIssue(body.value) ? 'body' : null
    return headers[DELIVERY] === undefined ? 'body' : 'header'
  },
  bodyOf: ({ headers, body }) => {
    const sent = eventOf(valueOf(body))
    if (!isObject(sent) || firstText(sent, 'webhookEvent', 'issue.key') === '') return null
    const event = eventIn(sent)
    return {
      ...sent,
      event: commentEvent(event, sent) ?? event,
      deliveryId: headers[DELIVERY] ?? '',
    }
  },
  needs: 'webhookEvent',
  reports: [COMMENT, ISSUE, OTHER],
})

/** What Jira's automation sends as the data of an issue, of which the address is that of the API. */
function isIssue(sent: unknown): boolean {
  const isNamed = /^[A-Z][A-Z\d_]{0,50}-\d{1,12}$/.test(textAt(sent, 'key'))
  return isNamed && hasObjects(sent, 'fields') && textAt(sent, 'self').includes('/rest/api/')
}

function eventOf(sent: unknown): unknown {
  return isIssue(sent) && !hasStrings(sent, 'webhookEvent') ? { issue: sent } : sent
}

/** `jira:issue_created` as `issue.created`. */
function eventIn(sent: unknown): string {
  const written = textAt(sent, 'webhookEvent').slice(0, 64).toLowerCase()
  const name = written.replace(/^jira:/, '')
  const last = name.lastIndexOf('_')
  return last === -1 ? name || 'issue.sent' : `${name.slice(0, last)}.${name.slice(last + 1)}`
}
