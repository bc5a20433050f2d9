import { fieldNames, partOf, recordOf } from '../model/fields.js'
import * as json from '../model/json-schema.js'
import { isObject, isOneOf } from '../model/json.js'
import {
  asIs,
  type Check,
  type ChecksFor,
  errorAt,
  inside,
  inWire,
  isAbsent,
  memberOf,
  refused,
  type SentValue,
} from '../model/sent.js'
import { countCodePoints } from '../text/code-points.js'
import type { WebhookError } from '../model/errors.js'
import { closestName } from '../text/closest.js'

/** What a text must be once it is cleaned. */
interface TextRules {
  /** In code points. */
  readonly most?: number
  /** What is said of an empty text. Absent: it may be empty. */
  readonly ifEmpty?: string
  readonly test?: (text: string) => boolean
  /** What is said of a text that fails the test. */
  readonly expected?: string
  /** As much of the test as a schema can say. */
  readonly pattern?: string
  readonly clean?: (text: string) => string
}

const asSent = (sent: string): string => sent
export const trimmed = (sent: string): string => sent.trim()

export function text(rules: TextRules): Check<string> {
  const { most = Infinity, ifEmpty, test, expected = '', pattern, clean = asSent } = rules
  return {
    schema: {
      ...json.TEXT,
      ...(ifEmpty === undefined ? {} : { minLength: 1 }),
      ...(most === Infinity ? {} : { maxLength: most }),
      ...(pattern === undefined ? {} : { pattern }),
    },
    read: (sent) => {
      if (typeof sent.value !== 'string') throw refused(sent, 'expected a string')
      const cleaned = clean(sent.value)
      if (countCodePoints(cleaned) > most) throw refused(sent, `at most ${most} characters`)
      if (cleaned === '' && ifEmpty !== undefined) throw refused(sent, ifEmpty)
      if (test?.(cleaned) === false) throw refused(sent, expected)
      return cleaned
    },
  }
}

// PostgreSQL can store neither.
const UNSTORABLE = /[\0\p{Surrogate}]/gu
export const storable = (sent: string): string => sent.replace(UNSTORABLE, '\ufffd')

export const TEXT = text({})

export function matching(shape: RegExp, expected: string, clean = asSent): Check<string> {
  return text({ test: (cleaned) => shape.test(cleaned), pattern: shape.source, expected, clean })
}

export function that<Value>(
  schema: json.JsonSchema,
  holds: (value: unknown) => value is Value,
  expected: string,
): Check<Value> {
  return {
    schema,
    read: (sent) => {
      if (holds(sent.value)) return sent.value
      throw refused(sent, `expected ${expected}`)
    },
  }
}

export const FLAG = that(json.FLAG, (value) => typeof value === 'boolean', 'true or false')

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): Check<number> {
  const holds = (value: unknown): value is number =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
  return that(json.integer(least, most), holds, `a whole number ${range}`)
}

export function choice<Choice extends string>(choices: readonly Choice[]): Check<Choice> {
  const listed = choices.map((each) => `"${each}"`).join(', ')
  return that(json.oneOf(choices), isOneOf(choices), `one of ${listed}`)
}

export function orEmpty({ schema, read }: Check<string>, ifEmpty = ''): Check<string> {
  return {
    schema: { anyOf: [json.exactly(''), schema] },
    read: (sent) => (sent.value === '' ? ifEmpty : read(sent)),
  }
}

export function optional<Value, Absent>(
  { schema, read }: Check<Value>,
  ifAbsent: Absent,
): Check<Value | Absent> {
  return {
    schema: json.orNull(schema),
    mayBeAbsent: true,
    read: (sent) => (isAbsent(sent) ? ifAbsent : read(sent)),
  }
}

/** Other members are ignored. */
export function object<Values extends object>(members: ChecksFor<Values>): Check<Values> {
  return {
    schema: json.objectOf(memberSchemas(members)),
    read: (sent) =>
      recordOf<Values>(fieldNames(members), (name) => members[name].read(memberOf(sent, name))),
  }
}

