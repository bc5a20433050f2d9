import { MAX_WRITTEN_NUMBERS } from '../../model/limits.js'
import { isNest } from '../../model/json.js'
import { clean, endOfString } from '../body/json-strings.js'

/** Numbers as they were sent, by object or list and by name or index. */
export type Written = Map<object, Map<string, string>>

/** A number that may not be exact: one with many digits or an exponent. */
const SUSPECT = /[\s:[,]-?\d(?:[\d.]{15}|[\d.]*e)/i
/** A number, or where a string begins. */
const TOKEN = /"|-?\d[-+.\de]*/gi
/** Decimal digits that a JavaScript number always keeps. */
const KEPT_DIGITS = 15
/** Smaller numbers keep fewer digits. */
const LEAST = 2.2250738585072014e-308

/**
 * Finds the numbers of a JSON text that JavaScript rounds or makes infinite. In Node 20, JSON.parse does
 * not give access to the source text, so that it parses a copy where they are strings. `root` is the
 * parsed value. False if there are too many numbers to keep.
 */
export function findWritten(text: string, root: unknown, found: Written): boolean {
  if (!SUSPECT.test(text)) return true
  const parts: string[] = []
  let copied = 0
  let room = MAX_WRITTEN_NUMBERS
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match && room >= 0; match = TOKEN.exec(text)) {
    const { 0: token, index } = match
    if (token === '"') TOKEN.lastIndex = endOfString(text, index) + 1
    else if (!isExact(token) && --room >= 0) {
      parts.push(text.slice(copied, index), `"${token}"`)
      copied = index + token.length
    }
  }
  const copy: unknown = JSON.parse(parts.join('') + text.slice(copied))
  keep(root, copy, found)
  return room >= 0
}

function isExact(source: string): boolean {
  if (source.length <= KEPT_DIGITS && !/e/i.test(source)) return true
  const [mantissa = ''] = source.split(/e/i, 1)
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  const size = Math.abs(Number(source))
  return digits === '' || (digits.length <= KEPT_DIGITS && size >= LEAST && size < Infinity)
}

/** Keeps the strings of the copy that are numbers of the value. Both are at most 80 levels deep. */
function keep(value: unknown, copy: unknown, found: Written): void {
  if (!isNest(value) || !isNest(copy)) return
  for (const [sent, inCopy] of Object.entries(copy)) {
    const name = clean(sent)
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    if (typeof inCopy !== 'string') keep(member, inCopy, found)
    // Names that become the same when they are cleaned are different numbers.
    else if (typeof member === 'number' && Object.is(member, Number(inCopy))) {
      const members = found.get(value) ?? new Map<string, string>()
      found.set(value, members.set(name, inCopy))
    }
  }
}
