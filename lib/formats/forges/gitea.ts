import { valueOf } from '../body-value.js'
import type { Format } from '../format.js'
import { at, textAt, timeAt } from '../json-members.js'
import { isObject } from '../../model/json.js'
import { urlPath } from './commits.js'
import { excerpt } from './excerpt.js'
import { EVENTS } from './github/events.js'
import { readEvent } from './github/index.js'
import { refTellers, released } from './github/refs.js'
import { reviewed } from './github/reviews.js'
import { issueOf, pullOf, repositoryUrl, whereOf, whoOf } from './github/bodies.js'
import { changedSomehow } from './github/topics.js'
import { actionRan, actionRecovered } from './gitea-runs.js'
import { spaced, skipped, type Teller, words } from './news.js'

const HEADERS = ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'] as const
const DELIVERIES = ['x-forgejo-delivery', 'x-gitea-delivery', 'x-gogs-delivery'] as const

/** Gitea, Forgejo and Gogs, whose events are much like those of GitHub. */
export const gitea: Format = {
  name: 'gitea',
  title: 'Gitea and Forgejo',
  aliases: ['forgejo', 'gogs'],
  choosingHeaders: [...HEADERS, ...DELIVERIES],
  detect: ({ headers, body }) =>
    HEADERS.some((name) => headers[name] !== undefined) && isObject(valueOf(body))
      ? 'header'
      : null,
  read: (request) => {
    const { headers } = request
    const event = HEADERS.map((name) => headers[name] ?? '').find((value) => value !== '') ?? ''
    const deliveryId = DELIVERIES.map((name) => headers[name] ?? '').find((id) => id !== '') ?? ''
    const isGogs = headers['x-gogs-event'] !== undefined && headers['x-gitea-event'] === undefined
    const tellers = isGogs ? GOGS_EVENTS : OWN_EVENTS
    return readEvent(request, { event, tellers, deliveryId })
  },
}

const pageChanged: Teller = (body) => {
  const page = textAt(body, 'page')
  const url = repositoryUrl(body)
  return {
    title: {
      where: whereOf(body),
      before: words(whoOf(body), spaced(textAt(body, 'action')) || 'changed', 'the wiki page'),
      label: page || 'without a title',
      url: url === '' || page === '' ? url : `${url}/wiki/${urlPath(page)}`,
    },
    text: excerpt(textAt(body, 'comment')),
  }
}

const repositoryChanged: Teller = (body) => ({
  title: {
    where: textAt(body, 'organization', 'username') || textAt(body, 'organization', 'name'),
    before: words(whoOf(body), spaced(textAt(body, 'action')) || 'changed', 'the repository'),
    label: whereOf(body) || 'without a name',
    url: repositoryUrl(body),
  },
})

/** Gitea's `forkee` is what was forked; the repository is the new one. */
const forked: Teller = (body) => ({
  title: {
    where: textAt(body, 'forkee', 'full_name'),
    before: words(whoOf(body) || 'Somebody', 'forked it to'),
    label: textAt(body, 'repository', 'full_name') || 'a repository',
    url: textAt(body, 'repository', 'html_url'),
  },
  at: timeAt(body, 'repository', 'created_at'),
})

/** Reviews are said to be comments where they only have some. */
const commentedOrReviewed: Teller = (body) =>
  isObject(at(body, 'review')) ? reviewed(body) : commented(body)

const commented: Teller = (body) => {
  const tell = EVENTS['issue_comment.created']
  const isPull = isObject(at(body, 'pull_request')) && !isObject(at(body, 'issue'))
  const onPull = EVENTS['pull_request_review_comment.created']
  return (isPull ? onPull : tell)?.(body) ?? changedSomehow(issueOf)(body)
}

/** What differs from GitHub. */
const OWN_EVENTS: Readonly<Record<string, Teller>> = {
  ...EVENTS,
  ...refTellers((kind) => (kind === 'tag' ? 'src/tag' : 'src/branch')),
  'issue_comment.created': commented,
  'pull_request_comment.created': commented,
  'pull_request_comment.reviewed': commentedOrReviewed,
  pull_request_comment: skipped(commentedOrReviewed),
  pull_request_approved: reviewed,
  pull_request_rejected: reviewed,
  pull_request_review_approved: reviewed,
  pull_request_review_rejected: reviewed,
  pull_request_review_comment: commentedOrReviewed,
  'pull_request.reviewed': commentedOrReviewed,
  pull_request_assign: skipped(changedSomehow(pullOf)),
  pull_request_label: skipped(changedSomehow(pullOf)),
  pull_request_milestone: skipped(changedSomehow(pullOf)),
  pull_request_sync: skipped(changedSomehow(pullOf)),
  pull_request_review_request: skipped(changedSomehow(pullOf)),
  issue_assign: skipped(changedSomehow(issueOf)),
  issue_label: skipped(changedSomehow(issueOf)),
  issue_milestone: skipped(changedSomehow(issueOf)),
  'release.updated': skipped(released('changed')),
  action_run_failure: actionRan,
  action_run_success: actionRan,
  action_run_recover: actionRecovered,
  fork: forked,
  repository: repositoryChanged,
  wiki: pageChanged,
}

/** Gogs names only the branch or the tag in its addresses. */
const GOGS_EVENTS: Readonly<Record<string, Teller>> = {
  ...OWN_EVENTS,
  ...refTellers(() => 'src'),
}