/** An object of which one member matters. */
export function only<Value>(name: string, check: Check<Value>): Check<Value> {
  return {
    schema: json.objectOf(memberSchemas({ [name]: check })),
    read: (sent) => check.read(memberOf(sent, name)),
  }
}

/** The members that are there. */
export function readGiven<Values extends object>(
  members: ChecksFor<Values>,
  sent: SentValue,
): Partial<Values> {
  return partOf<Values>(fieldNames(members), (name) => {
    const given = memberOf(sent, name)
    return given.value === undefined ? undefined : members[name].read(given)
  })
}

/** The schemas of members of which null is as good as nothing. */
export function optionalSchemas<Values extends object>(
  members: ChecksFor<Values>,
): json.MemberSchemas {
  const entries = fieldNames(members).map((name): [string, json.JsonSchema] => [
    `${inWire(name)}?`,
    json.orNull(members[name].schema),
  ])
  return Object.fromEntries(entries)
}

/** The members that are there, where null is as good as nothing. */
export function readPresent<Values extends object>(
  members: ChecksFor<Required<Values>>,
  sent: SentValue,
): Partial<Values> {
  return partOf<Values>(fieldNames(members), (name) => {
    const member = memberOf(sent, name)
    return isAbsent(member) ? undefined : members[name].read(member)
  })
}

/** At least one of these members, and no others. */
export function someOf<Values extends object>(
  members: ChecksFor<Required<Values>>,
): Check<Partial<Values>> {
  const names = fieldNames(members)
  return {
    schema: json.closed(optionalSchemas(members)),
    read: (sent) => {
      onlyKnown(sent, names)
      const given = readPresent<Values>(members, sent)
      if (Object.keys(given).length > 0) return given
      throw refused(sent, `expected at least one of ${names.join(', ')}`)
    },
  }
}

export function elementsOf(sent: SentValue, most: number): readonly SentValue[] {
  const list: readonly unknown[] = Array.isArray(sent.value) ? sent.value : []
  if (list.length > most) throw refused(sent, `at most ${most}`)
  return list.map((element, index) => inside(sent, `${index}`, element))
}

export function onlyKnown(sent: SentValue, names: readonly string[]): void {
  if (!isObject(sent.value)) throw refused(sent, 'expected an object')
  if (Object.keys(sent.value).some((name) => !names.includes(name))) {
    throw refused(sent, `only ${names.join(', ')} are known here`)
  }
}

export function memberSchemas<Values extends object>(
  members: ChecksFor<Values>,
): json.MemberSchemas {
  const entries = fieldNames(members).map((name): [string, json.JsonSchema] => {
    const { schema, mayBeAbsent } = members[name]
    return [`${inWire(name)}${mayBeAbsent ? '?' : ''}`, schema]
  })
  return Object.fromEntries(entries)
}

const ARGUMENT = { spell: asIs, code: 'invalid_param' } as const

// Callers may have no types. Each of these throws `invalid_param` with the name of what is wrong.

export function checkArgument<Value>(name: string, value: unknown, check: Check<Value>): Value {
  return check.read({ value, path: name, ...ARGUMENT })
}

/** What is there of the options. */
export function checkOptions<Values extends object>(
  given: unknown,
  checks: ChecksFor<Values>,
): Partial<Values> {
  checkMembers('options', given, fieldNames(checks))
  return readGiven(checks, { value: given, ...ARGUMENT })
}

/** Members that are undefined count as left out, and those of `ignored` do no harm. */
export function checkMembers(
  argument: string,
  given: unknown,
  names: readonly string[],
  ignored: readonly string[] = [],
): void {
  if (!isObject(given)) throw invalidArgument(argument, 'expected an object')
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || names.includes(name) || ignored.includes(name)) continue
    const meant = closestName(name, names)
    throw invalidArgument(name, `unknown name${meant === null ? '' : `; did you mean ${meant}?`}`)
  }
}

export function invalidArgument(name: string, reason: string): WebhookError {
  return errorAt(asIs, name, reason, ARGUMENT.code)
}
