import bodyParser from 'body-parser'
import type { RequestHandler } from 'express'
import { WebhookError } from '../model/errors.js'

/** Bytes of a management or sign-in body. */
const LIMIT = 65_536

const parse = bodyParser.json({ type: () => true, limit: LIMIT, strict: true })

/**
 * Reads a JSON object into `req.body` for sign-in and management, whatever the Content-Type says.
 * An empty body reads as `{}`. What a host's own parser has left is taken as it is.
 */
export function jsonBody(): RequestHandler {
  return (req, res, next) => {
    if (req.readableEnded || req.body instanceof Object) {
      checkObject(req.body, next)
      return
    }
    if (Number(req.headers['content-length'] ?? 0) > LIMIT) {
      // body-parser would read the rest before it answers.
      res.shouldKeepAlive = false
      next(new WebhookError('body_too_large', { detail: `at most ${LIMIT} bytes` }))
      return
    }
    parse(req, res, (error?: unknown) => {
      if (error) next(readingError(error))
      else checkObject((req.body ??= {}), next)
    })
  }
}

function checkObject(body: unknown, next: (error?: unknown) => void): void {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) next()
  else next(new WebhookError('invalid_body', { params: { name: 'body' } }))
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
