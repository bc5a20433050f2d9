import { type ErrorCode, WebhookError } from './errors.js'
import { isObject } from './json.js'
import type { JsonSchema } from './json-schema.js'

/** How a caller writes the names of members; the code has them as in JavaScript. */
export type Spelling = (path: string) => string

/** For callers in JavaScript. */
export const asIs: Spelling = (path) => path

/** There are only those of the tables, and they are asked for with each call. */
const IN_WIRE = new Map<string, string>()

/** For callers of the API: `rate_limit.per_second` for `rateLimit.perSecond`. */
export const inWire: Spelling = (path) => {
  const written =
    IN_WIRE.get(path) ?? path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  IN_WIRE.set(path, written)
  return written
}

type Spelled<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Spelled<Rest>}`
  : Name

/** A value as the API shows it. */
type InWire<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly InWire<Item>[]
    : { readonly [Name in keyof Value as Spelled<Name & string>]: InWire<Value[Name]> }

/** The same value with the names that the API has for the members, all of which the code has named. */
export function shownInWire<Value>(value: Value): InWire<Value>
export function shownInWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => shownInWire(item))
  if (typeof value !== 'object' || value === null) return value
  const shown: Record<string, unknown> = {}
  for (const name of Object.keys(value)) shown[inWire(name)] = shownInWire(Reflect.get(value, name))
  return shown
}

/** A value that a caller has sent. */
export interface SentValue {
  readonly value: unknown
  readonly spell: Spelling
  /** Where it is. Absent: it is the whole of what was sent. */
  readonly path?: string
  /** The code of errors about it. Default: `invalid_body`. */
  readonly code?: ErrorCode | undefined
}

/** Null is how JSON leaves something out. */
export function isAbsent({ value }: SentValue): boolean {
  return value === undefined || value === null
}

/** A member of an object. Throws what is wrong with anything else. */
export function memberOf(sent: SentValue, name: string, code = sent.code): SentValue {
  const { value, spell } = sent
  if (!isObject(value)) throw refused(sent, 'expected an object')
  return inside(sent, name, value[spell(name)], code)
}

export function inside(
  { path, spell, code }: SentValue,
  name: string,
  value: unknown,
  own = code,
): SentValue {
  return { value, spell, path: path === undefined ? name : `${path}.${name}`, code: own }
}

export function refused({ spell, path = 'body', code }: SentValue, reason: string): WebhookError {
  return errorAt(spell, path, reason, code)
}

/** The error about a member, which it names as the caller does. */
export function errorAt(
  spell: Spelling,
  path: string,
  reason: string,
  code: ErrorCode = 'invalid_body',
): WebhookError {
  const name = spell(path)
  return new WebhookError(code, { params: { name }, detail: `${name}: ${reason}` })
}

/** What a value must be. */
export interface Check<Value> {
  /** What may be sent to the API. */
  readonly schema: JsonSchema
  readonly mayBeAbsent?: true
  /** The value as it is stored. Throws what is wrong with it, without repeating it. */
  readonly read: (sent: SentValue) => Value
}

/** A check for each member. */
export type ChecksFor<Values> = { readonly [Name in keyof Values]: Check<Values[Name]> }
