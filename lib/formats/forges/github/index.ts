import { valueOf } from '../../body-value.js'
import type { Format, FormatReading, FormatRequest } from '../../format.js'
import { at, textAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { eventName, messageOf, skipped, type Teller, tellerOf } from '../news.js'
import { EVENTS, SKIPPED, SHOWN_BY_NAME } from './events.js'
import { shownByName } from './other.js'

const HEADER = 'x-github-event'
const DELIVERY = 'x-github-delivery'
/** Gitea, Forgejo and Gogs send GitHub's headers beside their own. */
const IMPOSTORS = ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event']

/** Webhooks of repositories, organizations and apps. */
export const github: Format = {
  name: 'github',
  title: 'GitHub',
  choosingHeaders: [HEADER, DELIVERY],
  detect: ({ headers, body }) => {
    if (IMPOSTORS.some((name) => name in headers)) return null
    if (headers[HEADER] !== undefined) return isObject(valueOf(body)) ? 'header' : null
    return body.kind === 'json' && isEvent(body.value) ? 'body' : null
  },
  read: (request) => {
    const event = request.headers[HEADER] ?? ''
    return readEvent(request, {
      event,
      tellers: EVENTS,
      deliveryId: request.headers[DELIVERY] ?? '',
    })
  },
}

const BESIDES = ['repository', 'organization', 'installation']

function isEvent(body: unknown): boolean {
  if (textAt(body, 'sender', 'login') === '') return false
  return BESIDES.some((name) => isObject(at(body, name)))
}

interface Known {
  /** The header's, or `''`. */
  readonly event: string
  readonly tellers: Readonly<Record<string, Teller>>
  readonly deliveryId: string
}

/** An event of GitHub, or of a program that sends the like. */
export function readEvent(request: FormatRequest, known: Known): FormatReading {
  const body = valueOf(request.body)
  if (!isObject(body)) return { kind: 'refuse', path: '', reason: 'the body is not a JSON object' }
  const event = known.event || inferred(body)
  if (event === '') return { kind: 'refuse', path: 'sender', reason: 'is missing' }
  const action = textAt(body, 'action')
  const name = eventName(event, action)
  const shown =
    tellerOf(known.tellers, `${event}.${action}`, event) ??
    shownByName(event, nameOf(event, body, known, request))
  const isSkipped = SKIPPED.has(event) || SKIPPED.has(`${event}.${action}`)
  const isNamed = Object.hasOwn(known.tellers, `${event}.${action}`)
  const tell = isSkipped && !isNamed ? skipped(shown) : shown
  return messageOf(name, tell(body), { deliveryId: known.deliveryId })
}

/** What an event is called. Of a name that anybody may have written, only one that is known is shown. */
function nameOf(
  event: string,
  body: unknown,
  { tellers }: Known,
  { isOnlyBodyProven = false }: FormatRequest,
): string {
  if (!isOnlyBodyProven || at(body, event) !== undefined) return event
  const isShown = (name: string): boolean => name === event || name.startsWith(`${event}.`)
  const isKnown =
    SKIPPED.has(event) || SHOWN_BY_NAME.has(event) || Object.keys(tellers).some(isShown)
  return isKnown ? event : 'event'
}

/** Members that only one event has, those first that others have too. */
const MARKS: readonly (readonly [event: string, ...members: string[]])[] = [
  ['pull_request_review', 'pull_request', 'review'],
  ['pull_request_review_comment', 'pull_request', 'comment'],
  ['pull_request', 'pull_request'],
  ['issue_comment', 'issue', 'comment'],
  ['issues', 'issue'],
  ['discussion_comment', 'discussion', 'comment'],
  ['discussion', 'discussion'],
  ['commit_comment', 'comment'],
  ['release', 'release'],
  ['workflow_run', 'workflow_run'],
  ['workflow_job', 'workflow_job'],
  ['check_run', 'check_run'],
  ['check_suite', 'check_suite'],
  ['deployment_status', 'deployment_status'],
  ['deployment', 'deployment'],
  ['fork', 'forkee'],
  ['push', 'commits'],
  ['ping', 'zen'],
]

/** The event by the members of the body, where a proxy dropped the header. */
function inferred(body: unknown): string {
  const found = MARKS.find(([, ...members]) => members.every((name) => isThere(body, name)))
  if (found) return found[0]
  return isEvent(body) ? 'event' : ''
}

function isThere(body: unknown, name: string): boolean {
  const member = at(body, name)
  return (typeof member === 'object' && member !== null) || (name === 'zen' && member !== undefined)
}
