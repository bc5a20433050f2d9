import { memberOf, numberOf, parsed, textOf } from 'express-incoming-webhooks-ui'
import type { LogLine } from '../../api/logs.js'
import { millisecondsText } from '../../state/time.js'
import { toneOf } from '../requests/words.js'

/** What a line says in one row. */
interface LogHead {
  /** `DEBUG 200`: its level, and the status of a request. */
  readonly mark: string
  /** How to see that at a glance; `''` for what is usual. */
  readonly tone: '' | 'warn' | 'bad'
  /** Of the webhook; `''` in a line that is not about a request. */
  readonly name: string
  /** `→ # deploys`, `Couldn't find the channel`. */
  readonly title: string
  /** `10 ms`; `''` where nothing was measured. */
  readonly duration: string
}

/** From the most to the least. */
export const LOG_LEVELS = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

export function levelOf(text: string): LogLevel {
  return LOG_LEVELS.find((level) => level === text) ?? 'DEBUG'
}

const TONES = { DEBUG: '', INFO: '', WARN: 'warn', ERROR: 'bad' } as const
const REQUEST = /^incoming webhook (?:refused: )?(.+)/

export function headOf({ level, message, fields }: LogLine): LogHead {
  const status = numberOf(fields, 'status')
  const [, outcome] = REQUEST.exec(message) ?? []
  if (status === 0 || outcome === undefined) {
    return { mark: level, tone: TONES[levelOf(level)], name: '', title: message, duration: '' }
  }
  const tone = toneOf(status)
  const duration = memberOf(fields, 'duration')
  return {
    mark: `${level} ${status}`,
    tone: tone === 'ok' ? '' : tone,
    name: textOf(fields, 'webhookName'),
    title: outcome === 'delivered' ? placeOf(textOf(fields, 'channelName')) : outcome,
    duration: typeof duration === 'number' ? millisecondsText(duration) : '',
  }
}

/** The name of a repeated request's channel is not known. */
function placeOf(channel: string) {
  if (channel === '') return 'delivered'
  return channel.startsWith('@') ? `→ ${channel}` : `→ # ${channel}`
}

/** The fields that say something as JSON, of which bodies that are JSON themselves are a part. */
export function fieldsText({ time, level, message, node, fields }: LogLine): string {
  return JSON.stringify({ time, level, message, node, ...fields }, shownValue, 2)
}

function shownValue(name: string, value: unknown): unknown {
  if (value === '' || (Array.isArray(value) && value.length === 0)) return undefined
  if (name !== 'body' || typeof value !== 'string') return value
  return parsed(value) ?? value
}

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
