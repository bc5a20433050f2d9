import {
  APPROVED,
  changed,
  CHANGED,
  CLOSED,
  DONE,
  MERGED,
  OPENED,
  REOPENED,
  skipped,
  type Tellers,
  UNAPPROVED,
} from '../kit.js'
import { issueOf, mergeRequestOf, noted, workItemOf } from './bodies.js'
import { emojiOf, flagOf, tokenExpires, vulnerabilityChanged } from './others.js'
import { pageChanged, pushed, released } from './repository.js'
import { deployed, jobRan, pipelineRan } from './runs.js'

/** How each event is told: by kind and action, or by the kind for all its other actions. */
export const EVENTS: Tellers = {
  push: pushed,
  tag_push: pushed,

  'merge_request.open': changed(mergeRequestOf, OPENED),
  'merge_request.reopen': changed(mergeRequestOf, REOPENED),
  'merge_request.merge': changed(mergeRequestOf, MERGED),
  'merge_request.close': changed(mergeRequestOf, CLOSED),
  'merge_request.approved': changed(mergeRequestOf, APPROVED),
  'merge_request.unapproved': changed(mergeRequestOf, UNAPPROVED),
  'merge_request.approval': skipped(changed(mergeRequestOf, APPROVED)),
  'merge_request.unapproval': skipped(changed(mergeRequestOf, { did: 'no longer approves' })),
  merge_request: skipped(changed(mergeRequestOf, CHANGED)),

  'issue.open': changed(issueOf, OPENED),
  'issue.reopen': changed(issueOf, REOPENED),
  'issue.close': changed(issueOf, DONE),
  issue: skipped(changed(issueOf, CHANGED)),
  'work_item.open': changed(workItemOf, OPENED),
  'work_item.reopen': changed(workItemOf, REOPENED),
  'work_item.close': changed(workItemOf, DONE),
  work_item: skipped(changed(workItemOf, CHANGED)),

  'note.update': skipped(noted),
  note: noted,

  pipeline: pipelineRan,
  build: jobRan,
  deployment: deployed,
  'release.update': skipped(released('changed')),
  'release.delete': released('deleted', 'neutral'),
  release: released('published'),

  'wiki_page.create': pageChanged('created'),
  'wiki_page.delete': pageChanged('deleted'),
  wiki_page: pageChanged('changed'),
  access_token: tokenExpires('access token'),
  deploy_token: tokenExpires('deploy token'),
  vulnerability: vulnerabilityChanged,
  feature_flag: changed(flagOf, { did: 'switched' }),
  emoji: skipped(changed(emojiOf, { did: 'reacted with' })),
}

/** Events of a whole instance that only fill a channel. */
export const UNWANTED: ReadonlySet<string> = new Set([
  'repository_update',
  'project_update',
  'key_create',
  'key_destroy',
  'user_update_for_group',
  'user_update_for_team',
  'group_update',
  'gitlab_subscription_member_approval',
  'gitlab_subscription_member_approvals',
])

/** System hooks have these instead of an `object_kind`. */
export const SYSTEM_EVENTS: ReadonlySet<string> = new Set([
  ...UNWANTED,
  'push',
  'tag_push',
  'project_create',
  'project_destroy',
  'project_rename',
  'project_transfer',
  'group_create',
  'group_destroy',
  'group_rename',
  'user_add_to_group',
  'user_add_to_team',
  'user_remove_from_group',
  'user_remove_from_team',
  'user_access_request_to_group',
  'user_access_request_to_project',
  'user_access_request_denied_for_group',
  'user_access_request_denied_for_project',
  'user_access_request_revoked_for_group',
  'user_access_request_revoked_for_project',
  'user_create',
  'user_destroy',
  'user_failed_login',
  'user_rename',
  'subgroup_create',
  'subgroup_destroy',
])
