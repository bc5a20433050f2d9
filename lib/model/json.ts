import type { HookPriority, HookProps, JsonValue } from './records.js'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether a value is an object or a list. */
export function isNest(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

export function isJsonObject(
  value: JsonValue | undefined,
): value is Readonly<Record<string, JsonValue>> {
  return isObject(value)
}

export function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/** The attachments of a post, as they are stored. */
export function attachmentsOf({ attachments }: HookProps): readonly JsonValue[] {
  return isJsonList(attachments) ? attachments : []
}

/** Tells whether a value is one of these texts. */
export function isOneOf<Choice extends string>(
  choices: readonly Choice[],
): (value: unknown) => value is Choice {
  return (value): value is Choice => choices.some((choice) => choice === value)
}

/** Whether a value that a host stored as JSON can be the props of a post. */
export function isProps(value: unknown): value is HookProps {
  return isObject(value)
}

export function isPriority(value: unknown): value is HookPriority | null {
  return (
    value === null ||
    (typeof value === 'object' && 'priority' in value && typeof value.priority === 'string')
  )
}

/** Values from JSON.parse are JSON, except infinite numbers, which cannot be written again. */
export function isJson(value: unknown): value is JsonValue {
  if (typeof value === 'number') return Number.isFinite(value)
  return ['string', 'boolean', 'object'].includes(typeof value)
}

/**
 * A deep copy of a JSON record. Many times faster than structuredClone, which gives objects of another
 * realm in jest, so that they never equal those of a test.
 */
export function copyOf<T>(value: T): T
export function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const elements: readonly unknown[] = value
    // `map` of an array of another realm, such as jest's, would make one of that realm.
    return [...elements].map((element) => copyOf(element))
  }
  // An own `__proto__` stays one.
  const copy: Record<string, unknown> = { ...value }
  for (const name of Object.keys(copy)) {
    const member = copy[name]
    if (typeof member === 'object' && member !== null) copy[name] = copyOf(member)
  }
  return copy
}

/** The same JSON record, which nobody can change any more, nor what is in it. */
export function frozen<T>(value: T): T
export function frozen(value: unknown): unknown {
  if (!isNest(value)) return value
  for (const name of Object.keys(value)) frozen(Reflect.get(value, name))
  return Object.freeze(value)
}
