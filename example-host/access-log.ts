import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Log, redactKeys } from 'express-incoming-webhooks'

/** Logs one line per response, at level debug. */
export function logRequests(server: Server, log: Log): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const { method } = req
    const path = shownPath(req.url ?? '')
    res.once('close', () => {
      const status = res.writableFinished ? res.statusCode : 0
      log('debug', 'Request finished', { method, path, status })
    })
  })
}

/** A path without its query and without the key of a webhook, in any position and encoding. */
export function shownPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (/^\/(?:api\/v4\/.*|healthz|readyz)?$/s.test(path)) return redactKeys(path)
  return /^\/hooks(?:\/|$)/i.test(path) ? '/hooks/…' : '…'
}
