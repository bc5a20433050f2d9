import {
  changedSomehow,
  issueOf,
  personAt,
  placeOf,
  pullOf,
  reviewed,
  whereOf,
} from '../github/bodies.js'
import { EVENTS } from '../github/events.js'
import { LIKE_GITHUB, PEOPLE } from '../github/index.js'
import { refTellers, released, releaseOf } from '../github/repository.js'
import {
  alike,
  at,
  between,
  bySomebody,
  byWhom,
  changes,
  firstText,
  forge,
  hasObjects,
  incidentOf,
  inWords,
  numberAt,
  pageNews,
  refOf,
  runNews,
  skipped,
  type Teller,
  type Tellers,
  textAt,
  timeAt,
  topicNews,
  type TopicOf,
  unasked,
  urlPath,
} from '../kit.js'

const pageChanged: Teller = (body) => {
  const { url, ...place } = placeOf(body)
  const label = textAt(body, 'page')
  const page = {
    ...place,
    label,
    url: url === '' || label === '' ? url : `${url}/wiki/${urlPath(label)}`,
    beginning: { text: textAt(body, 'comment') },
  }
  return pageNews(page, inWords(textAt(body, 'action')))
}

const repositoryChanged: Teller = (body) => {
  const repository = {
    ...placeOf(body),
    where: firstText(body, 'organization.username', 'organization.name'),
    kind: 'the repository',
    label: whereOf(body) || 'without a name',
  }
  return topicNews(repository, { did: inWords(textAt(body, 'action')) || 'changed' })
}

/** Gitea's `forkee` is what was forked; the repository is the new one. */
const forkOf: TopicOf = (body) => ({
  ...bySomebody(placeOf(body)),
  where: textAt(body, 'forkee.full_name'),
  label: textAt(body, 'repository.full_name') || 'a repository',
  url: textAt(body, 'repository.html_url'),
  at: timeAt(body, 'repository.created_at'),
})

/** Reviews are said to be comments where they only have some. */
const commentedOrReviewed: Teller = (body) =>
  hasObjects(body, 'review') ? reviewed(body) : commentedSomewhere(body)

const commentedSomewhere: Teller = (body) => {
  const isPull = hasObjects(body, 'pull_request') && !hasObjects(body, 'issue')
  return topicNews((isPull ? pullOf : issueOf)(body), 'commented on')
}

const NANOSECONDS = 1e6

/** A run of Forgejo Actions, which tells of its repository itself. */
const actionRan: Teller = (body) => {
  const run = at(body, 'run')
  const where = textAt(run, 'repository.full_name') || whereOf(body)
  const workflow = textAt(run, 'workflow_id')
  const title = textAt(run, 'title')
  const end = timeAt(run, 'stopped')
  return runNews({
    where,
    label: workflow || title || 'Actions',
    url: firstText(run, 'html_url', 'repository.html_url'),
    status: firstText(body, 'action', 'run.status'),
    branch: refOf(textAt(run, 'prettyref')).name,
    milliseconds:
      between(timeAt(run, 'started'), end) ?? (numberAt(run, 'duration') ?? 0) / NANOSECONDS,
    facts: [workflow && title, byWhom(personAt(run, 'trigger_user'))],
    incident: incidentOf(where, 'runs', textAt(run, 'id')),
    at: end,
  })
}

/** The first run that passes after one that failed: worth a message, unlike others that pass. */
const actionRecovered: Teller = (body) => ({ ...actionRan(body), isSkipped: false })

/** What differs from GitHub. */
const GITEA_EVENTS: Tellers = {
  ...EVENTS,
  ...refTellers((kind) => (kind === 'tag' ? 'src/tag' : 'src/branch')),
  'issue_comment.created': commentedSomewhere,
  'pull_request_comment.created': commentedSomewhere,
  'pull_request_comment.reviewed': commentedOrReviewed,
  pull_request_comment: skipped(commentedOrReviewed),
  ...alike(
    `pull_request_approved pull_request_rejected
    pull_request_review_approved pull_request_review_rejected`,
    reviewed,
  ),
  pull_request_review_comment: commentedOrReviewed,
  'pull_request.reviewed': commentedOrReviewed,
  ...alike(
    `pull_request_assign pull_request_label pull_request_milestone pull_request_sync
    pull_request_review_request`,
    changedSomehow(pullOf),
  ),
  ...alike('issue_assign issue_label issue_milestone', changedSomehow(issueOf)),
  ...changes(releaseOf, { 'release.updated': unasked(released('changed')) }),
  action_run_failure: actionRan,
  action_run_success: actionRan,
  action_run_recover: actionRecovered,
  ...changes(forkOf, { fork: 'forked it to' }),
  repository: repositoryChanged,
  wiki: pageChanged,
}

/** Gogs names only the branch or the tag in its addresses. */
const GOGS_EVENTS: Tellers = {
  ...GITEA_EVENTS,
  ...refTellers(() => 'src'),
}

/** Gitea, Forgejo and Gogs, whose events are much like those of GitHub. */
export const gitea = forge({
  ...LIKE_GITHUB,
  name: 'gitea',
  title: 'Gitea and Forgejo',
  aliases: ['forgejo', 'gogs'],
  people: {
    ...PEOPLE,
    asked: {
      ...PEOPLE.asked,
      'pull_request_review_request.review_requested': 'requested_reviewer',
      // Who is new among the assignees, it does not say.
      ...alike('pull_request.assigned pull_request_assign.assigned', 'pull_request.assignees'),
      ...alike('issues.assigned issue_assign.assigned', 'issue.assignees'),
    },
  },
  eventHeaders: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
  deliveryHeaders: ['x-forgejo-delivery', 'x-gitea-delivery', 'x-gogs-delivery'],
  tellers: ({ headers: { 'x-gogs-event': ofGogs, 'x-gitea-event': ofGitea } }) =>
    ofGogs !== undefined && ofGitea === undefined ? GOGS_EVENTS : GITEA_EVENTS,
})
