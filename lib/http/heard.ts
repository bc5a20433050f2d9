import type { IncomingHttpHeaders } from 'node:http'
import type { FormatRequest } from '../formats/format-request.js'
import type { HookRequest } from '../pipeline/request.js'
import type { Covered } from '../rules/signatures.js'
import {
  CORRELATION_HEADERS,
  type HookAddress,
  readCorrelation,
  shownToFormats,
} from './hook-request.js'

/** Words of the query that choose what is done with a message, and say nothing in it. */
const CHOOSING_WORDS: ReadonlySet<string> = new Set([
  'format',
  'events',
  'except',
  'branches',
  'labels',
  'min_severity',
  'wait',
])

/** What a request says beside its body, as far as it counts. */
type Heard = Pick<HookRequest, 'queryPayload' | 'outside' | 'correlation' | 'unheard'>

interface Beside {
  readonly address: HookAddress
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** When the request arrived. */
  readonly now: number
}

/**
 * What headers and query say. Where only the body is proven, they may choose, by `choosingHeaders` and a
 * few words of the query, and say nothing: whoever has recorded a request may have written them.
 */
export function heardBeside(
  beside: Beside,
  covers: Covered,
  choosingHeaders: ReadonlySet<string>,
): Heard {
  return covers === 'request' ? everything(beside) : onlyChoices(beside, choosingHeaders)
}

function everything({ address: { query, queryPayload }, method, headers, now }: Beside): Heard {
  return {
    queryPayload,
    outside: () => ({ method, headers: shownToFormats(headers), query, arrivedAt: now }),
    correlation: readCorrelation(headers, query),
  }
}

function onlyChoices(
  { address: { query }, headers, now }: Beside,
  choosing: ReadonlySet<string>,
): Heard {
  const wanted = new Set<string>()
  const words = Object.entries(query)
  const isChoice = ([word]: readonly [string, string]): boolean => CHOOSING_WORDS.has(word)
  return {
    queryPayload: null,
    outside: () => ({
      headers: onlyHeard(shownToFormats(headers), choosing, wanted),
      query: Object.fromEntries(words.filter(isChoice)),
      isOnlyBodyProven: true,
      arrivedAt: now,
    }),
    unheard: () => [
      ...CORRELATION_HEADERS.filter((name) => headers[name.toLowerCase()] !== undefined),
      ...words.filter((word) => !isChoice(word)).map(([word]) => `?${word}`),
      ...wanted,
    ],
  }
}

/** The headers that are heard. Any other one that a format looks for goes into `wanted`, if it was sent. */
function onlyHeard(
  sent: FormatRequest['headers'],
  choosing: ReadonlySet<string>,
  wanted: Set<string>,
): FormatRequest['headers'] {
  const isHeard = (name: string): boolean => name === 'content-type' || choosing.has(name)
  const heard = Object.fromEntries(Object.entries(sent).filter(([name]) => isHeard(name)))
  const lookFor = (name: string | symbol): void => {
    if (typeof name === 'string' && !isHeard(name) && Object.hasOwn(sent, name)) wanted.add(name)
  }
  return new Proxy(heard, {
    get: (target, name): unknown => {
      lookFor(name)
      return Reflect.get(target, name)
    },
    has: (target, name) => {
      lookFor(name)
      return Reflect.has(target, name)
    },
  })
}
