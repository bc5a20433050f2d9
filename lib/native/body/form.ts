import { MOST } from '../../model/limits.js'
import { bytesWithin, charsetOf, decodeNamed, isMisnamed, isUtf8, MISNAMED } from './charset.js'
import { type FormFields, payloadField } from './fields.js'
import type { Reading } from '../payload/reading.js'

/** A URL-encoded form. */
export interface Form {
  readonly fields: FormFields
  /** Everything after `payload=`, for senders that did not encode it; `''` without one. */
  readonly rawPayload: string
}

/**
 * Reads a URL-encoded form. Its escapes are bytes in `charset`. Throws for more than 1,000 fields,
 * unless `payload` is among the first 1,000.
 */
export function readForm(form: string, charset: string, reading: Reading): Form {
  const end = endOfFields(form)
  const fields = fieldsOf(form.slice(0, end), charset, reading)
  if (end < form.length && !payloadField(fields)) {
    reading.amounts.take('form fields', MOST['form fields'] + 1)
  }
  return { fields, rawPayload: afterPayload(form) }
}

function endOfFields(form: string) {
  let end = form.indexOf('&')
  for (let n = 1; n < MOST['form fields'] && end !== -1; n += 1) end = form.indexOf('&', end + 1)
  return end === -1 ? form.length : end
}

function fieldsOf(form: string, charset: string, reading: Reading): FormFields {
  const fields = [...new URLSearchParams(form)]
  // Escapes in a form are never UTF-16, whatever its type says.
  const utf8 = isUtf8(charset) || charset.startsWith('utf-16')
  if (utf8 && fields.every(([, value]) => !value.includes('\ufffd'))) return fields
  const bytes = bytesWithin(form.replace(NOT_ASCII, ' '), ESCAPE)
  if (!utf8 && isMisnamed(bytes, charset)) reading.add('', MISNAMED)
  const used = utf8 ? charsetOf(bytes, charset, reading) : charset
  return used === 'utf-8' ? fields : fieldsIn(form, used, reading)
}

// URLSearchParams reads every escape as UTF-8.
function fieldsIn(form: string, charset: string, reading: Reading): FormFields {
  const decode = (text: string) =>
    text
      .replaceAll('+', ' ')
      .replace(ASCII, (part) =>
        part.includes('%') ? decodeNamed(bytesWithin(part, ESCAPE), charset, reading) : part,
      )
  return form
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair): [string, string] => {
      const equals = pair.indexOf('=')
      if (equals === -1) return [decode(pair), '']
      return [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
    })
}

const ESCAPE = /%([\da-f]{2})/gi
const ASCII = /[\0-\x7f]+/g
const NOT_ASCII = /[^\0-\x7f]+/g

function afterPayload(form: string) {
  const at = `&${form}`.indexOf('&payload=')
  return at === -1 ? '' : form.slice(at + 'payload='.length)
}

/** Whether a body without a reliable Content-Type looks like a form with a payload. */
export function looksLikeForm(text: string): boolean {
  return text.startsWith('payload=') || /^[\w.%[\]-]{1,64}=[^{[]*&payload=/.test(text)
}
