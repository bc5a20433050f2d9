import {
  entryOf,
  eventName,
  firstText,
  hasObjects,
  hasStrings,
  hasTexts,
  isObject,
  type Meaning,
  namesIn,
  note,
  notKnown,
  type Report,
  reporter,
  type Table,
  textAt,
  valueOf,
  worded,
} from '../../kit.js'
import { COMMENT, commentEvent, ISSUE } from './issues.js'

/** Events that tell a team something, by name. Others are skipped. */
const SHOWN: Table<Meaning> = {
  'sprint.started': note('Sprint started'),
  'sprint.closed': note('Sprint closed', 'good'),
  'version.released': note('Version released', 'good'),
  'version.unreleased': note('Version no longer released', 'warning'),
  'project.created': note('Project created'),
  'project.deleted': note('Project deleted', 'warning'),
}

/** What Jira tells of besides. */
const KINDS = namesIn(
  'attachment board comment issue issuelink option project sprint user version worklog',
)

/** What is not about an issue or a comment. */
const OTHER: Report = {
  when: (body) => hasTexts(body, 'event'),
  event: 'event',
  meaning: (body) => {
    const name = eventName(textAt(body, 'event'))
    const usual = note(worded(name.replaceAll('.', ' ')))
    const isKnown = KINDS.has(kindIn(body).split('_', 1).join())
    return entryOf(SHOWN, name) ?? (isKnown ? { ...usual, isSkipped: true } : notKnown(usual))
  },
  name: [part('name'), part('displayName'), part('filename'), 'issue.key'],
  text: [part('goal'), part('description')],
  incident: (body) => {
    const id = part('id')(body)
    return id && `${kindIn(body)} ${id}`
  },
  deliveryId: 'deliveryId',
  at: 'timestamp',
}

/** The kind of what the event is about, such as `sprint`, is also the name of its member. */
function kindIn(body: unknown): string {
  const [kind = ''] = eventName(textAt(body, 'event')).split('.')
  return kind
}

function part(name: string): (body: unknown) => string {
  return (body) => textAt(body, `${kindIn(body)}.${name}`)
}

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
