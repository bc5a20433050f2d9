import type { FormatRequest } from '../formats/format-request.js'
import type { Format, FormatAnswer, FormatReading } from '../formats/format.js'
import { isObject } from '../model/json.js'
import { closestName } from '../text/closest.js'

/** A format returned something that is not of its type, which is a mistake in the code of the host. */
export class WrongFormatResult extends TypeError {
  /** Such as `doorbell.read`. */
  readonly method: string
  readonly expected: string
  /** It may contain what somebody wrote. */
  readonly result: unknown

  constructor(method: string, expected: string, result: unknown) {
    super(`${method} did not return ${expected}`)
    this.method = method
    this.expected = expected
    this.result = result
  }

  /** The constant that is misspelt; null for any other text, because that may be what somebody wrote. */
  get misspelt(): string | null {
    const word = isObject(this.result) ? this.result['kind'] : this.result
    return typeof word === 'string' && closestName(word, CONSTANTS) !== null ? word : null
  }
}

/** What `read` of a format makes of a request. Throws a `WrongFormatResult` unless it is a reading. */
export function readingOf(format: Format, request: FormatRequest): FormatReading {
  const reading: unknown = format.read(request)
  if (isReading(reading)) return reading
  const kind = isObject(reading) ? reading['kind'] : undefined
  const expected = isKind(kind) ? EXPECTED[kind] : Object.values(EXPECTED).join(' or ')
  throw new WrongFormatResult(`${format.name}.read`, expected, reading)
}

/** What `detect` of a format says. Throws a `WrongFormatResult` for anything else. */
export function claimOf(format: Format, request: FormatRequest): 'header' | 'body' | null {
  const claim: unknown = format.detect?.(request) ?? null
  if (claim === null || claim === 'header' || claim === 'body') return claim
  throw new WrongFormatResult(`${format.name}.detect`, "'header', 'body' or null", claim)
}

/** What is missing or wrong in a body that a format refuses. */
export function faultOf({ path, reason }: Extract<FormatReading, { kind: 'refuse' }>): string {
  return path === '' ? reason : `\`${path}\` ${reason}`
}

/**
 * Whether a request that a format has read may be of it, although another one claims the request. What
 * is written for a chat may look like anything, and so may what only the URL can name.
 */
export function mayBeOf(format: Format, request: FormatRequest, reading: FormatReading): boolean {
  if (reading.kind === 'message' ? reading.draft.whole : reading.kind === 'payload') return true
  if (format.detect) return claimOf(format, request) !== null
  const { body } = request
  return body.kind !== 'json' || (format.looksLike?.(body.value) ?? true)
}

/** Whether the function `answer` of a format has returned one that can be sent. */
export function isAnswer(answer: unknown): answer is FormatAnswer {
  const status = isObject(answer) ? answer['status'] : undefined
  return Number.isInteger(status) && Number(status) >= 200 && Number(status) <= 599
}

type Kind = FormatReading['kind']

const EXPECTED: Readonly<Record<Kind, string>> = {
  message: "{ kind: 'message', draft, event: { event } }",
  payload: "{ kind: 'payload', payload, event: { event } }",
  skip: "{ kind: 'skip', event: { event } }",
  refuse: "{ kind: 'refuse', path, reason }",
}
const CONSTANTS = [...Object.keys(EXPECTED), 'header', 'body']

function isKind(kind: unknown): kind is Kind {
  return typeof kind === 'string' && Object.hasOwn(EXPECTED, kind)
}

function isReading(reading: unknown): reading is FormatReading {
  if (!isObject(reading)) return false
  const { kind, event, draft, payload, path, reason } = reading
  if (kind === 'refuse') return typeof path === 'string' && typeof reason === 'string'
  if (!isObject(event) || typeof event['event'] !== 'string') return false
  if (kind === 'message') return isObject(draft)
  return kind === 'payload' ? isObject(payload) : kind === 'skip'
}
