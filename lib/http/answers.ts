import type { ServerResponse, IncomingMessage } from 'node:http'
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express'
import { WebhookError } from '../model/errors.js'
import { endWhenRead } from './end-when-read.js'
import { infoOf, requestId } from './request-info.js'

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
function jsonHead(res: ServerResponse, status: number, value: unknown): string {
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

/** The error for a method that an address does not take. `allowed`: those that it takes. */
export function notAllowed(allowed: readonly string[]): WebhookError {
  const detail = allowed.length > 0 ? `use ${allowed.join(' or ')}` : 'this host does not do that'
  return new WebhookError('method_not_allowed', { detail })
}
