import { firstText, forge, hasObjects, hasTexts, textAt, wordsIn } from '../kit.js'
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
