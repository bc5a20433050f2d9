import {
  alike,
  at,
  firstText,
  forge,
  hasObjects,
  hasTexts,
  refOf,
  textAt,
  wordsIn,
} from '../kit.js'
import { ACTIONS, EVENTS, SYSTEM_EVENTS, UNWANTED } from './events.js'
import { systemNews, toldByName } from './others.js'

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
  return SYSTEM_EVENTS.has(textAt(body, 'event_name')) && isOfAnInstance(body)
}

/** One word is too little to recognise a sender by. */
function isOfAnInstance(body: unknown): boolean {
  return firstText(body, 'project_id', 'user_id', 'group_id', 'created_at') !== ''
}
