import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { ErrorRequestHandler, NextFunction, Request, Response } from 'express'
import { WebhookError } from '../model/errors.js'
import { endWhenRead } from './end-when-read.js'
import { jsonHead } from './send-json.js'

/** Seconds, for a 503 without a retry time of its own. */
const RETRY_AFTER = 5

const SAFE_REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/
// Shared with other copies of this module: a request has one id, whichever copy responds.
const REQUEST_ID = Symbol.for('express-incoming-webhooks.requestId')

type Identified = IncomingMessage & { [REQUEST_ID]?: string | undefined }

/** The sender's request id if it is safe in a log line, otherwise a new one. */
export function newRequestId(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && SAFE_REQUEST_ID.test(given) ? given : randomUUID()
}

/** The id that a request has in its response, the recent requests and the log. */
export function requestId(req: Identified): string {
  return (req[REQUEST_ID] ??= newRequestId(req.headers))
}

/** Gives a request the id that `requestId` returns from now on. */
export function keepRequestId(req: Identified, id: string): void {
  req[REQUEST_ID] = id
}

/** The body of every error response (docs/contract.md, Responses). */
export interface ErrorBody {
  readonly id: string
  readonly message: string
  readonly detailed_error: string
  readonly request_id: string
  readonly status_code: number
}

export function errorBody(error: WebhookError, id: string): ErrorBody {
  return {
    id: error.id,
    message: error.message,
    detailed_error: error.detail,
    request_id: id,
    status_code: error.status,
  }
}

/**
 * Sends an error from the table, unless a response has already begun. Returns the body; `''` if it was
 * not sent.
 */
export function sendError(res: ServerResponse, error: WebhookError, id: string): string {
  if (res.headersSent || res.destroyed) return ''
  const retryAfter = error.retryAfterSeconds ?? (error.status === 503 ? RETRY_AFTER : undefined)
  if (retryAfter !== undefined) {
    res.setHeader('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  }
  const body = jsonHead(res, error.status, errorBody(error, id))
  res.setHeader('X-Request-Id', id)
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
export function errorHandler(): ErrorRequestHandler {
  return (error: unknown, req: Request, res: Response, next) => {
    if (error instanceof WebhookError) sendError(res, error, requestId(req))
    else passOn(error, req, res, next)
  }
}
