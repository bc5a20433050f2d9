import { MAX_WRITTEN_NUMBERS } from '../model/limits.js'
import { clean, endOfString } from './json-strings.js'

/** Numbers as they were written, by name or index in the object or list that holds them. */
export type Written = Map<object, Map<string, string>>

/** A number that may not be exact: one of many digits, or with an exponent. */
const SUSPECT = /[\s:[,]-?\d(?:[\d.]{15}|[\d.]*e)/i
const NUMBER = /[-+.\de]+/iy
/** Decimal digits that every JavaScript number keeps. */
const KEPT_DIGITS = 15
/** Numbers below it keep fewer digits, then none. */
const LEAST = 2.2250738585072014e-308

/** An object or a list that is open while a text is scanned. */
interface Open {
  /** What JSON.parse made of it; null if a later member of the same name took its place. */
  readonly holder: object | null
  readonly isList: boolean
  /** Of the member that is being read, as it stands in the text. */
  name: string
  index: number
}

/**
 * Finds the numbers of a JSON text that JavaScript rounds or calls infinite, in one pass. JSON.parse
 * of Node 20 does not tell what was written. `root` is what it made of the text. False if there are
 * too many to keep them all.
 */
export function findWritten(text: string, root: unknown, found: Written): boolean {
  if (!SUSPECT.test(text)) return true
  const opened: Open[] = []
  let open: Open | undefined
  let string = '""'
  let inexact = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '"') {
      const end = endOfString(text, at)
      string = text.slice(at, end + 1)
      at = end
    } else if (char === ':' && open) open.name = string
    else if (char === ',' && open) open.index += 1
    else if (char === '{' || char === '[') {
      const value = open ? memberOf(open) : root
      const holder = typeof value === 'object' ? value : null
      open = { holder, isList: char === '[', name: '""', index: 0 }
      opened.push(open)
    } else if (char === '}' || char === ']') {
      opened.pop()
      open = opened.at(-1)
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      const source = numberAt(text, at)
      at += source.length - 1
      if (!open || isExact(source)) continue
      inexact += 1
      if (inexact > MAX_WRITTEN_NUMBERS) return false
      keep(open, source, found)
    }
  }
  return true
}

function numberAt(text: string, at: number): string {
  NUMBER.lastIndex = at
  return NUMBER.exec(text)?.[0] ?? text.charAt(at)
}

function isExact(source: string): boolean {
  if (source.length <= KEPT_DIGITS && !/e/i.test(source)) return true
  const [mantissa = ''] = source.split(/e/i, 1)
  const digits = mantissa.replace(/[-.]/g, '').replace(/^0+/, '')
  const size = Math.abs(Number(source))
  return digits === '' || (digits.length <= KEPT_DIGITS && size >= LEAST && size < Infinity)
}

// Of members of one name the last counts. An earlier one is another number.
function keep(open: Open, source: string, found: Written): void {
  if (open.holder === null || !Object.is(memberOf(open), Number(source))) return
  const members = found.get(open.holder) ?? new Map<string, string>()
  found.set(open.holder, members.set(keyOf(open), source))
}

function memberOf(open: Open): unknown {
  const key = keyOf(open)
  if (open.holder === null || !Object.hasOwn(open.holder, key)) return undefined
  const member: unknown = Reflect.get(open.holder, key)
  return member
}

function keyOf({ isList, name, index }: Open): string {
  if (isList) return String(index)
  return name.includes('\\') ? clean(String(JSON.parse(name))) : name.slice(1, -1)
}
