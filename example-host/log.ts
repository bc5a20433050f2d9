import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type HookLog, redactKeys, requestInfo } from 'express-incoming-webhooks'
import type { Writable } from 'node:stream'

/** Logs one line per response, at level debug. `duration` is in milliseconds; status 0: there was no whole response. */
export function logRequests(server: Server, log: HookLog): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const began = performance.now()
    const { method } = req
    const path = shownPath(req.url ?? '')
    res.once('close', () => {
      const { requestId, webhookId, format, errorId } = requestInfo(req)
      log('debug', 'Request finished', {
        request_id: requestId,
        // What is undefined is left out.
        webhook_id: webhookId || undefined,
        format: format || undefined,
        error_id: errorId || undefined,
        method,
        path,
        status: res.writableFinished ? res.statusCode : 0,
        duration: Math.round((performance.now() - began) * 10) / 10,
      })
    })
  })
}

/** A path without its query and without the key of a webhook, in any position and encoding. */
export function shownPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (/^\/(?:api\/v4\/.*|healthz|readyz|metrics)?$/s.test(path)) return redactKeys(path)
  return /^\/hooks(?:\/|$)/i.test(path) ? '/hooks/…' : '…'
}

type LogLevel = Parameters<HookLog>[0]

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

/** The maximum number of buffered characters; further output is lost. */
const MAX_WAITING = 1_048_576

/**
 * Writes to stdout or stderr and never throws: with a closed pipe, a full disk or a reader that has
 * stopped, only lines are lost. Writing resumes automatically; `onLost` is then called with the number
 * of lost lines.
 */
export function createOutput(
  stream: Writable,
  onLost: (lines: number) => void = () => undefined,
): (line: string) => void {
  let waiting = 0
  let lost = 0
  let broken = false
  // Without a listener, the error would end the process, or cause an endless loop of logging.
  stream.on('error', () => undefined)
  const fail = (): void => {
    lost += 1
    broken = true
  }
  const settle = (size: number, error: Error | null | undefined): void => {
    waiting -= size
    if (error) fail()
    else if (lost > 0) {
      const lines = lost
      lost = 0
      onLost(lines)
    }
  }
  return (line) => {
    if (waiting + line.length > MAX_WAITING) {
      lost += 1
      return
    }
    // With a full disk, only the first half of a line may have been written.
    const text = broken ? `\n${line}` : line
    broken = false
    waiting += text.length
    try {
      stream.write(text, (error) => {
        settle(text.length, error)
      })
    } catch {
      waiting -= text.length
      fail()
    }
  }
}
