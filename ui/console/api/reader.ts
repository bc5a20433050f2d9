import { isWire, memberOf, textOf, textsOf, wireOf, wiresOf } from 'express-incoming-webhooks-ui'
import { fieldNames, recordOf } from '../../../lib/model/fields.js'
import { isOutcome, type LastResult } from '../../../lib/model/last-result.js'

/** Reads a member of an object. */
type Read<Value> = (wire: unknown, name: string) => Value

/** Reads objects of the API: each member by its name, which there has underscores instead of capital letters. */
export function readerOf<Values extends object>(readers: {
  readonly [Name in keyof Values]: Read<Values[Name]>
}): (wire: unknown) => Values {
  const names = fieldNames(readers)
  return (wire) => recordOf<Values>(names, (name) => readers[name](wire, wireName(name)))
}

function wireName(name: string) {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

export function textList(wire: unknown, name: string): readonly string[] {
  return textsOf(memberOf(wire, name))
}

/** Null if it is missing or of another type. */
export function textOrNull(wire: unknown, name: string): string | null {
  const value = memberOf(wire, name)
  return typeof value === 'string' ? value : null
}

/** An object of strings. */
export function textsByName(wire: unknown, name: string): Readonly<Record<string, string>> {
  const texts = wireOf(memberOf(wire, name))
  return Object.fromEntries(Object.keys(texts).map((key) => [key, textOf(texts, key)]))
}

/** What became of a request. */
export function outcomeOf(wire: unknown, name: string): LastResult['outcome'] {
  const outcome = memberOf(wire, name)
  return isOutcome(outcome) ? outcome : 'posted'
}

export function orNull<Value>(read: (wire: unknown) => Value): Read<Value | null> {
  return (wire, name) => {
    const value = memberOf(wire, name)
    return isWire(value) ? read(value) : null
  }
}

export function listOf<Item>(read: (wire: unknown) => Item): Read<readonly Item[]> {
  return (wire, name) => wiresOf(memberOf(wire, name)).map(read)
}
