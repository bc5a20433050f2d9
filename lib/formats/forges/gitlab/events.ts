import {
  APPROVED,
  CHANGED,
  changes,
  CLOSED,
  COMMENTED,
  DONE,
  MERGED,
  namesIn,
  OPENED,
  REOPENED,
  type Tellers,
  UNAPPROVED,
  unasked,
} from '../kit.js'
import {
  issueOf,
  mergeRequestOf,
  notedOf,
  pageChanged,
  pushed,
  released,
  releaseOf,
  workItemOf,
} from './bodies.js'
import { emojiOf, flagOf, toldByName, tokenExpires, vulnerabilityChanged } from './others.js'
import { deployed, jobRan, pipelineRan } from './runs.js'

/** How each event is told: by kind and action, or by the kind for all its other actions. */
export const EVENTS: Tellers = {
  push: pushed,
  tag_push: pushed,

  ...changes(mergeRequestOf, {
    'merge_request.open': OPENED,
    'merge_request.reopen': REOPENED,
    'merge_request.merge': MERGED,
    'merge_request.close': CLOSED,
    'merge_request.approved': APPROVED,
    'merge_request.unapproved': UNAPPROVED,
    'merge_request.approval': unasked(APPROVED),
    'merge_request.unapproval': { ...CHANGED, did: 'no longer approves' },
    merge_request: CHANGED,
  }),
  ...changes(issueOf, {
    'issue.open': OPENED,
    'issue.reopen': REOPENED,
    'issue.close': DONE,
    issue: CHANGED,
  }),
  ...changes(workItemOf, {
    'work_item.open': OPENED,
    'work_item.reopen': REOPENED,
    'work_item.close': DONE,
    work_item: CHANGED,
  }),
  ...changes(notedOf, { 'note.update': unasked(COMMENTED), note: COMMENTED }),
  pipeline: pipelineRan,
  build: jobRan,
  deployment: deployed,
  ...changes(releaseOf, {
    'release.update': unasked(released('changed')),
    'release.delete': { ...released('deleted'), color: 'neutral' },
    release: released('published'),
  }),

  'wiki_page.create': pageChanged('created'),
  'wiki_page.delete': pageChanged('deleted'),
  wiki_page: pageChanged('changed'),
  access_token: tokenExpires('access token'),
  deploy_token: tokenExpires('deploy token'),
  vulnerability: vulnerabilityChanged,
  milestone: (body) => toldByName('milestone', body),
  ...changes(flagOf, { feature_flag: { did: 'switched' } }),
  ...changes(emojiOf, { emoji: { ...CHANGED, did: 'reacted with' } }),
}

/** Actions, and how runs say how far they are, that are told in GitLab's own words. */
export const ACTIONS = namesIn(`
  approved award canceled canceling close create created delete failed manual merge open pending
  preparing reopen revoke running scheduled skipped success unapproved update waiting_for_callback
  waiting_for_resource
`)

/** Events of a whole instance that only fill a channel. */
export const UNWANTED = namesIn(`
  repository_update project_update key_create key_destroy user_update_for_group
  user_update_for_team group_update gitlab_subscription_member_approval
  gitlab_subscription_member_approvals
`)

/** System hooks have these instead of an `object_kind`. */
export const SYSTEM_EVENTS: ReadonlySet<string> = new Set([
  ...UNWANTED,
  ...namesIn(`
  push tag_push project_create project_destroy project_rename project_transfer group_create
  group_destroy group_rename user_add_to_group user_add_to_team user_remove_from_group
  user_remove_from_team user_access_request_to_group user_access_request_to_project
  user_access_request_denied_for_group user_access_request_denied_for_project
  user_access_request_revoked_for_group user_access_request_revoked_for_project user_create
  user_destroy user_failed_login user_rename subgroup_create subgroup_destroy
`),
])
