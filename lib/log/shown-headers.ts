import type { IncomingHttpHeaders } from 'node:http'

/** Headers of one request that are kept. */
const MAX_HEADERS = 30

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
  return (headers) => {
    const lines: string[] = []
    for (const name of Object.keys(headers)) {
      if (lines.length === MAX_HEADERS) break
      const value = headers[name]
      if (value === undefined || ADDRESS.test(name)) continue
      const isCredential = CREDENTIAL.test(name) && !HARMLESS.has(name)
      lines.push(safe(`${name}: ${isCredential ? REDACTED : String(value)}`))
    }
    return lines
  }
}
