import type { LogLevel } from './records.js'

/**
 * Receives operational messages. Fields never contain a key, token or password. What it throws is
 * ignored.
 *
 * @example
 * ```ts
 * const log: HookLog = (level, message, fields) => pino[level](fields, message)
 * ```
 */
export type HookLog = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void
