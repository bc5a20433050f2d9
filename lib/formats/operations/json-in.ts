import { parseJson } from '../../native/body/json.js'
import { Reading } from '../../native/payload/reading.js'

/** The object or array that a text holds as JSON; null for every other text. */
export function jsonIn(text: string): unknown {
  if (!/^\s{0,100}[{[]/.test(text)) return null
  try {
    return parseJson(text, new Reading())
  } catch {
    return null
  }
}
