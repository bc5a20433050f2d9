import { MAX_WRITTEN_NUMBERS } from '../../model/limits.js'
import { clean, endOfString } from '../body/json-strings.js'

/** Numbers as they were sent, by object or list and by name or index. */
export type Written = Map<object, Map<string, string>>

/** A number that may not be exact: one with many digits or an exponent. */
const SUSPECT = /[\s:[,]-?\d(?:[\d.]{15}|[\d.]*e)/i
const NUMBER = /[-+.\de]+/iy
/** Decimal digits that a JavaScript number always keeps. */
const KEPT_DIGITS = 15
/** Smaller numbers keep fewer digits. */
const LEAST = 2.2250738585072014e-308

/** An unfinished object or list during the scan. */
interface Open {
  /** Its value from JSON.parse; null if a later member with the same name replaced it. */
  readonly holder: object | null
  readonly isList: boolean
  /** The name of the current member as in the text. */
  name: string
  index: number
}

/**
 * Finds the numbers of a JSON text that JavaScript rounds or makes infinite, in one pass. In Node 20,
 * JSON.parse does not give access to the source text. `root` is the parsed value. False if there are
 * too many numbers to keep.
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

// Of members with the same name the last one counts. An earlier one is a different number.
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
