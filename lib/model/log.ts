import type { LogLevel } from './records.js'

/**
 * Where the library writes what an operator should know. Fields hold no key, token or password.
 * Any logger fits behind it: `(level, message, fields) => pino[level](fields, message)`.
 */
export type Log = (
  level: LogLevel,
  message: string,
  fields?: Readonly<Record<string, unknown>>,
) => void
