import { parsed, textOf, textsOf, wireOf } from 'express-incoming-webhooks-ui/wire'
import { call } from './call.js'

/** One line of the diagnostics. */
export interface LogLine {
  /** The original line. */
  readonly raw: string
  readonly time: string
  readonly level: string
  readonly node: string
  readonly message: string
  readonly fields: readonly (readonly [name: string, value: string])[]
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
    fields: flat(wireOf(wire['fields']), ''),
  }
}

// Flattens names: `received.body`, `understood[0].channel`.
function flat(value: unknown, path: string): (readonly [string, string])[] {
  if (typeof value === 'string') return value === '' ? [] : [[path, value]]
  if (Array.isArray(value)) return value.flatMap((item, at) => flat(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return [[path, JSON.stringify(value)]]
  return Object.entries(value).flatMap(([name, item]) =>
    flat(item, path === '' ? name : `${path}.${name}`),
  )
}
