import { at, changes, namesIn, skipped, type Tellers, topicNews, unasked } from '../kit.js'
import { advised, alerted } from './alerts.js'
import {
  changedSomehow,
  closedIssue,
  commitOf,
  discussionOf,
  issueOf,
  pullOf,
  reviewed,
} from './bodies.js'
import {
  blocked,
  forkOf,
  memberAdded,
  pinged,
  publicOf,
  refTellers,
  released,
  releaseOf,
  wikiChanged,
} from './repository.js'
import {
  checked,
  deployed,
  dequeued,
  mergeGroupEnded,
  pageBuilt,
  reviewRequested,
  stateReported,
  workflowRan,
} from './runs.js'

/** How each event is shown: by event and action, or by the event for all its other actions. */
export const EVENTS: Tellers = {
  ping: pinged,

  ...refTellers(() => 'tree'),
  ...changes(commitOf, { commit_comment: 'commented on' }),

  ...changes(pullOf, {
    'pull_request.opened': 'opened',
    'pull_request.reopened': 'reopened',
    'pull_request.ready_for_review': 'wants a review of',
    'pull_request.converted_to_draft': 'made a draft of',
    'pull_request_review.dismissed': 'dismissed a review of',
    'pull_request_review_comment.created': 'commented on',
  }),
  'pull_request.dequeued': dequeued,
  'pull_request.closed': (body) => {
    const isMerged = at(body, 'pull_request.merged') === true
    return topicNews(pullOf(body), isMerged ? 'merged' : 'closed')
  },
  pull_request: changedSomehow(pullOf),
  'pull_request_review.submitted': reviewed,
  pull_request_review: skipped(reviewed),
  pull_request_review_comment: changedSomehow(pullOf, 'comment on'),
  pull_request_review_thread: changedSomehow(pullOf, 'discussion of'),

  ...changes(issueOf, {
    'issues.opened': 'opened',
    'issues.reopened': 'reopened',
    'issues.deleted': { did: 'deleted', state: 'closed' },
    'issues.transferred': { did: 'moved', state: 'closed' },
    'issue_comment.created': 'commented on',
  }),
  'issues.closed': closedIssue,
  issues: changedSomehow(issueOf),
  issue_comment: changedSomehow(issueOf, 'comment on'),

  ...changes(discussionOf, {
    'discussion.created': { did: 'started', state: 'open', tells: 'beginning' },
    'discussion.answered': { did: 'marked an answer in', color: 'good' },
    'discussion.closed': { did: 'closed', state: 'closed' },
    'discussion.reopened': 'reopened',
    'discussion_comment.created': 'commented on',
  }),
  discussion: changedSomehow(discussionOf),
  discussion_comment: changedSomehow(discussionOf, 'comment on'),

  ...changes(releaseOf, {
    'release.published': released('published'),
    'release.deleted': unasked(released('deleted')),
    'release.created': unasked(released('drafted')),
    release: unasked(released('changed')),
  }),

  workflow_run: workflowRan,
  workflow_job: checked('workflow_job', 'Job'),
  check_run: checked('check_run', 'Check'),
  check_suite: checked('check_suite', 'Checks'),
  status: stateReported,
  deployment: skipped(deployed),
  deployment_status: deployed,
  'deployment_review.requested': reviewRequested,
  'merge_group.destroyed': mergeGroupEnded,
  page_build: pageBuilt,

  dependabot_alert: alerted('Dependabot alert', 'dependabot'),
  code_scanning_alert: alerted('code scanning alert', 'code-scanning'),
  secret_scanning_alert: alerted('secret scanning alert', 'secret-scanning'),
  repository_vulnerability_alert: alerted('vulnerability', 'vulnerabilities'),
  security_advisory: advised,
  repository_advisory: advised,

  ...changes(forkOf, { fork: 'forked it to' }),
  ...changes(publicOf, { public: 'made' }),
  gollum: wikiChanged,
  'member.added': memberAdded,
  org_block: blocked,
}

/** Actions of events that are told in GitHub's own words. */
export const ACTIONS = namesIn(`
  answered assigned auto_merge_disabled auto_merge_enabled category_changed completed created
  deleted demilestoned dismissed edited enqueued in_progress labeled locked milestoned pinned
  prereleased queued released requested requested_action rerequested resolved
  review_request_removed review_requested synchronize transferred typed unanswered unassigned
  unlabeled unlocked unpinned unpublished unresolved untyped waiting
`)

/** Events and actions that nobody wants in a channel unasked. */
export const UNWANTED = namesIn(`
  star watch label meta membership team team_add member milestone.edited milestone.deleted
  repository.edited project project_card project_column projects_v2 projects_v2_item
  projects_v2_status_update registry_package package.updated merge_group sub_issues
  issue_dependencies custom_property custom_property_values deployment_protection_rule
  deployment_review secret_scanning_alert_location secret_scanning_scan security_and_analysis
  workflow_dispatch repository_dispatch repository_import installation installation_repositories
  installation_target github_app_authorization marketplace_purchase personal_access_token_request
`)

/** Other events that GitHub documents, and that have no words of their own. */
export const NAMED = namesIn(`
  branch_protection_configuration branch_protection_rule deploy_key milestone organization package
  repository repository_ruleset sponsorship
`)
