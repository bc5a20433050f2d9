import type { HookLog } from 'express-incoming-webhooks'

export type LogLevel = Parameters<HookLog>[0]

const RANK: Readonly<Record<LogLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 }
/** The maximum number of characters per value, enough for stack traces. */
const VALUE_LIMIT = 4_000
/** Characters that JSON does not escape but that forge lines, control a terminal or mislead a reader. */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\p{Bidi_Control}]/gu

/** Writes one line of JSON per entry. Throws only if `write` does: fields that JSON cannot represent are left out. */
export function createLog(level: LogLevel, write: (line: string) => void): HookLog {
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
    return JSON.stringify({ ...entry, fields: 'omitted: cannot be represented as JSON' })
  }
}

function readable(value: unknown): unknown {
  if (value instanceof Error) return storyOf(value).slice(0, VALUE_LIMIT)
  if (typeof value === 'bigint') return String(value)
  return typeof value === 'string' ? value.slice(0, VALUE_LIMIT) : value
}

/** With what caused it, which says more than the error that a caller gets. */
function storyOf({ stack, message, cause }: Error): string {
  const story = stack ?? message
  return cause instanceof Error ? `${story}\nCaused by: ${storyOf(cause)}` : story
}

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
