import {
  at,
  changed,
  CLOSED,
  commented,
  FORKED,
  MERGED,
  OPENED,
  REOPENED,
  skipped,
  type Tellers,
} from '../kit.js'
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
  madePublic,
  memberAdded,
  pinged,
  refTellers,
  released,
  wikiChanged,
} from './repository.js'
import { checked, deployed, stateReported, workflowRan } from './runs.js'

const merged = changed(pullOf, MERGED)
const abandoned = changed(pullOf, CLOSED)

/** How each event is shown: by event and action, or by the event for all its other actions. */
export const EVENTS: Tellers = {
  ping: pinged,

  ...refTellers(() => 'tree'),
  commit_comment: commented(commitOf),

  'pull_request.opened': changed(pullOf, OPENED),
  'pull_request.reopened': changed(pullOf, REOPENED),
  'pull_request.closed': (body) => (isMerged(body) ? merged(body) : abandoned(body)),
  'pull_request.ready_for_review': changed(pullOf, { did: 'wants a review of' }),
  'pull_request.converted_to_draft': changed(pullOf, { did: 'made a draft of' }),
  pull_request: skipped(changedSomehow(pullOf)),
  'pull_request_review.submitted': reviewed,
  'pull_request_review.dismissed': changed(pullOf, { did: 'dismissed a review of' }),
  pull_request_review: skipped(reviewed),
  'pull_request_review_comment.created': commented(pullOf),
  pull_request_review_comment: skipped(changedSomehow(pullOf, 'comment on')),
  pull_request_review_thread: skipped(changedSomehow(pullOf, 'discussion of')),

  'issues.opened': changed(issueOf, OPENED),
  'issues.reopened': changed(issueOf, REOPENED),
  'issues.closed': closedIssue,
  'issues.deleted': changed(issueOf, { did: 'deleted', state: 'closed' }),
  'issues.transferred': changed(issueOf, { did: 'moved', state: 'closed' }),
  issues: skipped(changedSomehow(issueOf)),
  'issue_comment.created': commented(issueOf),
  issue_comment: skipped(changedSomehow(issueOf, 'comment on')),

  'discussion.created': changed(discussionOf, { ...OPENED, did: 'started' }),
  'discussion.answered': changed(discussionOf, { did: 'marked an answer in', color: 'good' }),
  'discussion.closed': changed(discussionOf, { did: 'closed', state: 'closed' }),
  'discussion.reopened': changed(discussionOf, REOPENED),
  discussion: skipped(changedSomehow(discussionOf)),
  'discussion_comment.created': commented(discussionOf),
  discussion_comment: skipped(changedSomehow(discussionOf, 'comment on')),

  'release.published': released('published'),
  'release.deleted': skipped(released('deleted')),
  'release.created': skipped(released('drafted')),
  release: skipped(released('changed')),

  workflow_run: workflowRan,
  workflow_job: checked('workflow_job', 'Job'),
  check_run: checked('check_run', 'Check'),
  check_suite: checked('check_suite', 'Checks'),
  status: stateReported,
  deployment: skipped(deployed),
  deployment_status: deployed,

  dependabot_alert: alerted('Dependabot alert', 'dependabot'),
  code_scanning_alert: alerted('code scanning alert', 'code-scanning'),
  secret_scanning_alert: alerted('secret scanning alert', 'secret-scanning'),
  repository_vulnerability_alert: alerted('vulnerability', 'vulnerabilities'),
  security_advisory: advised,
  repository_advisory: advised,

  fork: changed(forkOf, FORKED),
  gollum: wikiChanged,
  public: madePublic,
  'member.added': memberAdded,
  org_block: blocked,
}

function isMerged(body: unknown): boolean {
  return at(body, 'pull_request', 'merged') === true
}

/** Events and actions that nobody wants in a channel unasked. */
export const UNWANTED: ReadonlySet<string> = new Set([
  'star',
  'watch',
  'label',
  'meta',
  'membership',
  'team',
  'team_add',
  'member',
  'milestone.edited',
  'milestone.deleted',
  'repository.edited',
  'project',
  'project_card',
  'project_column',
  'projects_v2',
  'projects_v2_item',
  'projects_v2_status_update',
  'page_build',
  'registry_package',
  'package.updated',
  'merge_group',
  'sub_issues',
  'issue_dependencies',
  'custom_property',
  'custom_property_values',
  'deployment_protection_rule',
  'deployment_review',
  'secret_scanning_alert_location',
  'secret_scanning_scan',
  'security_and_analysis',
  'workflow_dispatch',
  'repository_dispatch',
  'repository_import',
  'installation',
  'installation_repositories',
  'installation_target',
  'github_app_authorization',
  'marketplace_purchase',
  'personal_access_token_request',
])

/** Other events that GitHub documents, and that have no words of their own. */
export const NAMED: ReadonlySet<string> = new Set([
  'branch_protection_configuration',
  'branch_protection_rule',
  'deploy_key',
  'milestone',
  'organization',
  'package',
  'repository',
  'repository_ruleset',
  'sponsorship',
])
