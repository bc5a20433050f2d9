import {
  alike,
  at,
  changes,
  firstText,
  forge,
  hasObjects,
  hasTexts,
  namesIn,
  refOf,
  type Tellers,
  textAt,
  unasked,
  wordsIn,
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
import {
  deployed,
  emojiOf,
  flagOf,
  jobRan,
  pipelineRan,
  systemNews,
  tokenExpires,
  toldByName,
  vulnerabilityChanged,
} from './tellers.js'

/** How each event is told: by kind and action, or by the kind for all its other actions. */
const EVENTS: Tellers = {
  push: pushed,
  tag_push: pushed,

  ...changes(mergeRequestOf, {
    'merge_request.open': 'opened',
    'merge_request.reopen': 'reopened',
    'merge_request.merge': 'merged',
    'merge_request.close': 'closed',
    'merge_request.approved': 'approved',
    'merge_request.unapproved': 'no longer approves',
    'merge_request.approval': unasked('approved'),
    'merge_request.unapproval': unasked({ did: 'no longer approves' }),
    merge_request: 'changed',
  }),
  ...changes(issueOf, {
    'issue.open': 'opened',
    'issue.reopen': 'reopened',
    'issue.close': 'done',
    issue: 'changed',
  }),
  ...changes(workItemOf, {
    'work_item.open': 'opened',
    'work_item.reopen': 'reopened',
    'work_item.close': 'done',
    work_item: 'changed',
  }),
  ...changes(notedOf, { 'note.update': unasked('commented on'), note: 'commented on' }),
  pipeline: pipelineRan,
  build: jobRan,
  deployment: deployed,
  ...changes(releaseOf, {
    'release.update': unasked(released('changed')),
    'release.delete': { did: 'Release deleted', tells: 'beginning' },
    release: released('published'),
  }),

  'wiki_page.create': pageChanged('created'),
  'wiki_page.delete': pageChanged('deleted'),
  wiki_page: pageChanged('changed'),
  access_token: tokenExpires('access token'),
  deploy_token: tokenExpires('deploy token'),
  vulnerability: vulnerabilityChanged,
  milestone: (body) => toldByName('milestone', body),
  ...changes(flagOf, { feature_flag: 'switched' }),
  ...changes(emojiOf, { emoji: unasked('reacted with') }),
}

/** Actions, and how runs say how far they are, that are told in GitLab's own words. */
const ACTIONS = namesIn(`
  approved award canceled canceling close create created delete failed manual merge open pending
  preparing reopen revoke running scheduled skipped success unapproved update waiting_for_callback
  waiting_for_resource
`)

/** Events of a whole instance that only fill a channel. */
const UNWANTED = namesIn(`
  repository_update project_update key_create key_destroy user_update_for_group
  user_update_for_team group_update gitlab_subscription_member_approval
  gitlab_subscription_member_approvals
`)

/** System hooks have these instead of an `object_kind`. */
const SYSTEM_EVENTS: ReadonlySet<string> = new Set([
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

/** Where the action is, or how a run ended. */
const ACTION_PATHS = wordsIn(`
  object_attributes.action object_attributes.status build_status action status
`)

/** Webhooks of projects and groups, and system hooks of instances. */
export const gitlab = forge({
  name: 'gitlab',
  title: 'GitLab',
  eventHeaders: ['x-gitlab-event'],
  deliveryHeaders: ['webhook-id', 'idempotency-key'],
  isEvent,
  eventOf: (body) => {
    const event = firstText(body, 'object_kind', 'event_name')
    return event === '' ? 'object_kind' : { event, action: firstText(body, ...ACTION_PATHS) }
  },
  facts: {
    branch: [
      'object_attributes.target_branch',
      'merge_request.target_branch',
      'object_attributes.ref',
      (body) => (textAt(body, 'object_kind') === 'tag_push' ? '' : refOf(textAt(body, 'ref')).name),
    ],
    label: ['labels', 'object_attributes.labels'],
    author: ['user.username', 'user_username'],
    severity: 'object_attributes.severity',
    environment: 'environment',
    repository: 'project.path_with_namespace',
    private: (body) => {
      const level = at(body, 'project.visibility_level')
      return typeof level === 'number' ? level === 0 : undefined
    },
  },
  people: {
    at: ['project.web_url', 'repository.homepage', 'group.web_url'],
    asked: {
      ...alike('merge_request.open issue.open work_item.open', 'reviewers assignees'),
      ...alike(
        'merge_request.update issue.update work_item.update',
        'changes.reviewers changes.assignees',
      ),
    },
  },
  tellers: EVENTS,
  unwanted: UNWANTED,
  actions: ACTIONS,
  others: (event, body) =>
    hasTexts(body, 'object_kind') ? toldByName(event, body) : systemNews(event, body),
})

const BESIDES = ['project', 'user', 'group']

function isEvent(body: unknown): boolean {
  if (hasTexts(body, 'object_kind')) return BESIDES.some((name) => hasObjects(body, name))
  // One word is too little to recognise a sender by.
  const isOfAnInstance = firstText(body, 'project_id', 'user_id', 'group_id', 'created_at') !== ''
  return SYSTEM_EVENTS.has(textAt(body, 'event_name')) && isOfAnInstance
}
