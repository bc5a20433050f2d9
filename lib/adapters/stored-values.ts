import { WrongResult } from '../host/wrong-result.js'

/** A row or a document, as a driver returns it. */
export type Row = Readonly<Record<string, unknown>>

// Drivers differ in what they make of a value: a bigint of PostgreSQL arrives as text, number or
// bigint, and JSON as text or parsed. Whatever has one meaning is read; nothing else is guessed.

export function textIn(row: Row, name: string) {
  const value = row[name]
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  throw wrongValue(row, name, 'a text')
}

export function numberIn(row: Row, name: string) {
  const value = row[name]
  const number = typeof value === 'number' ? value : numberOf(value)
  if (Number.isFinite(number)) return number
  throw wrongValue(row, name, 'a number')
}

function numberOf(value: unknown) {
  if (typeof value === 'bigint' || value instanceof Date) return Number(value)
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN
}

export function flagIn(row: Row, name: string) {
  const value = row[name]
  const flag = value instanceof Uint8Array && value.length === 1 ? value[0] : value
  if (TRUE.has(flag)) return true
  if (FALSE.has(flag)) return false
  throw wrongValue(row, name, 'true or false')
}

const TRUE = new Set<unknown>([true, 1, 1n, '1', 't', 'true'])
const FALSE = new Set<unknown>([false, 0, 0n, '0', 'f', 'false'])

/** The value of JSON, parsed or as text. */
export function jsonIn(row: Row, name: string): unknown {
  const value = row[name]
  if (typeof value !== 'string') return value ?? null
  try {
    return JSON.parse(value) as unknown
  } catch {
    // The error of the parser quotes the text.
    throw wrongValue(row, name, 'JSON')
  }
}

function wrongValue(row: Row, name: string, expected: string) {
  return new WrongResult(name, expected, Object.hasOwn(row, name) ? row[name] : row)
}
