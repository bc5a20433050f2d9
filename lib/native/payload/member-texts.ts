import { isNest } from '../../model/json.js'
import { MAX_WRITTEN_NUMBERS } from '../../model/limits.js'
import { clean, endOfString } from '../body/json-strings.js'

interface Found {
  readonly written: Written
  /** False if there may be more, and for values from a host's parser. */
  readonly isAll: boolean
}

/** Marks a string that stands for a number. No text of a payload contains U+0000. */
const MARK = '\0'
const MARKED = /"\\u0000([^"]*)"/g

/** Writes members of a payload as text, with numbers as they were sent. */
export class MemberTexts {
  readonly #sources: { readonly text: string; readonly value: unknown }[] = []
  #found: Found | null = null

  /** Records the value of a JSON text. The text is read again only if a number is written. */
  parsed(text: string, value: unknown): void {
    this.#sources.push({ text, value })
    this.#found = null
  }

  /**
   * The member `name` of `holder` as text. Numbers are written as in JSON, or as they were sent if
   * JavaScript cannot represent them exactly. Lists and objects are JSON text. Calls `rounded` for
   * numbers that may differ from what was sent.
   */
  of(holder: object, name: string, value: unknown, rounded: () => void): string {
    if (typeof value === 'string') return value
    if (typeof value === 'number') {
      return this.#unlikeJson(holder, name, value, rounded) ?? JSON.stringify(value)
    }
    if (typeof value !== 'object' || this.#areExact()) return JSON.stringify(value)
    return this.#nested(value, rounded)
  }

  #nested(value: unknown, rounded: () => void) {
    let unknown = 0
    const unlikeJson = (holder: object, name: string, member: number) =>
      this.#unlikeJson(holder, name, member, () => (unknown += 1))
    const json = JSON.stringify(value, function (this: object, name, member: unknown) {
      const text = typeof member === 'number' ? unlikeJson(this, name, member) : null
      return text === null ? member : MARK + text
    })
    if (unknown > 0) rounded()
    return json.replace(MARKED, '$1')
  }

  /** Null for a number that JSON writes exactly as it was sent. */
  #unlikeJson(holder: object, name: string, value: number, rounded: () => void) {
    const { written, isAll } = this.#find()
    const sent = written.get(holder)?.get(name)
    if (sent !== undefined) return sent
    if (Number.isFinite(value) && (isAll || isExactly(value))) return null
    rounded()
    return String(value)
  }

  #areExact() {
    const { written, isAll } = this.#find()
    return isAll && written.size === 0
  }

  #find() {
    if (this.#found !== null) return this.#found
    const written: Written = new Map()
    const found = this.#sources.map(({ text, value }) => findWritten(text, value, written))
    this.#found = { written, isAll: found.length > 0 && found.every(Boolean) }
    return this.#found
  }
}

// As far as can be known: an integer beyond 2^53 may stand for several.
function isExactly(value: number) {
  return Number.isSafeInteger(value) || !Number.isInteger(value)
}

/** Numbers as they were sent, by object or list and by name or index. */
type Written = Map<object, Map<string, string>>

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
function findWritten(text: string, root: unknown, found: Written) {
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
  keep(root, copy, { found, left: parts.length / 2 })
  return room >= 0
}

function isExact(source: string) {
  if (source.length <= KEPT_DIGITS && !/e/i.test(source)) return true
  const [mantissa = ''] = source.split(/e/i, 1)
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  const size = Math.abs(Number(source))
  return digits === '' || (digits.length <= KEPT_DIGITS && size >= LEAST && size < Infinity)
}

interface Kept {
  readonly found: Written
  /** How many numbers have not come yet. */
  left: number
}

/** Keeps the strings of the copy that are numbers of the value. Both are at most 80 levels deep. */
function keep(value: unknown, copy: unknown, kept: Kept) {
  if (!isNest(value) || !isNest(copy)) return
  // The indexes of a list are made one by one, since the search may end long before the list does.
  for (const [sent, inCopy] of Array.isArray(copy) ? copy.entries() : Object.entries(copy)) {
    if (kept.left === 0) return
    const name = clean(String(sent))
    const member: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
    if (typeof inCopy !== 'string') keep(member, inCopy, kept)
    // Names that become the same when they are cleaned are different numbers.
    else if (typeof member === 'number' && Object.is(member, Number(inCopy))) {
      const members = kept.found.get(value) ?? new Map<string, string>()
      kept.found.set(value, members.set(name, inCopy))
      kept.left -= 1
    }
  }
}
