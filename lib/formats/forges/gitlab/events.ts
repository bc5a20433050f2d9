import { skipped, type Teller } from '../news.js'
import { emojiGiven, flagSwitched } from './other.js'
import { tokenExpires, vulnerabilityChanged } from './security.js'
import { pageChanged, pushed, released } from './refs.js'
import { deployed, jobRan, pipelineRan } from './runs.js'
import { changed, noted } from './topics.js'

const MERGE = 'merge_request'
const closed = { state: 'closed', tells: 'end' } as const
const opened = { state: 'open', tells: 'beginning' } as const

/** How each event is shown: by kind and action, or by the kind for all its other actions. */
export const EVENTS: Readonly<Record<string, Teller>> = {
  push: pushed,
  tag_push: pushed,

  'merge_request.open': changed(MERGE, { did: 'opened', ...opened }),
  'merge_request.reopen': changed(MERGE, { did: 'reopened', state: 'open' }),
  'merge_request.merge': changed(MERGE, { did: 'merged', color: 'good', ...closed }),
  'merge_request.close': changed(MERGE, { did: 'closed', ...closed }),
  'merge_request.approved': changed(MERGE, { did: 'approved', color: 'good' }),
  'merge_request.unapproved': changed(MERGE, { did: 'no longer approves', color: 'warning' }),
  'merge_request.approval': skipped(changed(MERGE, { did: 'approved', color: 'good' })),
  'merge_request.unapproval': skipped(changed(MERGE, { did: 'no longer approves' })),
  merge_request: skipped(changed(MERGE, { did: 'changed' })),

  'issue.open': changed('issue', { did: 'opened', ...opened }),
  'issue.reopen': changed('issue', { did: 'reopened', state: 'open' }),
  'issue.close': changed('issue', { did: 'closed', color: 'good', ...closed }),
  issue: skipped(changed('issue', { did: 'changed' })),
  'work_item.open': changed('work_item', { did: 'opened', ...opened }),
  'work_item.reopen': changed('work_item', { did: 'reopened', state: 'open' }),
  'work_item.close': changed('work_item', { did: 'closed', color: 'good', ...closed }),
  work_item: skipped(changed('work_item', { did: 'changed' })),

  'note.update': skipped(noted),
  note: noted,

  pipeline: pipelineRan,
  build: jobRan,
  deployment: deployed,
  release: released,

  wiki_page: pageChanged,
  access_token: tokenExpires('access token'),
  deploy_token: tokenExpires('deploy token'),
  vulnerability: vulnerabilityChanged,
  feature_flag: flagSwitched,
  emoji: skipped(emojiGiven),
}

/** Events of a whole instance that only fill a channel. */
export const SKIPPED: ReadonlySet<string> = new Set([
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
  ...SKIPPED,
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
