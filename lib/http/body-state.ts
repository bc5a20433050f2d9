import type { IncomingMessage } from 'node:http'

/**
 * Whether a body is still on the wire. The stream tells, never `req.body`: Express 4 leaves `{}`
 * there without having read anything.
 */
export function isUnread(req: IncomingMessage): boolean {
  return !req.readableDidRead && !req.readableEnded
}
