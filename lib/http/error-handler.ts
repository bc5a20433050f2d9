import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express'
import { WebhookError } from '../model/errors.js'
import { endWhenRead } from './end-when-read.js'
import { infoOf, requestId } from './request-info.js'
import { jsonHead } from './send-json.js'

/** Seconds, for a 503 without a retry time of its own. */
const RETRY_AFTER = 5

/**
 * Sends an error from the table (docs/contract.md, Responses), unless a response has already begun.
 * Returns the body; `''` if it was not sent.
 */
export function sendError(res: ServerResponse, error: WebhookError): string {
  if (res.headersSent || res.destroyed) return ''
  const info = infoOf(res.req)
  info.errorId = error.id
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? RETRY_AFTER : undefined)
  if (retryAfter !== undefined) {
    res.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  }
  const body = jsonHead(res, error.status, {
    id: error.id,
    message: error.message,
    detailed_error: error.detail,
    request_id: info.requestId,
    status_code: error.status,
  })
  res.setHeader('X-Request-Id', info.requestId)
  endWhenRead(res, body)
  return body
}

/** Passes an error to the host's own handler, whose response carries the request id too. */
export function passOn(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  next: NextFunction,
): void {
  if (!res.headersSent && !res.hasHeader('X-Request-Id')) {
    res.setHeader('X-Request-Id', requestId(req))
  }
  next(error)
}

/**
 * Express error handler: responds to `WebhookError`s and passes every other error on to the host's
 * own handler, unchanged and with `X-Request-Id` set.
 */
export function webhookErrorHandler(): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, next) => {
    if (error instanceof WebhookError) sendError(res, error)
    else passOn(error, req, res, next)
  }
}
