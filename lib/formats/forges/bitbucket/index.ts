import {
  alike,
  at,
  capital,
  changes,
  entryOf,
  forge,
  hasObjects,
  inWords,
  isObject,
  namedNews,
  namesIn,
  type News,
  type Table,
  type Tellers,
  textAt,
  unasked,
} from '../kit.js'
import {
  built,
  commitOf,
  forkOf,
  issueOf,
  placeOf,
  pullIn,
  pullOf,
  pushed,
  refsChanged,
  repositoryOf,
  urlOf,
} from './bodies.js'

/** How each event is told. Cloud and Data Center have names of their own. */
const EVENTS: Tellers = {
  'repo:push': pushed,
  'repo:refs_changed': refsChanged,
  ...alike('repo:commit_status_created repo:commit_status_updated', built),
  ...changes(forkOf, { 'repo:fork repo:forked': 'forked it to' }),
  ...changes(commitOf, {
    'repo:commit_comment_created repo:comment:added': 'commented on',
    'repo:comment:edited': 'changed a comment on',
    'repo:comment:deleted': 'deleted a comment on',
  }),
  ...changes(pullOf, {
    'pullrequest:created pr:opened': 'opened',
    'pullrequest:updated pr:modified': 'changed',
    'pullrequest:fulfilled pr:merged': 'merged',
    'pullrequest:rejected pr:declined': 'declined',
    'pr:reopened': 'reopened',
    'pr:deleted': { did: 'deleted', state: 'closed', tells: 'end' },
    'pr:from_ref_updated': unasked('pushed to'),
    'pullrequest:approved pr:reviewer:approved': 'approved',
    'pullrequest:unapproved pr:reviewer:unapproved': 'no longer approves',
    'pullrequest:changes_request_created pr:reviewer:needs_work pr:reviewer:changes_requested':
      'requested changes in',
    'pullrequest:changes_request_removed': 'no longer wants changes in',
    'pr:reviewer:updated': unasked('changed the reviewers of'),
    'pullrequest:comment_created pr:comment:added': 'commented on',
    'pullrequest:comment_updated pr:comment:edited': 'changed a comment on',
    'pullrequest:comment_deleted pr:comment:deleted': 'deleted a comment on',
    'pullrequest:comment_resolved': unasked({ did: 'resolved a comment on', tells: 'comment' }),
    'pullrequest:comment_reopened': unasked({ did: 'reopened a comment on', tells: 'comment' }),
  }),
  ...changes(issueOf, {
    'issue:created': 'opened',
    'issue:updated': 'changed',
    'issue:comment_created': 'commented on',
  }),
  'diagnostics:ping': () => ({
    title: { where: '', label: 'The webhook of Bitbucket is connected' },
    color: 'good',
    isTest: true,
  }),
}

/** Events without words of their own that nobody wants in a channel unasked. */
const UNWANTED = namesIn('mirror:repo_synchronized repo:updated repo:modified')

/** Bitbucket Cloud and Bitbucket Data Center. */
export const bitbucket = forge({
  name: 'bitbucket',
  title: 'Bitbucket',
  eventHeaders: ['x-event-key'],
  deliveryHeaders: ['x-request-uuid', 'x-request-id'],
  eventOf: (body, header) => {
    if (!isObject(body)) return ''
    const event = header ?? inferred(body)
    if (event === '') return 'repository'
    const parts = event.split(':').filter((part) => part !== '')
    return { event, name: parts.join('.') }
  },
  facts: {
    branch: [
      'pullrequest.destination.branch.name',
      'pullRequest.toRef.displayId',
      'push.changes.0.new.name',
      'changes.0.ref.displayId',
    ],
    author: ['actor.nickname', 'actor.name'],
    repository: ['repository.full_name', 'repository.slug'],
    private: 'repository.is_private',
  },
  people: {
    at: (body) => urlOf(repositoryOf(body)) || urlOf(at(body, 'actor')),
    asked: {
      'pullrequest.created': 'pullrequest.reviewers',
      'issue.created': 'issue.assignee',
      'pr.opened': 'pullRequest.reviewers',
      'pr.reviewer.updated': 'addedReviewers',
    },
  },
  tellers: EVENTS,
  unwanted: UNWANTED,
  others: (event, body, { isOnlyBodyProven = false }) => {
    // Nothing is shown of a name that anybody may have written.
    const isShown = !isOnlyBodyProven || UNWANTED.has(event)
    return toldByName(isShown ? event : inferred(body) || 'event', body)
  },
})

/** The event by the body, where a proxy dropped the header. */
function inferred(body: unknown): string {
  const key = textAt(body, 'eventKey')
  if (key !== '') return key
  if (isObject(pullIn(body))) return 'pullrequest'
  if (hasObjects(body, 'push')) return 'repo:push'
  return hasObjects(body, 'repository') && hasObjects(body, 'actor') ? 'repo' : ''
}

const NOUNS: Table<string> = {
  pr: 'Pull request',
  pullrequest: 'Pull request',
  repo: 'Repository',
  mirror: 'Mirror:',
}

function toldByName(event: string, body: unknown): News {
  const [kind = '', ...rest] = event.split(':')
  const noun = entryOf(NOUNS, kind) ?? capital(inWords(kind))
  const name = `${noun} ${inWords(rest.join(' '))}`.trim()
  const place = placeOf(body)
  if (pullIn(body) === undefined) return namedNews({ ...place, label: '' }, name)
  const { kind: sort = '', ...pull } = pullOf(body)
  return namedNews({ ...pull, who: place.who, label: pull.label || sort }, name)
}
