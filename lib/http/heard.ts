import type { IncomingHttpHeaders } from 'node:http'
import type { FormatRequest } from '../formats/format-request.js'
import type { SentBeside } from '../log/handled-request.js'
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

const isChoice = ([word]: readonly [string, string]): boolean => CHOOSING_WORDS.has(word)

function choicesIn(query: HookAddress['query']): HookAddress['query'] {
  return Object.fromEntries(Object.entries(query).filter(isChoice))
}

/**
 * What is kept beside the body: if only that is proven, what may choose, so that the rest does not count
 * either when it is sent again to a webhook that no longer asks for proof.
 */
export function keptBeside(
  { query, headers }: Pick<SentBeside, 'query' | 'headers'>,
  covers: Covered,
  choosing: ReadonlySet<string>,
): Pick<SentBeside, 'query' | 'headers'> {
  if (covers === 'request') return { query, headers }
  const isKept = ([name]: readonly [string, string]): boolean =>
    isHeard(name, choosing) || name === 'idempotency-key'
  return {
    query: choicesIn(query),
    headers: Object.fromEntries(Object.entries(headers).filter(isKept)),
  }
}

function onlyChoices(
  { address: { query }, headers, now }: Beside,
  choosing: ReadonlySet<string>,
): Heard {
  const wanted = new Set<string>()
  const words = Object.entries(query)
  return {
    queryPayload: null,
    outside: () => ({
      headers: onlyHeard(shownToFormats(headers), choosing, wanted),
      query: choicesIn(query),
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

function isHeard(name: string, choosing: ReadonlySet<string>): boolean {
  return name === 'content-type' || choosing.has(name)
}

/** The headers that are heard. Any other one that a format looks for goes into `wanted`, if it was sent. */
function onlyHeard(
  sent: FormatRequest['headers'],
  choosing: ReadonlySet<string>,
  wanted: Set<string>,
): FormatRequest['headers'] {
  const heard = Object.fromEntries(Object.entries(sent).filter(([name]) => isHeard(name, choosing)))
  const lookFor = (name: string | symbol): void => {
    const isWanted = typeof name === 'string' && !isHeard(name, choosing)
    if (isWanted && Object.hasOwn(sent, name)) wanted.add(name)
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
