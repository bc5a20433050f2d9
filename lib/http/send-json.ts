import type { ServerResponse } from 'node:http'

/**
 * An answer in JSON that no cache may keep. The type has no charset: clients of the reference's API
 * compare the whole header, and take anything else for text.
 */
export function sendJson(res: ServerResponse, status: number, value: unknown): void {
  const body = jsonHead(res, status, value)
  res.end(body)
}

/** Sets the status and the headers; answers the text still to be sent. */
export function jsonHead(res: ServerResponse, status: number, value: unknown): string {
  // A string leaves with the headers in one write; a buffer takes another one, which costs as much again.
  const body = JSON.stringify(value)
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json')
  res.setHeader('Content-Length', Buffer.byteLength(body))
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  return body
}
