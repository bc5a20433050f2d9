import { randomUUID } from 'node:crypto'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { type Log, WebhookError } from 'express-incoming-webhooks'
import { StoreConflict } from '../store/index.js'

/** Every path that nobody took. Express's own page would print it. */
export const unknownPath: RequestHandler = () => {
  throw new WebhookError('not_found')
}

/** What the store and Express throw, in the words of the catalogue. */
export const translateErrors: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  if (error instanceof StoreConflict) {
    const detail = `this ${error.field} is taken`
    next(new WebhookError('invalid_body', { params: { name: error.field }, detail, cause: error }))
  } else if (error instanceof URIError) {
    next(new WebhookError('not_found', { cause: error }))
  } else next(error)
}

/** The last one: says nothing to the client but that it failed, and everything to the log. */
export function failureHandler(log: Log): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    // The library's routers have set it.
    const requestId = String(res.getHeader('X-Request-Id') ?? randomUUID())
    log('error', 'A request failed', { requestId, error })
    if (res.headersSent) {
      res.destroy()
      next()
      return
    }
    res.status(500).setHeader('Cache-Control', 'no-store').json({
      id: 'api.context.internal.app_error',
      message: 'Internal error',
      detailed_error: '',
      request_id: requestId,
      status_code: 500,
    })
  }
}
