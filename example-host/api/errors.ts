import type { ErrorRequestHandler, RequestHandler } from 'express'
import { type HookLog, requestInfo, WebhookError } from 'express-incoming-webhooks'
import { StoreConflict } from '../store/index.js'

/** Unknown paths. Express's own page would print the path. */
export const unknownPath: RequestHandler = () => {
  throw new WebhookError('not_found')
}

/** Maps errors of the store and of Express to the library's errors. */
export const translateErrors: ErrorRequestHandler = (error: unknown, _req, _res, next) => {
  if (error instanceof StoreConflict) {
    const detail = `this ${error.field} is taken`
    next(new WebhookError('invalid_body', { params: { name: error.field }, detail, cause: error }))
  } else if (error instanceof URIError) {
    next(new WebhookError('not_found', { cause: error }))
  } else next(error)
}

/** The last error handler. The client gets no details; the log gets all of them. */
export function failureHandler(log: HookLog): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    const { requestId } = requestInfo(req)
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
