import type { Log, LogLevel } from 'express-incoming-webhooks'

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }
/** Characters of one value; stacks are the longest that is worth keeping. */
const VALUE_LIMIT = 4_000
/** What JSON leaves as it is and would forge a line, drive a terminal or mislead a reader: as in the package's debug log. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\p{Bidi_Control}]/gu

/** One line of JSON per entry. Never throws as long as `write` does not: fields that JSON cannot hold are left out. */
export function createLog(level: LogLevel, write: (line: string) => void): Log {
  return (entryLevel, message, fields = {}) => {
    if (RANK[entryLevel] < RANK[level]) return
    const entry = { time: new Date().toISOString(), level: entryLevel, message }
    write(`${lineOf(entry, fields).replace(UNPRINTABLE, escape)}\n`)
  }
}

function lineOf(entry: object, fields: object): string {
  try {
    return JSON.stringify({ ...entry, ...fields }, (_name, value: unknown) => readable(value))
  } catch {
    return JSON.stringify({ ...entry, fields: 'not written: JSON cannot hold them' })
  }
}

function readable(value: unknown): unknown {
  if (value instanceof Error) return (value.stack ?? String(value)).slice(0, VALUE_LIMIT)
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? value.slice(0, VALUE_LIMIT) : value
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
