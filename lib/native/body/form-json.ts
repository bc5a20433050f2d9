import type { FormFields } from './fields.js'
import { parseJson } from './json.js'
import { Reading } from '../payload/reading.js'

/** The JSON in a field of a form; null if there is no such field, or nothing that can be read as JSON. */
export function fieldJson(fields: FormFields, name: string): unknown {
  const text = fields.find(([each]) => each === name)?.[1]
  if (text === undefined) return null
  try {
    return parseJson(text, new Reading())
  } catch {
    return null
  }
}
