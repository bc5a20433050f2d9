import { isObject } from '../model/json.js'
import type { Element } from '../native/payload/reading.js'

export type { Element }

/** Elements of one array that are looked at. */
export const MOST_ELEMENTS = 50

/** The own member at the end of a path; undefined if there is none, or anything on the way is missing. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (!isObject(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

/** Whether all these members are strings. */
export function hasStrings(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof at(value, name) === 'string')
}

/** Whether all these members are objects. */
export function hasObjects(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => isObject(at(value, name)))
}

/** A string or a finite number as text; `''` for anything else. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  return textOf(at(value, ...path))
}

/** The same for a value itself, such as an element of a list. */
export function textOf(found: unknown): string {
  if (typeof found === 'string') return found
  return typeof found === 'number' && Number.isFinite(found) ? String(found) : ''
}

/** A finite number, also if it is written as a string; null for anything else. */
export function numberAt(value: unknown, ...path: readonly string[]): number | null {
  const found = textAt(value, ...path).trim()
  return found !== '' && Number.isFinite(Number(found)) ? Number(found) : null
}

/** The first 50 elements of an array; none for anything else. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found: unknown = at(value, ...path)
  return Array.isArray(found) ? found.slice(0, MOST_ELEMENTS) : []
}

/** Elements that are looked at where those that matter may stand behind many others. */
const MOST_SEARCHED = 1_000

/** The elements that a reader wants to know of, of the first 1,000 of an array. */
export function foundAt(
  value: unknown,
  path: readonly string[],
  isWanted: (element: unknown) => boolean,
): readonly unknown[] {
  const found: unknown = at(value, ...path)
  return Array.isArray(found) ? found.slice(0, MOST_SEARCHED).filter(isWanted) : []
}

/** All elements of an array that is a member, each with its path. */
export function partsAt({ value, path }: Element, name: string): readonly Element[] {
  const found: unknown = at(value, name)
  if (!Array.isArray(found)) return []
  const before = path === '' ? name : `${path}.${name}`
  return found.map((part: unknown, index) => ({ value: part, path: `${before}[${index}]` }))
}

/** How many elements an array has; 0 for anything else. */
export function countAt(value: unknown, ...path: readonly string[]): number {
  const found: unknown = at(value, ...path)
  return Array.isArray(found) ? found.length : 0
}

/** The first 50 members of an object that are texts or numbers, as texts. */
export function textsAt(value: unknown, ...path: readonly string[]): readonly [string, string][] {
  const found = at(value, ...path)
  if (!isObject(found)) return []
  return Object.keys(found)
    .slice(0, MOST_ELEMENTS)
    .map((name): [string, string] => [name, textAt(found, name)])
    .filter(([, text]) => text !== '')
}

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d[\d:.]{0,20}$/

/**
 * Milliseconds since 1970 of an ISO 8601 date, in UTC if it names no zone; null for anything else, and
 * for dates before 1970, which mean "never".
 */
export function timeAt(value: unknown, ...path: readonly string[]): number | null {
  const text = textAt(value, ...path)
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null
  const time = Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text)
  return Number.isFinite(time) && time > 0 ? time : null
}

/** Values by names. */
export type Table<Value> = Readonly<Record<string, Value>>

/** The own entry of a table; undefined for what payloads may name besides, such as `constructor`. */
export function entryOf<T>(table: Table<T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
