import bodyParser from 'body-parser'
import type { NextFunction, Request, RequestHandler } from 'express'
import { WebhookError } from '../model/errors.js'
import { isUnread } from './body-state.js'

/** Bytes of a management or sign-in body. */
const LIMIT = 65_536

const parse = bodyParser.json({ type: () => true, limit: LIMIT, strict: true })

/**
 * Reads a JSON object into `req.body` for sign-in and management, whatever the Content-Type says.
 * An empty body reads as `{}`. What a host's own parser has left is taken.
 */
export function jsonBody(): RequestHandler {
  return (req, res, next) => {
    if (!isUnread(req)) {
      takeParsed(req, next)
      return
    }
    if (Number(req.headers['content-length'] ?? 0) > LIMIT) {
      // body-parser would read the rest before it answers.
      next(new WebhookError('body_too_large', { detail: `at most ${LIMIT} bytes` }))
      return
    }
    const done = (error?: unknown): void => {
      if (error === undefined) checkObject(req, next)
      else next(readingError(error))
    }
    parse(req, res, done)
  }
}

function takeParsed(req: Request, next: NextFunction): void {
  const left: unknown = req.body
  try {
    if (Buffer.isBuffer(left)) req.body = JSON.parse(left.toString('utf8')) as unknown
    else if (typeof left === 'string') req.body = JSON.parse(left) as unknown
  } catch (cause) {
    next(readingError(cause))
    return
  }
  checkObject(req, next)
}

function checkObject(req: Request, next: NextFunction): void {
  const body: unknown = req.body
  if (body === undefined) req.body = {}
  else if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    next(new WebhookError('invalid_body', { params: { name: 'body' } }))
    return
  }
  next()
}

function readingError(error: unknown): WebhookError {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large') return new WebhookError('body_too_large', { cause: error })
  if (type === 'encoding.unsupported' || type === 'charset.unsupported') {
    return new WebhookError('unsupported_encoding', { cause: error })
  }
  const detail = 'the body is not a JSON object'
  return new WebhookError('invalid_body', { params: { name: 'body' }, detail, cause: error })
}
