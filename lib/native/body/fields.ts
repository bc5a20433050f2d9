import { parseJson } from './json.js'
import { clean } from './json-strings.js'
import { isWithoutEffect, type Reading } from '../payload/reading.js'

/** The reference's names for form fields that differ from those in JSON. */
const ALIASES = new Map([
  ['channelname', 'channel'],
  ['iconurl', 'icon_url'],
  ['iconemoji', 'icon_emoji'],
  ['rootid', 'root_id'],
])

/** Other words stay strings and are rejected later. */
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Members that are content by themselves. */
export const BEARING = new Set(['text', 'attachments', 'blocks'])

const STRUCTURED = new Set(['attachments', 'blocks', 'props', 'priority'])

/** The names and values of a form, in order; those of files have the name of the file, too. */
export type FormFields = readonly (readonly [name: string, value: string, fileName?: string])[]

/** What the warning about a file says. */
export const FILES_NOT_KEPT = 'files are not kept'

/** The names of the files in a form. */
export function fileNamesOf(fields: FormFields): readonly string[] {
  return fields.flatMap(([, , fileName = '']) => (fileName === '' ? [] : [fileName]))
}

/** Whether a form without `payload` has the fields of a message. */
export function holdMessage(fields: FormFields): boolean {
  return fields.some(([name, value]) => value !== '' && BEARING.has(name.toLowerCase()))
}

/** The field `payload`. As for members, the exact name counts first, then names that ignore case. */
export function payloadField(fields: FormFields): FormFields[number] | undefined {
  return (
    fields.find(([name]) => name === 'payload') ??
    fields.find(([name]) => name.toLowerCase() === 'payload')
  )
}

/** Reports the fields beside the payload that was used. They have no effect. */
export function reportUnused(
  fields: FormFields,
  used: FormFields[number] | undefined,
  reading: Reading,
): void {
  for (const field of fields) {
    const [name, value] = field
    if (field === used || value === '') continue
    const path = clean(name)
    if (isWithoutEffect(path)) reading.ignore(path)
    else reading.add(path, 'not used, because the form has a payload')
  }
}

/**
 * The payload of a form: the JSON in `payload` if there is one, otherwise an object of the fields. Of
 * duplicates the last one counts. Structured members are JSON text.
 */
export function payloadOfFields(fields: FormFields, reading: Reading): unknown {
  const whole = payloadField(fields.filter(([, value]) => value !== ''))
  if (whole) {
    const payload = parseJson(whole[1], reading)
    reportUnused(fields, whole, reading)
    return payload
  }
  const members = new Map<string, unknown>()
  for (const [sent, value] of fields) {
    const lower = sent.toLowerCase()
    const name = ALIASES.get(lower) ?? lower
    if (STRUCTURED.has(name) && value !== '') members.set(name, parseJson(value, reading))
    else if (name === 'silent') members.set(name, BOOLEANS.get(value.toLowerCase()) ?? value)
    else members.set(clean(name), clean(value))
  }
  return Object.fromEntries(members)
}
