import { parsed, textOf, textsOf, wireOf } from 'express-incoming-webhooks-ui'
import { get } from './call.js'

/** One line of the diagnostics, and as `raw` the line itself. */
export type LogLine = ReturnType<typeof lineOf>

/** The lines of this server process, newest first; at most 1,000. */
export async function listLogs(): Promise<readonly LogLine[]> {
  return textsOf(await get('logs?page=0&logs_per_page=1000'))
    .map(lineOf)
    .reverse()
}

function lineOf(raw: string) {
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
