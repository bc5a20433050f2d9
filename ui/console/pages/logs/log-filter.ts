import type { LogLine } from '../../api/logs.js'
import { levelOf, LOG_LEVELS, type LogLevel } from './log-level.js'
import { headOf } from './log-words.js'

export interface LogFilter {
  readonly query: string
  readonly level: LogLevel
  /** `''` is all. */
  readonly node: string
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
  const { name, title } = headOf(line)
  return [line.raw, line.message, `${name} ${title}`, ...valuesIn(line.fields)]
}

function valuesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(valuesIn) : []
}
