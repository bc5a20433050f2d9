import type { IncomingMessage } from 'node:http'

/**
 * Whether a body is still unread. This depends on the stream, not on `req.body`: Express 4 leaves
 * `{}` there without reading anything.
 */
export function isUnread(req: IncomingMessage): boolean {
  return !req.readableDidRead && !req.readableEnded
}
