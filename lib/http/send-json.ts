import type { ServerResponse } from 'node:http'

/**
 * Sends JSON that must not be cached. The type has no charset: clients of the reference's API compare
 * the whole header and treat anything else as text. Returns the body.
 */
export function sendJson(res: ServerResponse, status: number, value: unknown): string {
  const body = jsonHead(res, status, value)
  res.end(body)
  return body
}

/** Sends each value as a line of JSON. */
export function sendLines(res: ServerResponse, values: readonly unknown[]): void {
  const body = values.map((value) => `${JSON.stringify(value)}\n`).join('')
  res.setHeader('Content-Type', 'application/x-ndjson')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.end(body)
}

/** Sets the status and the headers. Returns the text to send. */
export function jsonHead(res: ServerResponse, status: number, value: unknown): string {
  // A string is sent with the headers in one write; a buffer needs a second one, which doubles the
  // cost.
  const body = JSON.stringify(value)
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  return body
}
