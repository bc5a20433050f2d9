import {
  claimed,
  entryOf,
  type Format,
  type FormatRequest,
  isObject,
  refused,
  valueOf,
} from '../kit.js'
import { type News, newsMessage, type Tellers } from './news.js'

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
  /**
   * What a body is about, or the path of the member without which it is no event, `''` if it is not even a
   * JSON object. `header`: the event that the headers name.
   */
  readonly eventOf: (body: unknown, header?: string) => ForgeEvent | string
  /** By the event and its action, such as `issues.opened`, or by the event for all its other actions. */
  readonly tellers: Tellers | ((request: FormatRequest) => Tellers)
  /** How all other events are told. */
  readonly others: (event: string, body: unknown, request: FormatRequest) => News
  /** Events and actions that nobody wants in a channel unasked, unless they have a teller of their own. */
  readonly unwanted?: ReadonlySet<string>
  /** Actions of events, besides those that have a teller of their own, that are known. Default: all are. */
  readonly actions?: ReadonlySet<string>
}

interface ForgeEvent {
  readonly event: string
  readonly action?: string
  /** By which owners of webhooks choose it. Default: the event with its action. */
  readonly name?: string
  readonly deliveryId?: string
}

const NONE: ReadonlySet<string> = new Set()

/** The format of a forge. */
export function forge(given: Forge): Format {
  const { eventHeaders = [], deliveryHeaders = [], foreignHeaders = [], ...rest } = given
  const { isEvent, eventOf, tellers, others, unwanted = NONE, actions, ...format } = rest
  const claim = claimed(isEvent, eventHeaders)
  return {
    ...format,
    choosingHeaders: [...eventHeaders, ...deliveryHeaders],
    detect: (request) => {
      if (foreignHeaders.some((name) => name in request.headers)) return null
      const sign = claim(request)
      return sign === 'header' && !isObject(valueOf(request.body)) ? null : sign
    },
    read: (request) => {
      const body = valueOf(request.body)
      const found = eventOf(body, firstHeader(request, eventHeaders))
      if (found === '') return refused('', 'the body is not a JSON object')
      if (typeof found === 'string') return refused(found)
      const { event, action = '', deliveryId = firstHeader(request, deliveryHeaders) ?? '' } = found
      const full = action === '' ? event : `${event}.${action}`
      const table = typeof tellers === 'function' ? tellers(request) : tellers
      const own = entryOf(table, full)
      const teller = own ?? entryOf(table, event)
      const tell = (told: unknown): News => teller?.(told) ?? others(event, told, request)
      const news = tell(body)
      if (isEmpty(news, () => tell({ action })))
        return refused('', 'the body says nothing of its event')
      const isUnwanted = !own && [event, full].some((each) => unwanted.has(each))
      const isUsual = action === '' || (actions?.has(action) ?? true)
      const isTold = teller !== undefined && (isUsual || news.isSkipped !== true)
      const isKnown = own !== undefined || isUnwanted || isTold
      return newsMessage(
        // What owners of webhooks cannot write is left out.
        (found.name ?? full).replace(/[^\w.-]+/g, '.').slice(0, 100),
        { isSkipped: isUnwanted, isKnown, ...news },
        deliveryId,
      )
    },
  }
}

/** Whether news tell no more than those of a body that has nothing but the name of its event. */
function isEmpty(news: News, ofNothing: () => News): boolean {
  const all = ({ title, text, facts }: News): string => JSON.stringify([title, text, facts])
  const mayBe = news.title.where === '' && !news.isTest
  return mayBe && all(news) === all(ofNothing())
}

/** The first of some headers that says something, or else an empty one. */
function firstHeader({ headers }: FormatRequest, names: readonly string[]): string | undefined {
  const values = names.flatMap((name) => headers[name] ?? [])
  return values.find((value) => value !== '') ?? values[0]
}
