import {
  at,
  capital,
  type FactSlots,
  firstText,
  type Forge,
  forge,
  type FormatRequest,
  hasObjects,
  hasTexts,
  inWords,
  isObject,
  namedNews,
  nameIn,
  type News,
  type PeopleSlots,
  refOf,
  type Table,
  textAt,
  timeAt,
  words,
  wordsIn,
} from '../kit.js'
import { placeOf } from './bodies.js'
import { ACTIONS, EVENTS, NAMED, UNWANTED } from './events.js'

const FACTS: FactSlots = {
  branch: [
    'pull_request.base.ref',
    branchIn,
    'workflow_run.head_branch',
    'workflow_job.head_branch',
    'check_suite.head_branch',
    'check_run.check_suite.head_branch',
    'deployment.ref',
  ],
  label: ['pull_request.labels', 'issue.labels', 'discussion.labels'],
  author: 'sender.login',
  repository: 'repository.full_name',
  private: 'repository.private',
}

/** Of GitHub and of forges that send the like. */
export const PEOPLE: PeopleSlots = {
  at: 'repository.html_url',
  asked: {
    'pull_request.opened': 'pull_request.requested_reviewers pull_request.assignees',
    'pull_request.ready_for_review': 'pull_request.requested_reviewers',
    'pull_request.review_requested': 'requested_reviewer',
    'pull_request.assigned': 'assignee',
    'issues.opened': 'issue.assignees',
    'issues.assigned': 'assignee',
    'deployment_review.requested': 'reviewers',
  },
}

function branchIn(body: unknown): string {
  const { kind, name } = refOf(textAt(body, 'ref'))
  const isBranch = kind === 'branch' && textAt(body, 'ref_type') !== 'tag'
  return isBranch ? name : ''
}

/** What is known of events of GitHub, and of forges that send the like. */
export const LIKE_GITHUB: Pick<Forge, 'eventOf' | 'unwanted' | 'others' | 'facts'> = {
  eventOf,
  facts: FACTS,
  unwanted: UNWANTED,
  others: toldByName,
}

/** Webhooks of repositories, organizations and apps. */
export const github = forge({
  ...LIKE_GITHUB,
  name: 'github',
  title: 'GitHub',
  people: PEOPLE,
  facts: {
    ...FACTS,
    severity: ['alert.security_advisory.severity', 'alert.rule.security_severity_level'],
    environment: 'deployment.environment',
  },
  // Only its header says of a body that others could send, too, that it is GitHub's.
  eventOf: (body, header) =>
    header || !isObject(body) || isEvent(body) ? eventOf(body, header) : 'X-GitHub-Event',
  tellers: EVENTS,
  actions: ACTIONS,
  eventHeaders: ['x-github-event'],
  deliveryHeaders: ['x-github-delivery'],
  // Gitea, Forgejo and Gogs send GitHub's headers beside their own.
  foreignHeaders: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
  advice: 'send a message from a GitHub Actions workflow instead',
  isEvent,
})

function eventOf(body: unknown, header?: string): ReturnType<Forge['eventOf']> {
  if (!isObject(body)) return ''
  if (!header && !hasTexts(body, 'sender.login')) return 'sender'
  return { event: header || inferred(body), action: textAt(body, 'action') }
}

const BESIDES = ['repository', 'organization', 'installation']
/** The API of GitHub, of its enterprises in the cloud, and of their servers. */
const API = /^https?:\/\/(?:api\.(?:github\.com|[\w-]{1,100}\.ghe\.com)|[^/]{1,253}\/api\/v3)\//i

/** Other forges have members of the same names; only GitHub's lead to its API. */
function isEvent(body: unknown): boolean {
  if (!hasTexts(body, 'sender.login')) return false
  const isWhole = BESIDES.some((name) => hasObjects(body, name))
  return isWhole && ['sender', ...BESIDES].some((name) => API.test(textAt(body, `${name}.url`)))
}

/** Members that only one event has, those first that others have too. */
const MARKS: Table<string> = {
  pull_request_review: 'pull_request review',
  pull_request_review_comment: 'pull_request comment',
  pull_request: 'pull_request',
  issue_comment: 'issue comment',
  issues: 'issue',
  discussion_comment: 'discussion comment',
  discussion: 'discussion',
  commit_comment: 'comment',
  release: 'release',
  workflow_run: 'workflow_run',
  workflow_job: 'workflow_job',
  check_run: 'check_run',
  check_suite: 'check_suite',
  deployment_status: 'deployment_status',
  deployment: 'deployment',
  fork: 'forkee',
  push: 'commits',
  ping: 'zen',
}

/** The event by the members of the body, where a proxy dropped the header. */
function inferred(body: unknown): string {
  const isOf = ([, members]: [string, string]): boolean =>
    wordsIn(members).every((name) => isThere(body, name))
  return Object.entries(MARKS).find(isOf)?.[0] ?? 'event'
}

function isThere(body: unknown, name: string): boolean {
  const member = at(body, name)
  return (typeof member === 'object' && member !== null) || (name === 'zen' && member !== undefined)
}

/** Members that say what an event is about, where it is not the one named like the event. */
const ABOUT = wordsIn('alert member membership package project rule installation')
const NAMES = wordsIn('title name full_name login slug tag_name key summary')

/** What something was called, or whose it was. */
const WAS = wordsIn(`
  login.from name.from title.from tier.from.name owner.from.user.login
  owner.from.organization.login
`)

function toldByName(event: string, body: unknown, request: FormatRequest): News {
  const about = aboutOf(body, event)
  const old = firstText(at(body, 'changes'), `${event}.name.from`, ...WAS)
  const topic = {
    ...placeOf(body, textAt(about, 'html_url')),
    label: nameIn(about, NAMES) || textAt(about, 'tier.name'),
    after: old && `(was ${old})`,
    at: timeAt(about, 'updated_at'),
  }
  const name = shownName(event, body, request)
  return namedNews(topic, capital(words(inWords(name), inWords(textAt(body, 'action')))))
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
  const user = at(body, 'membership.user') ?? at(body, 'invitation')
  if (event === 'organization' && isObject(user)) return user
  return [event, ...ABOUT].map((name) => at(body, name)).find(isObject)
}
