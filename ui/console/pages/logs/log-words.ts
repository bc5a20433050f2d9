import { memberOf, numberOf, parsed, textOf } from 'express-incoming-webhooks-ui/wire'
import type { LogLine } from '../../api/logs.js'
import { millisecondsText } from '../../state/time.js'
import { toneOf } from '../requests/words.js'
import { levelOf } from './log-level.js'

/** What a line says in one row. */
export interface LogHead {
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
function placeOf(channel: string): string {
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
