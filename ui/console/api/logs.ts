import { parsed, textOf, textsOf, type Wire, wireOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** One line of the diagnostics. */
export interface LogLine {
  /** The original line. */
  readonly raw: string
  readonly time: string
  readonly level: string
  readonly node: string
  readonly message: string
  readonly fields: Wire
}

/** The lines of this server process, newest first; at most 1,000. */
export async function listLogs(): Promise<readonly LogLine[]> {
  const { body } = await call('GET', 'logs?page=0&logs_per_page=1000')
  return textsOf(body).map(lineOf).reverse()
}

function lineOf(raw: string): LogLine {
  const wire = wireOf(parsed(raw))
  return {
    raw,
    time: textOf(wire, 'timestamp'),
    level: (textOf(wire, 'level') || 'debug').toUpperCase(),
    node: textOf(wire, 'node'),
    message: textOf(wire, 'msg') || raw,
    fields: wireOf(wire['fields']),
  }
}
