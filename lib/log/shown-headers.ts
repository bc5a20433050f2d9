import type { IncomingHttpHeaders } from 'node:http'
import { Recent } from '../model/recent.js'

/** Headers of one request that are kept. */
const MAX_HEADERS = 30
const MAX_KNOWN = 1_000

const REDACTED = '[redacted]'
const CREDENTIAL = /auth|cookie|credential|jwt|key|passw|secret|session|signature|token/
/** Names with one of the words above whose values are not credentials. */
const HARMLESS: ReadonlySet<string> = new Set(['idempotency-key', 'correlation-key', 'x-event-key'])
/** Addresses of people and proxies. */
const ADDRESS = /^(?:forwarded|via|x-forwarded-.*|.*-ip)$/

/**
 * Returns a function that makes `name: value` of the first 30 headers of a request, without addresses.
 * Values of credentials and cookies are `[redacted]`; `safe` shortens and redacts each line.
 */
export function createShownHeaders(
  safe: (line: string) => string,
): (headers: IncomingHttpHeaders) => readonly string[] {
  // Senders repeat their headers: recording a request would take twice as long if each line was checked
  // again, and kept once for each request.
  const known = new Recent<string>(MAX_KNOWN)
  const check = (name: string, line: string): string | null => {
    if (ADDRESS.test(name)) return null
    if (CREDENTIAL.test(name) && !HARMLESS.has(name)) return safe(`${name}: ${REDACTED}`)
    const shown = safe(line)
    if (shown === line) known.set(line, line)
    return shown
  }
  return (headers) => {
    const lines: string[] = []
    for (const name of Object.keys(headers)) {
      if (lines.length === MAX_HEADERS) break
      const value = headers[name]
      if (value === undefined) continue
      const line = `${name}: ${String(value)}`
      const shown = known.get(line) ?? check(name, line)
      if (shown !== null) lines.push(shown)
    }
    return lines
  }
}
