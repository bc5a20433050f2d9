import { isEmpty, type Text } from './drafts/pieces.js'
import type { FormatRequest } from './format.js'
import { at, listAt, numberAt, textOf, timeAt } from './json-members.js'
import { eventName } from './words.js'

/** Takes a value out of a body. */
export type Reader<Value> = (body: unknown, request: FormatRequest) => Value

/**
 * Where a value is: the path of a member, such as `monitor.name` or `updates.0.body`; a function; or
 * several of these, of which the first that holds something counts.
 */
export type Slot<Value> = string | Reader<Value> | readonly Slot<Value>[]

/** The member at the end of a path, in which a number means an element of a list. */
export function memberAt(body: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce(
      (found, name) => (Array.isArray(found) ? listAt(found)[Number(name)] : at(found, name)),
      body,
    )
}

/** The first text or number at one of these paths, as text; `''` if there is none. */
export function firstText(body: unknown, ...paths: readonly string[]): string {
  for (const path of paths) {
    const text = textOf(memberAt(body, path))
    if (text !== '') return text
  }
  return ''
}

/** The first time at one of these paths; null if there is none. */
export function firstTime(body: unknown, ...paths: readonly string[]): number | null {
  for (const path of paths) {
    const time = timeOf(memberAt(body, path))
    if (time !== null) return time
  }
  return null
}

/** What slots hold in one body; `''` or null where they hold nothing. */
export class Held {
  readonly body: unknown
  readonly request: FormatRequest

  constructor(body: unknown, request: FormatRequest) {
    this.body = body
    this.request = request
  }

  text(slot: Slot<string> = []): string {
    return this.#first(slot, textOf) ?? ''
  }

  pieces(slot: Slot<Text> = []): Text {
    return this.#first<Text>(slot, textOf) ?? ''
  }

  event(slot: Slot<string>): string {
    return this.#first(slot, (member) => eventName(textOf(member))) ?? ''
  }

  time(slot: Slot<number | null> = []): number | null {
    return this.#first<number | null>(slot, timeOf) ?? null
  }

  #first<Value extends Text | number | null>(
    slot: Slot<Value>,
    read: (member: unknown) => Value,
  ): Value | undefined {
    if (typeof slot === 'string') return read(memberAt(this.body, slot))
    if (typeof slot === 'function') return slot(this.body, this.request)
    return slot.map((each) => this.#first(each, read)).find(isSomething)
  }
}

/** Until the year 2096. */
const MOST_SECONDS = 4e9
/** From 1973 on. */
const LEAST_MILLISECONDS = 1e11

/** Milliseconds since 1970 of an ISO 8601 date, or of seconds or milliseconds since then. */
function timeOf(member: unknown): number | null {
  const number = numberAt(member)
  if (number === null || number < 1e8 || number >= 1e14) return timeAt(member)
  if (number < MOST_SECONDS) return number * 1_000
  return number < LEAST_MILLISECONDS ? null : number
}

function isSomething(value: Text | number | null | undefined): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return value !== ''
  return typeof value === 'number' || !isEmpty(value)
}
