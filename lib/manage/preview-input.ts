import { fieldNames, recordOf } from '../model/fields.js'
import * as json from '../model/json-schema.js'
import { type Check, type ChecksFor, refused } from '../model/sent.js'
import type { CallerValues } from '../model/webhook-fields.js'
import { DELIVERY_ID_SHAPE } from '../rules/keys.js'
import * as check from './checks.js'
import { CALLER_CHECKS } from './field-checks.js'

/** Fields of a webhook that a preview may change for itself. */
export const PREVIEWED = ['template', 'rules', 'format'] as const

export type Unsaved = Pick<CallerValues, (typeof PREVIEWED)[number]>

/** A request to look at: exactly one of `body`, `bodyBase64` and `delivery`, and what comes beside it. */
export interface PreviewInput extends Partial<Unsaved> {
  /** The body, as text, which is sent in UTF-8. */
  readonly body?: string
  /** The body, as bytes in base64. */
  readonly bodyBase64?: string
  /**
   * The `id` of a request of the webhook whose body is kept: its body, method and `Idempotency-Key` aside,
   * all that it said. What is given here too counts instead.
   */
  readonly delivery?: string
  /** At most 100 headers by their names, each of at most 8,192 characters. Default: none. */
  readonly headers?: Readonly<Record<string, string>>
  /** What follows the `?` of the URL. Default: nothing. */
  readonly query?: string
  /** What the URL has behind the key, such as `github`. Default: nothing. */
  readonly suffix?: string
}

const MAX_HEADERS = 100
const MAX_HEADER = 8_192
const MAX_URL = 16_384
const HEADER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,256}: [^\x00-\x08\x0a-\x1f\x7f]*$/u
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/

const HEADERS: Check<Readonly<Record<string, string>>> = {
  schema: {
    type: 'object',
    additionalProperties: { ...json.TEXT, maxLength: MAX_HEADER },
    maxProperties: MAX_HEADERS,
  },
  read: (sent) => {
    const { value } = sent
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    if (Array.isArray(value) || typeof value !== 'object') throw refused(sent, 'expected an object')
    if (entries.length > MAX_HEADERS) throw refused(sent, `at most ${MAX_HEADERS} headers`)
    const headers = entries.map(([name, text]: [string, unknown]): [string, string] => {
      const isText = typeof text === 'string' && text.length <= MAX_HEADER
      if (isText && HEADER.test(`${name}: ${text}`)) return [name.toLowerCase(), text]
      throw refused(sent, `expected names with one line of at most ${MAX_HEADER} characters`)
    })
    return Object.fromEntries(headers)
  },
}

type Sent = Omit<PreviewInput, keyof Unsaved>

const REQUEST: ChecksFor<Required<Sent>> = {
  body: check.TEXT,
  bodyBase64: check.matching(BASE64, 'expected base64'),
  delivery: check.matching(DELIVERY_ID_SHAPE, 'expected the id of a request'),
  headers: HEADERS,
  query: check.text({ most: MAX_URL, clean: (text) => text.replace(/^\?/, '') }),
  suffix: check.text({
    most: MAX_URL,
    test: (text) => !/[?#]/.test(text),
    expected: 'expected the end of a path, such as github',
    clean: (text) => text.replace(/^\//, ''),
  }),
}

const UNSAVED = recordOf<ChecksFor<Unsaved>>(PREVIEWED, (name) => CALLER_CHECKS[name])
const NAMES = [...fieldNames(REQUEST), ...fieldNames(UNSAVED)]
const BODIES = ['body', 'bodyBase64', 'delivery'] as const

/** What is looked at, and as which webhook. Unknown members are mistakes. */
export const PREVIEW: Check<PreviewInput> = {
  schema: json.closed({ ...check.optionalSchemas(REQUEST), ...check.memberSchemas(UNSAVED) }),
  read: (sent) => {
    check.onlyKnown(sent, NAMES.map(sent.spell))
    const given = check.readPresent<Sent>(REQUEST, sent)
    if (BODIES.filter((name) => given[name] !== undefined).length !== 1) {
      throw refused(sent, `expected one of ${BODIES.map(sent.spell).join(', ')}`)
    }
    return { ...given, ...check.readGiven<Unsaved>(UNSAVED, sent) }
  },
}
