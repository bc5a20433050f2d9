import type { MaybePromise } from '../adapters/types.js'
import { DEBUG_LOG_LINES } from '../model/limits.js'
import type { LogLevel, HookSettings } from '../model/records.js'
import { redactKeys } from '../rules/redact.js'

const MAX_VALUE = 200
const MAX_ENTRIES = 50
const MAX_LEVELS = 4
const SECRET_NAME = /key|password|token|secret|authorization|cookie/i
const HARMLESS_NAME = /^key_?hint$/i
// JSON escapes the first 32 characters; these can also forge lines, control a terminal or mislead readers.
const UNSAFE = /[\u007f-\u009f\u2028\u2029\ufeff\p{Bidi_Control}]/gu

/** Where the lines are kept. */
export interface LogLines {
  add(line: string): void
  /** At most `limit` lines before the latest `offset` ones, the newest last. */
  page(offset: number, limit: number): MaybePromise<readonly string[]>
}

interface DebugLogOptions {
  readonly node: string
  readonly clock?: () => number
  /** Removes keys from a text. */
  readonly redact?: (text: string) => string
  /** Default: in memory. */
  readonly lines?: LogLines | undefined
}

export type DebugLog = ReturnType<typeof createDebugLog>

/** Webhook diagnostics for administrators: the last 1,000 lines, each one JSON object, without keys, passwords or tokens. */
export function createDebugLog(options: DebugLogOptions) {
  const { node, clock = Date.now, redact = redactKeys, lines = createLogRing() } = options
  // Redacted before the final cut, which could leave half a key. The first cut bounds the work.
  const shortened = (text: string) => redact(text.slice(0, 20 * MAX_VALUE)).slice(0, MAX_VALUE)
  const harmless = (value: unknown, levels: number): unknown => {
    if (typeof value === 'string') return shortened(value)
    if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
    if (typeof value !== 'object') return undefined
    if (value instanceof Error) return shortened(`${value.name}: ${value.message}`)
    if (levels === 0) return '…'
    if (Array.isArray(value)) {
      return value.slice(0, MAX_ENTRIES).map((item) => harmless(item, levels - 1))
    }
    const members = Object.entries(value).slice(0, MAX_ENTRIES)
    return Object.fromEntries(
      members.map(([name, item]) => [
        shortened(name),
        SECRET_NAME.test(name) && !HARMLESS_NAME.test(name)
          ? '[redacted]'
          : harmless(item, levels - 1),
      ]),
    )
  }
  return {
    /** Keeps the line only while webhook debugging is on and the console level is DEBUG. */
    write: (
      settings: HookSettings,
      level: LogLevel,
      message: string,
      fields: Readonly<Record<string, unknown>> = {},
    ) => {
      if (!settings.enableWebhookDebugging || settings.consoleLevel !== 'DEBUG') return
      const timestamp = new Date(clock()).toISOString()
      const msg = shortened(message)
      const entry = { timestamp, level, msg, node, fields: harmless(fields, MAX_LEVELS) }
      lines.add(JSON.stringify(entry).replace(UNSAFE, escaped))
    },
    /** Page 0 has the latest lines; within a page the newest is last. */
    page: (page: number, perPage: number) => {
      const offset = page * perPage
      // A store may not have deleted older lines yet.
      const limit = Math.min(perPage, DEBUG_LOG_LINES - offset)
      return limit > 0 ? lines.page(offset, limit) : []
    },
  }
}

function createLogRing(): LogLines {
  const lines: string[] = []
  return {
    add: (line) => {
      lines.push(line)
      if (lines.length > DEBUG_LOG_LINES) lines.shift()
    },
    page: (offset, limit) => {
      const end = Math.max(0, lines.length - offset)
      return lines.slice(Math.max(0, end - limit), end)
    },
  }
}

function escaped(character: string) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
