import type { Request, Response } from 'express'
import { decodeText, withoutByteOrderMark } from '../native/body/charset.js'
import { checkParsed, parseJson } from '../native/body/json.js'
import { readMediaType } from '../native/body/media-type.js'
import { Reading } from '../native/payload/reading.js'
import { isObject } from '../model/json.js'
import { WebhookError } from '../model/errors.js'
import { createReadBytes, isUnread } from './read-bytes.js'

/** Bytes of a body for management or sign-in, unless the route takes more. */
const LIMIT = 65_536

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Returns a function that reads a JSON object for sign-in and management, whatever the Content-Type is, and leaves
 * it in `req.body`. An empty body is `{}`. If a host's parser has read the body, its result is used.
 */
export function createReadJson(
  limit = LIMIT,
): (req: Request, res: Response) => Promise<JsonObject> {
  const readBytes = createReadBytes(limit)
  return async (req, res) => {
    try {
      const left: unknown = isUnread(req) ? await readBytes(req, res) : req.body
      const body = objectOf(left, req.headers['content-type'])
      req.body = body
      return body
    } catch (error) {
      const isUnreadable = error instanceof WebhookError && error.code === 'payload_unparsable'
      throw isUnreadable ? notAnObject(error) : error
    }
  }
}

function objectOf(left: unknown, contentType: string | undefined): JsonObject {
  const reading = new Reading()
  const { charset } = readMediaType(contentType)
  const text = left instanceof Uint8Array ? decodeText(left, charset, reading) : (left ?? '')
  if (text === '') return {}
  const body =
    typeof text === 'string' ? parseJson(withoutByteOrderMark(text), reading) : checkParsed(text)
  if (isObject(body)) return body
  throw notAnObject()
}

function notAnObject(cause?: unknown): WebhookError {
  const detail = 'the body is not a JSON object'
  return new WebhookError('invalid_body', { params: { name: 'body' }, detail, cause })
}
