import { isObject } from '../../model/json.js'
import { valueOf } from '../body-value.js'
import type { Format, FormatRequest, JsonMembers } from '../format.js'
import { entryOf } from '../own-entry.js'
import { messageOf, type News, type Tellers } from './news.js'

/** A forge: how its events are recognised, what they are called, and how each is told. */
export interface Forge extends Omit<Format, 'choosingHeaders' | 'detect' | 'read'> {
  /** Headers that name the event, the most telling first. */
  readonly eventHeaders?: readonly string[]
  /** Headers that name the delivery. */
  readonly deliveryHeaders?: readonly string[]
  /** Headers of other forges, which send those of this one too. */
  readonly foreignHeaders?: readonly string[]
  /** Whether a body is an event although the headers are missing. Default: none is. */
  readonly isEvent?: (body: unknown) => boolean
  /** What a body is about. `header`: the event that the headers name, or `''`. */
  readonly eventOf: (body: JsonMembers, header: string) => ForgeEvent | MissingMember
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
export interface MissingMember {
  readonly missing: string
}

const NONE: ReadonlySet<string> = new Set()

/** The format of a forge. */
export function forge(given: Forge): Format {
  const { eventHeaders = [], deliveryHeaders = [], foreignHeaders = [], ...rest } = given
  const { isEvent = () => false, eventOf, tellers, others, unwanted = NONE, ...format } = rest
  return {
    ...format,
    choosingHeaders: [...eventHeaders, ...deliveryHeaders],
    detect: ({ headers, body }) => {
      if (foreignHeaders.some((name) => name in headers)) return null
      const isNamed = eventHeaders.some((name) => headers[name] !== undefined)
      if (isNamed) return isObject(valueOf(body)) ? 'header' : null
      return body.kind === 'json' && isEvent(body.value) ? 'body' : null
    },
    read: (request) => {
      const body = valueOf(request.body)
      if (!isObject(body)) {
        return { kind: 'refuse', path: '', reason: 'the body is not a JSON object' }
      }
      const found = eventOf(body, firstHeader(request, eventHeaders))
      if ('missing' in found) return { kind: 'refuse', path: found.missing, reason: 'is missing' }
      const { event, action = '', deliveryId = firstHeader(request, deliveryHeaders) } = found
      const name = action === '' ? event : `${event}.${action}`
      const own = entryOf(tellers, name)
      const tell = own ?? entryOf(tellers, event)
      const news = tell ? tell(body) : others(event, body, request)
      const isUnwanted = !own && [event, name].some((each) => unwanted.has(each))
      return messageOf(choosable(name), { isSkipped: isUnwanted, ...news }, deliveryId)
    },
  }
}

function firstHeader({ headers }: FormatRequest, names: readonly string[]): string {
  return names.map((name) => headers[name] ?? '').find((value) => value !== '') ?? ''
}

/** The name of an event, as owners of webhooks choose it. */
function choosable(name: string): string {
  return name.replace(/[^\w.-]+/g, '.').slice(0, 100)
}
