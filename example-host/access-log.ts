import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type HookLog, redactKeys, requestInfo } from 'express-incoming-webhooks'

/** Logs one line per response, at level debug. `duration` is in milliseconds; status 0: there was no whole response. */
export function logRequests(server: Server, log: HookLog): void {
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    const began = performance.now()
    const { method } = req
    const path = shownPath(req.url ?? '')
    res.once('close', () => {
      const { requestId, webhookId, format, errorId } = requestInfo(req)
      log('debug', 'Request finished', {
        request_id: requestId,
        // What is undefined is left out.
        webhook_id: webhookId || undefined,
        format: format || undefined,
        error_id: errorId || undefined,
        method,
        path,
        status: res.writableFinished ? res.statusCode : 0,
        duration: Math.round((performance.now() - began) * 10) / 10,
      })
    })
  })
}

/** A path without its query and without the key of a webhook, in any position and encoding. */
export function shownPath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? ''
  if (/^\/(?:api\/v4\/.*|healthz|readyz|metrics)?$/s.test(path)) return redactKeys(path)
  return /^\/hooks(?:\/|$)/i.test(path) ? '/hooks/…' : '…'
}
