import type { FormatBody } from './format.js'

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
