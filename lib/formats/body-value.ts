import { fieldJson } from '../native/body/fields.js'
import type { FormatBody } from './format.js'

/** The JSON in a field of a form, null if it is none; undefined without such a field. */
export function fieldValueOf(body: FormatBody, field: string): unknown {
  if (body.kind !== 'fields' || !body.fields.some(([name]) => name === field)) return undefined
  return fieldJson(body.fields, field)
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
