import { isCredentialName } from '../../rules/credential-names.js'
import { duration, minute } from '../drafts/times.js'
import { at, type Table, textOf, timeOf } from '../json-members.js'
import { cut, firstLine, phrase } from '../words.js'

/** What a template may still do, and the time of the request. */
export interface Work {
  /** When the request arrived, in milliseconds since 1970; null if nobody knows. */
  readonly now: number | null
  /** Takes so many steps. Throws if none are left. */
  readonly step: (count?: number) => void
}

/** Makes another value of a value. */
export interface Filter {
  /** Its arguments. `count`: a whole number from 1. Default: none. */
  readonly takes?: readonly ('count' | 'text' | 'path')[]
  /** Whether it may have no arguments. Default: it must have all. */
  readonly isOptional?: boolean
  readonly apply: (value: unknown, args: readonly string[], work: Work) => unknown
}

/** By name. */
export const FILTERS: Table<Filter> = {
  cut: {
    takes: ['count'],
    apply: (value, [most], work) => cut(beginningOf(value, Number(most), work), Number(most)),
  },
  first: {
    takes: ['count'],
    isOptional: true,
    apply: (value, [most], work) => {
      if (!Array.isArray(value)) return firstLine(read(value, work))
      const elements: readonly unknown[] = value
      return most === undefined ? elements[0] : elements.slice(0, Number(most))
    },
  },
  lower: { apply: (value, _, work) => read(value, work).toLowerCase() },
  upper: { apply: (value, _, work) => read(value, work).toUpperCase() },
  default: { takes: ['text'], apply: (value, [text]) => (isFalse(value) ? text : value) },
  date: { apply: (value) => whenOf(value, minute) },
  ago: {
    apply: (value, _, { now }) =>
      whenOf(value, (time) => {
        if (now === null) return minute(time)
        return time <= now ? `${duration(now - time)} ago` : `in ${duration(time - now)}`
      }),
  },
  json: { apply: (value, _, work) => jsonOf(value, work) },
  count: { apply: (value) => (Array.isArray(value) ? value.length : 0) },
  join: {
    takes: ['text'],
    isOptional: true,
    apply: (value, [separator], work) => shownText(value, work, separator),
  },
  map: {
    takes: ['path'],
    apply: (value, [path], work) => eachOf(value, work, (element) => at(element, path)),
  },
  replace: {
    takes: ['text', 'text'],
    apply: (value, [search = '', other = ''], work) => {
      const text = read(value, work)
      if (search === '') return text
      const parts = text.split(search)
      takeLength(parts.length * (1 + other.length), work)
      return parts.join(other)
    },
  },
}

/** Whether `#if` leaves out its part. */
export function isFalse(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === undefined || value === null || value === false || value === ''
}

/** A string, a number or a boolean as text; `''` for anything else. */
export function scalarText(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : textOf(value)
}

/** What a value shows: a list shows its texts, and an object nothing. */
export function shownText(value: unknown, work: Work, separator = ', '): string {
  if (!Array.isArray(value)) return scalarText(value)
  return phrase(
    eachOf(value, work, (element) => {
      const text = scalarText(element)
      takeLength(text.length + separator.length, work)
      return text
    }),
    separator,
  )
}

/** What is made of each element of a list, a step each; nothing of anything else. */
export function eachOf<T>(value: unknown, work: Work, make: (element: unknown) => T): readonly T[] {
  if (!Array.isArray(value)) return []
  return value.map((element: unknown) => {
    work.step()
    return make(element)
  })
}

/** Takes the steps for a text of this length: one for 256 characters. */
function takeLength(length: number, work: Work): void {
  work.step(Math.floor(length / 256))
}

function read(value: unknown, work: Work): string {
  const text = shownText(value, work)
  takeLength(text.length, work)
  return text
}

/** Enough of a text for so many code points, and one more. */
function beginningOf(value: unknown, count: number, work: Work): string {
  return read(typeof value === 'string' ? value.slice(0, 2 * count + 2) : value, work)
}

/** As long as no time is. */
const TOO_LONG = 40

/** What is no time stays as it is. */
function whenOf(value: unknown, write: (time: number) => string): unknown {
  const time = scalarText(value).length > TOO_LONG ? null : timeOf(value)
  return time === null ? value : write(time)
}

function jsonOf(value: unknown, work: Work): string {
  if (value === undefined || value === null) return ''
  // Taken before it is written.
  return JSON.stringify(value, (name, member: unknown) => {
    work.step()
    takeLength(name.length + scalarText(member).length, work)
    return isCredentialName(name) ? undefined : member
  })
}
