import { fieldNames, recordOf, partOf } from '../model/fields.js'
import { isObject } from '../model/json.js'
import * as json from '../model/json-schema.js'
import { objectOf, TEXT } from '../model/json-schema.js'
import { type Check, type ChecksFor, refused, memberOf, type SentValue } from '../model/sent.js'
import {
  type CallerValues,
  CALLER_FIELDS,
  CALLER_NAMES,
  type CallerFields,
  type CallerName,
} from '../model/webhook-fields.js'
import { DELIVERY_ID_SHAPE } from '../rules/keys.js'
import * as check from './checks.js'
import { CALLER_CHECKS } from './field-checks.js'
import {
  DEFAULT_STYLE,
  type SchemeName,
  SENDER_SCHEMES,
  SIGNATURE_ENCODINGS,
  type VerificationInput,
} from '../model/verification-fields.js'
import { SETTINGS_PATCH } from './settings.js'
import { decodedSecret, isSignedText } from '../rules/sender-ways.js'

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
    if (!isObject(sent.value)) throw refused(sent, 'expected an object')
    const entries = Object.entries(sent.value)
    if (entries.length > MAX_HEADERS) throw refused(sent, `at most ${MAX_HEADERS} headers`)
    const headers = entries.map(([name, text]): [string, string] => {
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
const PREVIEW_NAMES = [...fieldNames(REQUEST), ...fieldNames(UNSAVED)]
const SENT_AS = ['body', 'bodyBase64', 'delivery'] as const

/** What is looked at, and as which webhook. Unknown members are mistakes. */
const PREVIEW: Check<PreviewInput> = {
  schema: json.closed({ ...check.optionalSchemas(REQUEST), ...check.memberSchemas(UNSAVED) }),
  read: (sent) => {
    check.onlyKnown(sent, PREVIEW_NAMES.map(sent.spell))
    const given = check.readPresent<Sent>(REQUEST, sent)
    if (SENT_AS.filter((name) => given[name] !== undefined).length !== 1) {
      throw refused(sent, `expected one of ${SENT_AS.map(sent.spell).join(', ')}`)
    }
    return { ...given, ...check.readGiven<Unsaved>(UNSAVED, sent) }
  },
}

const MAX_SECRET = 512
const ONE_LINE = /^[^\x00-\x1f\x7f-\x9f]*$/u
/** A token of RFC 9110. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/

const scheme = check.choice(fieldNames(SENDER_SCHEMES))
const header = check.orEmpty(check.matching(HEADER_NAME, 'expected the name of a header'))
const secret = check.text({
  most: MAX_SECRET,
  ifEmpty: 'expected a secret',
  test: (cleaned) => ONE_LINE.test(cleaned),
  expected: 'expected one line',
  pattern: ONE_LINE.source,
  clean: check.trimmed,
})
const prefix = check.matching(
  /^[ -+\--~]{0,32}$/,
  'expected at most 32 letters and signs without a comma',
  check.trimmed,
)
const signed = check.text({
  most: 76,
  test: isSignedText,
  expected: 'expected a text like v0:{time}:{body}',
})

/** Null is the default, and what is absent stays. */
const MEMBERS: Required<ChecksFor<VerificationInput>> = {
  scheme,
  header: check.optional(header, ''),
  secret: check.optional(secret, undefined),
  previousSecret: check.optional(secret, null),
  keepSecret: check.optional(check.FLAG, undefined),
  prefix: check.optional(prefix, DEFAULT_STYLE.prefix),
  encoding: check.optional(check.choice(SIGNATURE_ENCODINGS), DEFAULT_STYLE.encoding),
  timestampHeader: check.optional(header, DEFAULT_STYLE.timestampHeader),
  signed: check.optional(check.orEmpty(signed, DEFAULT_STYLE.signed), DEFAULT_STYLE.signed),
}

export const VERIFICATION_MEMBERS = fieldNames(MEMBERS)

/** `has_previous_secret`, which records are shown with, has no effect. */
export const VERIFICATION: Check<VerificationInput> = {
  schema: objectOf(check.memberSchemas(MEMBERS)),
  read: (sent) => {
    const chosen = scheme.read(memberOf(sent, 'scheme'))
    const input = { ...check.readGiven<VerificationInput>(MEMBERS, sent), scheme: chosen }
    checkScheme(chosen, input, sent)
    return input
  },
}

function checkScheme(scheme: SchemeName, input: VerificationInput, sent: SentValue): void {
  const { isBase64, isStyled, header: usual } = SENDER_SCHEMES[scheme]
  for (const name of ['secret', 'previousSecret'] as const) {
    const secret = input[name]
    if (!secret || !isBase64 || decodedSecret(secret)) continue
    throw refused(memberOf(sent, name), 'expected whsec_ and base64')
  }
  for (const name of fieldNames(DEFAULT_STYLE)) {
    const given = memberOf(sent, name)
    const isEmpty = typeof given.value !== 'string' || given.value.trim() === ''
    if (!isEmpty && !isStyled) throw refused(given, 'goes with the scheme hmac only')
  }
  if (usual === null && input.header) {
    throw refused(memberOf(sent, 'header'), `${scheme} has a header of its own`)
  }
}

const MAX_OVERLAP_SECONDS = 86_400
const MAX_TEST_TEXT = 4_000
const MAX_KEY = 256
const FIELDS: CallerFields = CALLER_FIELDS

export const SLUG = check.matching(/^[a-z0-9-]{1,64}$/, 'expected 1 to 64 of a to z, 0 to 9 and -')

/** The requested webhook. Absent fields keep their values; absent ids are `''`. */
export interface WebhookInput extends Partial<CallerValues> {
  /** Null: none. Absent: as before. */
  readonly slug?: string | null
  readonly id: string
  readonly teamId: string
  readonly userId: string
  readonly channelId: string
  /** Null: senders need not sign. Absent: as before. */
  readonly verification?: VerificationInput | null
}

/** Whose webhooks are handed over, and to whom. */
export interface HandOverInput {
  /** The id of their owner, who may be deactivated. */
  readonly from: string
  /** The id of the new owner, an active user. */
  readonly to: string
}

/** A change of nothing. */
export const NO_CHANGES: WebhookInput = { id: '', teamId: '', userId: '', channelId: '' }

const id = check.matching(/^[^\x00-\x1f\x7f-\x9f]{1,128}$/u, 'expected an id')
const optionalId = check.optional(check.orEmpty(id), '')
const PLACE = { id: optionalId, teamId: optionalId, userId: optionalId, channelId: id }
const place = check.object(PLACE)
const verification = check.optional(VERIFICATION, null)
const slug = check.optional(SLUG, null)
const overlap = check.optional(check.wholeNumber(0, MAX_OVERLAP_SECONDS), 0)
const testText = check.text({ most: MAX_TEST_TEXT, clean: check.trimmed })
const key = check.text({ most: MAX_KEY, ifEmpty: 'expected a key' })

export const WEBHOOK_SCHEMAS = check.memberSchemas({
  ...PLACE,
  slug,
  verification,
  ...CALLER_CHECKS,
})

/** A whole webhook: what is absent has its default, unless it is a field that keeps its value. */
const webhook: Check<WebhookInput> = {
  schema: objectOf(WEBHOOK_SCHEMAS),
  read: (sent) => ({
    ...place.read(sent),
    ...readFields(sent, (name) => FIELDS[name].absentKeeps === true),
  }),
}

/** Changes of a webhook: whatever is absent keeps its value. */
export function readChanges(sent: SentValue): WebhookInput {
  const given = check.readGiven({ channelId: id, userId: id }, sent)
  return { ...NO_CHANGES, ...given, ...readFields(sent, () => true) }
}

function readFields(
  sent: SentValue,
  isKept: (name: CallerName) => boolean,
): Pick<WebhookInput, CallerName | 'slug' | 'verification'> {
  return {
    ...check.readGiven({ slug, verification }, sent),
    ...partOf<CallerValues>(CALLER_NAMES, (name) => {
      const given = memberOf(sent, name, FIELDS[name].error)
      return given.value === undefined && isKept(name) ? undefined : CALLER_CHECKS[name].read(given)
    }),
  }
}

/** Bodies of requests, by their names in the tables of routes; what is read of each. */
export const BODIES = {
  webhook,
  /** For how many seconds the old key or secret stays valid. */
  regenerate: check.only('overlapSeconds', overlap),
  /** The leaked key. Its shape is not checked here. */
  revoke: check.only('key', key),
  handOver: check.object<HandOverInput>({ from: id, to: id }),
  /** The text of a test message; `''` if there is none. */
  test: check.only('text', check.optional(testText, '')),
  preview: PREVIEW,
  /** Whether a request is sent anew that was delivered. */
  replay: check.only('again', check.optional(check.FLAG, false)),
  /** Since when they were refused, in milliseconds since 1970. */
  replayRefused: check.only('refusedSince', check.wholeNumber(0)),
  settings: SETTINGS_PATCH,
  /** The chosen option; `''` if there is none. */
  press: check.only('selectedOption', check.optional(check.TEXT, '')),
  login: {
    schema: objectOf({
      login_id: { ...TEXT, minLength: 1, description: 'The username or the e-mail address.' },
      password: { ...TEXT, minLength: 1 },
    }),
    read: (sent: SentValue) => ({
      loginId: memberOf(sent, 'loginId').value,
      password: memberOf(sent, 'password').value,
    }),
  },
}
