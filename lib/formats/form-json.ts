import type { Fields } from './fields.js'
import { parseJson } from './json.js'
import { Reading } from './reading.js'

/** The JSON in a field of a form; null if there is no such field, or no JSON in it. */
export function fieldJson(fields: Fields, name: string): unknown {
  const text = fields.find(([each]) => each === name)?.[1]
  return text === undefined ? null : jsonIn(text)
}

/** A text that is JSON; null if it is not, or nested too deeply. */
export function jsonIn(text: string): unknown {
  try {
    return parseJson(text, new Reading())
  } catch {
    return null
  }
}
