import { valueOf } from '../../body-value.js'
import type { Format } from '../../format.js'
import { textAt } from '../../json-members.js'
import { isObject } from '../../../model/json.js'
import { eventName, messageOf, tellerOf } from '../news.js'
import { EVENTS } from './events.js'
import { shownByName } from './other.js'
import { pullOf } from './bodies.js'

const HEADER = 'x-event-key'
const DELIVERIES = ['x-request-uuid', 'x-request-id'] as const

/** Bitbucket Cloud and Bitbucket Data Center. */
export const bitbucket: Format = {
  name: 'bitbucket',
  title: 'Bitbucket',
  choosingHeaders: [HEADER, ...DELIVERIES],
  detect: ({ headers, body }) =>
    headers[HEADER] !== undefined && isObject(valueOf(body)) ? 'header' : null,
  read: ({ headers, body, isOnlyBodyProven }) => {
    const value = valueOf(body)
    if (!isObject(value))
      return { kind: 'refuse', path: '', reason: 'the body is not a JSON object' }
    const key = headers[HEADER] ?? inferred(value)
    if (key === '') return { kind: 'refuse', path: 'repository', reason: 'is missing' }
    // Nothing is shown of a name that anybody may have written.
    const name = isOnlyBodyProven ? inferred(value) || 'event' : key
    const tell = tellerOf(EVENTS, key) ?? shownByName(name)
    const deliveryId = DELIVERIES.map((name) => headers[name]).find((id) => id !== undefined) ?? ''
    return messageOf(eventName(...key.split(':')), tell(value), { deliveryId })
  },
}

/** The event by the body, where a proxy dropped the header. */
function inferred(body: unknown): string {
  const key = textAt(body, 'eventKey')
  if (key !== '') return key
  if (isObject(pullOf(body))) return 'pullrequest'
  const members = isObject(body) ? body : {}
  if (isObject(members['push'])) return 'repo:push'
  return isObject(members['repository']) && isObject(members['actor']) ? 'repo' : ''
}
