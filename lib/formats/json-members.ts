import { isObject } from '../model/json.js'
import type { Element } from '../model/message.js'
import { Recent } from '../model/recent.js'
import { parseJson } from '../native/body/json.js'
import { Reading } from '../native/payload/reading.js'
import type { FormatBody } from './format-request.js'
import { wordsIn } from './words.js'

export type { Element }

/** Elements of one array that are looked at. */
export const MOST_ELEMENTS = 50

/**
 * What is at the end of a path, such as `monitor.name` or `updates.0.body`, in which a number means an
 * element of a list; without a path, the value itself. Undefined if there is none.
 */
export function at(value: unknown, path?: string): unknown {
  if (path === undefined) return value
  if (!path.includes('.')) return memberOf(value, path)
  let found = value
  for (const name of namesOf(path)) found = memberOf(found, name)
  return found
}

function memberOf(value: unknown, name: string): unknown {
  if (isObject(value)) return Object.hasOwn(value, name) ? value[name] : undefined
  return Array.isArray(value) ? value[Number(name)] : undefined
}

/** Senders' words are in some paths, so not all can be kept. */
const MOST_PATHS = 1_000
const PATHS = new Recent<readonly string[]>(MOST_PATHS)

/** The same few paths are read of each body: to take them apart each time doubles what it costs. */
function namesOf(path: string): readonly string[] {
  const known = PATHS.get(path)
  if (known) return known
  const names = path.split('.')
  PATHS.set(path, names)
  return names
}

/** Whether all these members are strings. */
export function hasStrings(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => typeof at(value, name) === 'string')
}

/** Whether all these members are texts that say something, or numbers. */
export function hasTexts(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => textAt(value, name) !== '')
}

/** Whether all these members are objects. */
export function hasObjects(value: unknown, ...names: readonly string[]): boolean {
  return names.every((name) => isObject(at(value, name)))
}

/** A string or a finite number as text; `''` for anything else. */
export function textAt(value: unknown, path?: string): string {
  return textOf(at(value, path))
}

/** The first text or number at one of these paths, as text; `''` if there is none. */
export function firstText(value: unknown, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = textAt(value, path)
    if (text !== '') return text
  }
  return ''
}

/** The same for a value itself, such as an element of a list. */
export function textOf(found: unknown): string {
  if (typeof found === 'string') return found
  return typeof found === 'number' && Number.isFinite(found) ? String(found) : ''
}

/** A finite number, also if it is written as a string; null for anything else. */
export function numberAt(value: unknown, path?: string): number | null {
  const found = textAt(value, path).trim()
  return found !== '' && Number.isFinite(Number(found)) ? Number(found) : null
}

/** The elements of an array; none for anything else. */
function allAt(value: unknown, path?: string): readonly unknown[] {
  const found = at(value, path)
  return Array.isArray(found) ? found : []
}

/** The first 50 elements of an array; none for anything else. */
export function listAt(value: unknown, path?: string): readonly unknown[] {
  return allAt(value, path).slice(0, MOST_ELEMENTS)
}

/** Elements that are looked at where those that matter may stand behind many others. */
const MOST_SEARCHED = 1_000

/** The elements that a reader wants to know of, of the first 1,000 of an array. */
export function foundAt(
  value: unknown,
  path: string,
  isWanted: (element: unknown) => boolean,
): readonly unknown[] {
  return allAt(value, path).slice(0, MOST_SEARCHED).filter(isWanted)
}

/** What is at the end of a path in an element, with its own path. */
export function partAt({ value, path }: Element, name: string): Element {
  return { value: at(value, name), path: path === '' ? name : `${path}.${name}` }
}

/** All elements of an array that is a member, or the first of them, each with its path. */
export function partsAt(element: Element, name: string, most = Infinity): readonly Element[] {
  const { value, path } = partAt(element, name)
  const found = allAt(value).slice(0, most)
  return found.map((part, index) => ({ value: part, path: `${path}[${index}]` }))
}

/** How many elements an array has; 0 for anything else. */
export function countAt(value: unknown, path?: string): number {
  return allAt(value, path).length
}

/** The first 50 members of an object that are texts or numbers, as texts. */
export function textsAt(value: unknown, path?: string): readonly [string, string][] {
  const found = at(value, path)
  if (!isObject(found)) return []
  return Object.keys(found)
    .slice(0, MOST_ELEMENTS)
    .map((name): [string, string] => [name, textOf(found[name])])
    .filter(([, text]) => text !== '')
}

const WITHOUT_ZONE = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d[\d:.]{0,20}$/

/**
 * Milliseconds since 1970 of an ISO 8601 date, in UTC if it names no zone; null for anything else, and
 * for dates before 1970, which mean "never".
 */
export function timeAt(value: unknown, path?: string): number | null {
  const text = textAt(value, path)
  if (!/^\d{4}-\d\d-\d\d/.test(text)) return null
  const time = Date.parse(WITHOUT_ZONE.test(text) ? `${text}Z` : text)
  return Number.isFinite(time) && time > 0 ? time : null
}

/** Until the year 2096. */
const MOST_SECONDS = 4e9
/** From 1973 on. */
const LEAST_MILLISECONDS = 1e11

/** Milliseconds since 1970 of an ISO 8601 date, or of seconds or milliseconds since then. */
export function timeOf(member: unknown): number | null {
  const number = numberAt(member)
  if (number === null || number < 1e8 || number >= 1e14) return timeAt(member)
  if (number < MOST_SECONDS) return number * 1_000
  return number < LEAST_MILLISECONDS ? null : number
}

/** The first such time at one of these paths; null if there is none. */
export function firstTime(value: unknown, ...paths: readonly string[]): number | null {
  for (const path of paths) {
    const time = timeOf(at(value, path))
    if (time !== null) return time
  }
  return null
}

/** Values by names. */
export type Table<Value> = Readonly<Record<string, Value>>

/** A table in which several names, with white space between them, have one value. */
export function alike<const Value>(names: string, value: Value): Table<Value> {
  return Object.fromEntries(wordsIn(names).map((name) => [name, value]))
}

/** The own entry of a table; undefined for what payloads may name besides, such as `constructor`. */
export function entryOf<T>(table: Table<T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

/** The JSON in a field of a form, null if it is none; undefined without such a field. */
export function fieldValueOf(body: FormatBody, field: string): unknown {
  const found = body.kind === 'fields' ? body.fields.find(([name]) => name === field) : undefined
  return found && parsed(found[1])
}

/** The value of a JSON body, or the fields of a form as members; null for a text. */
export function valueOf(body: FormatBody): unknown {
  switch (body.kind) {
    case 'json':
      return body.value
    case 'fields':
      return Object.fromEntries(body.fields)
    case 'text':
      return null
  }
}

/** Elements of all cards of one message. Each has at most 50 parts that are looked at. */
const MOST_OF_ALL = 2_000

/** Counts the elements of cards in cards, of which a body may hold very many. */
export class Elements {
  #left = MOST_OF_ALL

  /** Whether one more may be looked at. */
  take(): boolean {
    this.#left -= 1
    return this.#left >= 0
  }
}

/** The object or array that a text holds as JSON; null for every other text. */
export function jsonIn(text: string): unknown {
  return /^\s{0,100}[{[]/.test(text) ? parsed(text) : null
}

function parsed(text: string): unknown {
  try {
    return parseJson(text, new Reading())
  } catch {
    return null
  }
}
