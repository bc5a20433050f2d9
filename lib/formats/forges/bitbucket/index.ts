import {
  at,
  capital,
  entryOf,
  forge,
  hasObjects,
  inWords,
  isObject,
  namedNews,
  type News,
  type Table,
  textAt,
} from '../kit.js'
import { placeOf, pullIn, pullOf, repositoryOf, urlOf } from './bodies.js'
import { EVENTS, UNWANTED } from './events.js'

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
