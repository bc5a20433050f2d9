import type { LogLine } from '../../api/logs.js'
import { headOf } from './log-words.js'

/** From the most to the least. */
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export interface LogFilter {
  readonly query: string
  readonly level: LogLevel
  /** `''` is all. */
  readonly node: string
}

export function levelOf(text: string): LogLevel {
  return LOG_LEVELS.find((level) => level === text) ?? 'DEBUG'
}

/** The lines that match all conditions. */
export function filterLines(lines: readonly LogLine[], filter: LogFilter): readonly LogLine[] {
  const query = filter.query.trim().toLowerCase()
  const lowest = LOG_LEVELS.indexOf(filter.level)
  return lines.filter(
    (line) =>
      (filter.node === '' || line.node === filter.node) &&
      LOG_LEVELS.indexOf(levelOf(line.level)) >= lowest &&
      textsIn(line).some((text) => text.toLowerCase().includes(query)),
  )
}

/** Includes what is shown, because the line itself contains it as escaped JSON. */
function textsIn(line: LogLine): readonly string[] {
  return [line.raw, line.message, headOf(line).title, ...valuesIn(line.fields)]
}

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}
