import {
  APPROVED,
  at,
  capital,
  type Change,
  CHANGED,
  changes,
  CLOSED,
  COMMENT_CHANGED,
  COMMENT_DELETED,
  COMMENTED,
  entryOf,
  forge,
  FORKED,
  hasObjects,
  inWords,
  isObject,
  MERGED,
  namedNews,
  namesIn,
  type News,
  OBJECTED,
  OPENED,
  REOPENED,
  type Table,
  type Tellers,
  textAt,
  UNAPPROVED,
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

const DECLINED: Change = { ...CLOSED, did: 'declined' }

/** How each event is told: Cloud's names, then those of Data Center. */
const EVENTS: Tellers = {
  'repo:push': pushed,
  'repo:commit_status_created': built,
  'repo:commit_status_updated': built,
  ...changes(forkOf, { 'repo:fork': FORKED }),
  ...changes(commitOf, { 'repo:commit_comment_created': COMMENTED }),
  ...changes(pullOf, {
    'pullrequest:created': OPENED,
    'pullrequest:updated': CHANGED,
    'pullrequest:fulfilled': MERGED,
    'pullrequest:rejected': DECLINED,
    'pullrequest:approved': APPROVED,
    'pullrequest:unapproved': UNAPPROVED,
    'pullrequest:changes_request_created': OBJECTED,
    'pullrequest:changes_request_removed': { did: 'no longer wants changes in' },
    'pullrequest:comment_created': COMMENTED,
    'pullrequest:comment_updated': COMMENT_CHANGED,
    'pullrequest:comment_deleted': COMMENT_DELETED,
    'pullrequest:comment_resolved': { ...COMMENT_CHANGED, did: 'resolved a comment on' },
    'pullrequest:comment_reopened': { ...COMMENT_CHANGED, did: 'reopened a comment on' },
  }),
  ...changes(issueOf, {
    'issue:created': OPENED,
    'issue:updated': CHANGED,
    'issue:comment_created': COMMENTED,
  }),

  'repo:refs_changed': refsChanged,
  ...changes(forkOf, { 'repo:forked': FORKED }),
  ...changes(commitOf, {
    'repo:comment:added': COMMENTED,
    'repo:comment:edited': COMMENT_CHANGED,
    'repo:comment:deleted': COMMENT_DELETED,
  }),
  ...changes(pullOf, {
    'pr:opened': OPENED,
    'pr:modified': CHANGED,
    'pr:from_ref_updated': { ...CHANGED, did: 'pushed to' },
    'pr:merged': MERGED,
    'pr:declined': DECLINED,
    'pr:deleted': { ...CLOSED, did: 'deleted' },
    'pr:reopened': REOPENED,
    'pr:reviewer:approved': APPROVED,
    'pr:reviewer:unapproved': UNAPPROVED,
    'pr:reviewer:needs_work': OBJECTED,
    'pr:reviewer:changes_requested': OBJECTED,
    'pr:reviewer:updated': { ...CHANGED, did: 'changed the reviewers of' },
    'pr:comment:added': COMMENTED,
    'pr:comment:edited': COMMENT_CHANGED,
    'pr:comment:deleted': COMMENT_DELETED,
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
