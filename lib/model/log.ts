import type { LogLevel } from './records.js'

/**
 * Receives operational messages. Fields never contain a key, token or password. Any logger can be
 * used: `(level, message, fields) => pino[level](fields, message)`.
 */
export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void
