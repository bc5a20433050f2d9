import { isObject } from '../../model/json.js'
import { valueOf } from '../body-value.js'
import type { Format, FormatRequest, JsonMembers } from '../format.js'
import { entryOf } from '../own-entry.js'
import { messageOf, type News, type Tellers } from './news.js'

/** A forge: how its events are recognised, what they are called, and how each is told. */
export interface Forge {
  readonly name: string
  readonly title: string
  readonly aliases?: readonly string[]
  /** Headers that name the event, the most telling first. */
  readonly eventHeaders?: readonly string[]
  /** Headers that name the delivery. */
  readonly deliveryHeaders?: readonly string[]
  /** Headers of other forges, which send those of this one too. */
  readonly foreignHeaders?: readonly string[]
  /** Whether a body is an event although the headers are missing. Default: none is. */
  readonly isEvent?: (body: unknown) => boolean
  /** What a body is about. `header`: the event that the headers name, or `''`. */
  readonly eventOf: (body: JsonMembers, header: string) => ForgeEvent | Missing
  /** By the event and its action, such as `issues.opened`, or by the event for all its other actions. */
  readonly tellers: Tellers
  /** How all other events are told. */
  readonly others: (event: string, body: JsonMembers, request: FormatRequest) => News
  /** Events and actions that nobody wants in a channel unasked, unless they have a teller of their own. */
  readonly unwanted?: ReadonlySet<string>
}

export interface ForgeEvent {
  readonly event: string
  readonly action?: string
  readonly deliveryId?: string
}

/** The member without which a body is no event. */
export interface Missing {
  readonly missing: string
}

/** The format of a forge. */
export function forge(given: Forge): Format {
  const { name, title, aliases = [], eventHeaders = [], deliveryHeaders = [] } = given
  const { foreignHeaders = [], isEvent = () => false } = given
  return {
    name,
    title,
    aliases,
    choosingHeaders: [...eventHeaders, ...deliveryHeaders],
    detect: ({ headers, body }) => {
      if (foreignHeaders.some((each) => each in headers)) return null
      const isNamed = eventHeaders.some((each) => headers[each] !== undefined)
      if (isNamed) return isObject(valueOf(body)) ? 'header' : null
      return body.kind === 'json' && isEvent(body.value) ? 'body' : null
    },
    read: (request) => {
      const body = valueOf(request.body)
      if (!isObject(body)) {
        return { kind: 'refuse', path: '', reason: 'the body is not a JSON object' }
      }
      const found = given.eventOf(body, firstHeader(request, eventHeaders))
      if ('missing' in found) return { kind: 'refuse', path: found.missing, reason: 'is missing' }
      const { event, action = '', deliveryId = firstHeader(request, deliveryHeaders) } = found
      const news = newsOf(given, body, request, [event, action])
      return messageOf(eventName(event, action), news, deliveryId)
    },
  }
}

function firstHeader({ headers }: FormatRequest, names: readonly string[]): string {
  return names.map((name) => headers[name] ?? '').find((value) => value !== '') ?? ''
}

function newsOf(
  { tellers, others, unwanted }: Forge,
  body: JsonMembers,
  request: FormatRequest,
  [event, action]: readonly [string, string],
): News {
  const named = `${event}.${action}`
  const own = entryOf(tellers, named)
  if (own) return own(body)
  const tell = entryOf(tellers, event)
  const news = tell ? tell(body) : others(event, body, request)
  const isUnwanted = unwanted?.has(event) === true || unwanted?.has(named) === true
  return isUnwanted ? { ...news, isSkipped: true } : news
}

/** The name of an event with what happened, as owners of webhooks choose it. */
function eventName(event: string, action: string): string {
  const name = action === '' ? event : `${event}.${action}`
  return name.replace(/[^\w.-]+/g, '.').slice(0, 100)
}
