import { isEmpty, type Text } from './drafts/pieces.js'
import type { FormatRequest } from './format-request.js'
import { at, textOf, timeOf } from './json-members.js'
import { eventName } from './words.js'

/** Takes a value out of a body. */
export type Reader<Value> = (body: unknown, request: FormatRequest) => Value

/**
 * Where a value is: the path of a member, such as `monitor.name` or `updates.0.body`; a function; or
 * several of these, of which the first that holds something counts.
 */
export type Slot<Value> = string | Reader<Value> | readonly Slot<Value>[]

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
    if (typeof slot === 'string') return read(at(this.body, slot))
    if (typeof slot === 'function') return slot(this.body, this.request)
    return slot.map((each) => this.#first(each, read)).find(isSomething)
  }
}

function isSomething(value: Text | number | null | undefined): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'string') return value !== ''
  return typeof value === 'number' || !isEmpty(value)
}
