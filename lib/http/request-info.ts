import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { holdsKey } from '../rules/redact.js'

const SAFE_REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/
// Shared with other copies of this module: a request has one id, whichever copy responds.
const REQUEST_INFO = Symbol.for('express-incoming-webhooks.requestInfo')

type Info = ReturnType<typeof requestInfo>
type Noted = { -readonly [Name in keyof Info]: Info[Name] }
type Known = IncomingMessage & { [REQUEST_INFO]?: Noted | undefined }

/**
 * What the library knows of a request so far, for a line of the host's own log: all of it once the
 * response has ended. None of it holds a key. `req` is what the server got, in Express, in another
 * framework, or without one.
 *
 * @example
 * ```ts
 * app.use((req, res, next) => {
 *   res.once('close', () => {
 *     const { requestId, webhookId, errorId } = requestInfo(req)
 *     console.log(JSON.stringify({ requestId, webhookId, errorId, status: res.statusCode }))
 *   })
 *   next()
 * })
 * ```
 */
export function requestInfo(req: IncomingMessage): {
  /** The id in the response's `X-Request-Id`, in error bodies, in the log of requests and in the log. */
  readonly requestId: string
  /** The webhook whose key the request has, also if the key may not be used; `''` for other requests. */
  readonly webhookId: string
  /**
   * The format of the message: the one that the URL names, else the one that was recognised. `''` for
   * other requests, and if the request was refused before its format was known.
   */
  readonly format: string
  /** The `id` of the error that the library sent; `''` without one. */
  readonly errorId: string
} {
  return infoOf(req)
}

/** The same, to be completed by whoever handles the request. */
export function infoOf(req: Known): Noted {
  return (req[REQUEST_INFO] ??= {
    requestId: newRequestId(req.headers),
    webhookId: '',
    format: '',
    errorId: '',
  })
}

/** The id that a request has in its response, the log of requests and the log. */
export function requestId(req: IncomingMessage): string {
  return infoOf(req).requestId
}

/** The sender's request id if it is safe in a log line, otherwise a new one. */
function newRequestId(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  const isSafe = typeof given === 'string' && SAFE_REQUEST_ID.test(given) && !holdsKey(given)
  return isSafe ? given : randomUUID()
}
