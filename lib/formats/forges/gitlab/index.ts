import { valueOf } from '../../body-value.js'
import type { Format, FormatReading } from '../../format.js'
import { at, textAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { eventName, messageOf, skipped, type Teller, tellerOf } from '../news.js'
import { EVENTS, SKIPPED, SYSTEM_EVENTS } from './events.js'
import { systemShown, shownByName } from './other.js'

const HEADER = 'x-gitlab-event'
const DELIVERIES = ['webhook-id', 'idempotency-key'] as const

/** Webhooks of projects and groups, and system hooks of instances. */
export const gitlab: Format = {
  name: 'gitlab',
  title: 'GitLab',
  choosingHeaders: [HEADER, ...DELIVERIES],
  detect: ({ headers, body }) => {
    if (headers[HEADER] !== undefined) return isObject(valueOf(body)) ? 'header' : null
    return body.kind === 'json' && isEvent(body.value) ? 'body' : null
  },
  read: ({ headers, body }) => {
    const deliveryId = DELIVERIES.map((name) => headers[name]).find((id) => id !== undefined) ?? ''
    return readEvent(valueOf(body), deliveryId)
  },
}

const BESIDES = ['project', 'user', 'group']

function isEvent(body: unknown): boolean {
  if (textAt(body, 'object_kind') !== '') return BESIDES.some((name) => isObject(at(body, name)))
  return SYSTEM_EVENTS.has(textAt(body, 'event_name')) && isOfAnInstance(body)
}

/** One word is too little to recognise a sender by. */
function isOfAnInstance(body: unknown): boolean {
  const names = ['project_id', 'user_id', 'group_id', 'created_at']
  return names.some((name) => textAt(body, name) !== '')
}

function readEvent(body: unknown, deliveryId: string): FormatReading {
  const kind = textAt(body, 'object_kind')
  const system = textAt(body, 'event_name')
  const event = kind || system
  if (event === '') return { kind: 'refuse', path: 'object_kind', reason: 'is missing' }
  const action = actionOf(body)
  const known = tellerOf(EVENTS, `${event}.${action}`, event)
  const shown = known ?? (kind === '' ? systemShown(event) : shownByName(event))
  const tell: Teller = SKIPPED.has(event) ? skipped(shown) : shown
  return messageOf(eventName(event, action), tell(body), { deliveryId })
}

/** What happened, or how a run ended. */
function actionOf(body: unknown): string {
  const value = at(body, 'object_attributes')
  return (
    textAt(value, 'action') ||
    textAt(value, 'status') ||
    textAt(body, 'build_status') ||
    textAt(body, 'action') ||
    textAt(body, 'status')
  )
}
