import {
  at,
  capital,
  firstText,
  type Forge,
  forge,
  type FormatRequest,
  hasObjects,
  inWords,
  isObject,
  namedNews,
  nameIn,
  type News,
  textAt,
  timeAt,
  words,
} from '../kit.js'
import { placeOf } from './bodies.js'
import { EVENTS, NAMED, UNWANTED } from './events.js'

/** What is known of events of GitHub, and of forges that send the like. */
export const LIKE_GITHUB: Pick<Forge, 'eventOf' | 'unwanted' | 'others'> = {
  eventOf: (body, header) => {
    if (!isObject(body)) return ''
    const event = header || inferred(body)
    return event === '' ? 'sender' : { event, action: firstText(body, 'action') }
  },
  unwanted: UNWANTED,
  others: toldByName,
}

/** Webhooks of repositories, organizations and apps. */
export const github = forge({
  ...LIKE_GITHUB,
  name: 'github',
  title: 'GitHub',
  tellers: EVENTS,
  eventHeaders: ['x-github-event'],
  deliveryHeaders: ['x-github-delivery'],
  // Gitea, Forgejo and Gogs send GitHub's headers beside their own.
  foreignHeaders: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
  looksLike: (body) => hasObjects(body, 'repository', 'sender'),
  advice: 'send a message from a GitHub Actions workflow instead',
  isEvent,
})

const BESIDES = ['repository', 'organization', 'installation']

function isEvent(body: unknown): boolean {
  if (textAt(body, 'sender', 'login') === '') return false
  return BESIDES.some((name) => hasObjects(body, name))
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

/** Members that say what an event is about, where it is not the one named like the event. */
const ABOUT = ['alert', 'member', 'membership', 'package', 'project', 'rule', 'installation']
const NAMES = ['title', 'name', 'full_name', 'login', 'slug', 'tag_name', 'key', 'summary']

function toldByName(event: string, body: unknown, request: FormatRequest): News {
  const about = aboutOf(body, event)
  const old = textAt(body, 'changes', event, 'name', 'from')
  const topic = {
    ...placeOf(body, firstText(about, 'html_url')),
    label: nameIn(about, NAMES),
    after: old && `(was ${old})`,
    at: timeAt(about, 'updated_at'),
  }
  const name = shownName(event, body, request)
  return namedNews(topic, capital(words(inWords(name), inWords(firstText(body, 'action')))))
}

/** What an event is called. Of a name that anybody may have written, only one that is known is shown. */
function shownName(
  event: string,
  body: unknown,
  { isOnlyBodyProven = false }: FormatRequest,
): string {
  const isKnown = at(body, event) !== undefined || UNWANTED.has(event) || NAMED.has(event)
  return isOnlyBodyProven && !isKnown ? 'event' : event
}

function aboutOf(body: unknown, event: string): unknown {
  const user = at(body, 'membership', 'user') ?? at(body, 'invitation')
  if (event === 'organization' && isObject(user)) return user
  return [event, ...ABOUT].map((name) => at(body, name)).find(isObject)
}
