import { parseJson } from './json.js'
import { clean } from './json-strings.js'
import type { Reading } from './reading.js'

/** The reference's own names of form fields, beside those of the JSON. */
const ALIASES = new Map([
  ['channelname', 'channel'],
  ['iconurl', 'icon_url'],
  ['iconemoji', 'icon_emoji'],
  ['rootid', 'root_id'],
])

/** Other words stay, to be refused as what they are. */
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Each of these alone is something to show. */
const BEARING = new Set(['text', 'attachments', 'blocks'])

const STRUCTURED = new Set(['attachments', 'blocks', 'props', 'priority'])

/** Names and values of a form, in order. */
export type Fields = readonly (readonly [string, string])[]

/** Whether a form without `payload` is a message in fields of its own. */
export function holdMessage(fields: Fields): boolean {
  return fields.some(([name, value]) => value !== '' && BEARING.has(name.toLowerCase()))
}

/**
 * The payload that the fields of a form mean: the JSON in `payload` if there is one, else an object
 * of the fields, the last of duplicates. Structured members are JSON text there.
 */
export function payloadOfFields(fields: Fields, reading: Reading): unknown {
  const whole = fields.find(([name, value]) => name === 'payload' && value !== '')
  if (whole) return parseJson(whole[1], reading)
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
