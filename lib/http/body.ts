import bodyParser from 'body-parser'
import type { Request, Response } from 'express'
import { readMediaType } from '../formats/media-type.js'
import { WebhookError } from '../model/errors.js'
import type { HookBody } from '../pipeline/parse.js'
import { isUnread } from './body-state.js'
import type { TellMistake } from './host-mistakes.js'
import { leftByFailure, leftByHost, type ParserError } from './left-by-host.js'

/** How long a sender may take for a body, in milliseconds (contract, section 1). */
const DEADLINE = 10_000
const ENCODINGS = new Set(['', 'identity', 'gzip', 'deflate', 'br'])

/** `failure`: what a host's parser has failed with on this request. */
export type ReadBody = (req: Request, res: Response, failure?: ParserError) => Promise<HookBody>

/** Reads any body raw, `limit` bytes at most, counted after inflating; or takes what a host's parser has left. */
export function createReadBody(limit: number, tell: TellMistake): ReadBody {
  const parse = bodyParser.raw({ type: () => true, limit })
  return async (req, res, failure) => {
    if (!isUnread(req)) return failure ? leftByFailure(failure, tell) : leftByHost(req, tell)
    refuseByHeaders(req, limit)
    const bytes = await read(req, res, parse, limit)
    return isMultipart(bytes)
      ? readFields(bytes, req.headers['content-type'])
      : { kind: 'bytes', bytes }
  }
}

function refuseByHeaders(req: Request, limit: number): void {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const encoding = (req.headers['content-encoding'] ?? '').trim().toLowerCase()
  if (ENCODINGS.has(encoding)) return
  throw new WebhookError('unsupported_encoding', {
    detail: 'Content-Encoding: identity, gzip, deflate or br',
  })
}

function read(
  req: Request,
  res: Response,
  parse: ReturnType<typeof bodyParser.raw>,
  limit: number,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let received = 0
    const timer = setTimeout(() => {
      settle(new WebhookError('body_timeout', { detail: `no whole body within ${DEADLINE} ms` }))
    }, DEADLINE)
    // body-parser reads a body to its end before it tells that it was too large.
    const count = (chunk: Buffer): void => {
      received += chunk.length
      if (received > limit) settle(tooLarge(limit))
    }
    const settle = (error: unknown): void => {
      clearTimeout(timer)
      req.off('data', count)
      if (error !== undefined) {
        reject(error instanceof WebhookError ? error : readingError(error, limit))
        return
      }
      const body: unknown = req.body
      resolve(Buffer.isBuffer(body) ? body : new Uint8Array())
    }
    if (req.headers['content-length'] === undefined) req.on('data', count)
    parse(req, res, settle)
  })
}

function tooLarge(limit: number): WebhookError {
  return new WebhookError('body_too_large', { detail: `at most ${limit} bytes` })
}

function readingError(error: unknown, limit: number): WebhookError {
  const type = error instanceof Error && 'type' in error ? error.type : ''
  if (type === 'entity.too.large') return tooLarge(limit)
  if (type === 'encoding.unsupported') {
    return new WebhookError('unsupported_encoding', { cause: error })
  }
  const detail =
    type === 'request.aborted' || type === 'request.size.invalid'
      ? 'the body ended early'
      : 'the body is not what its Content-Encoding says'
  return new WebhookError('payload_unparsable', { detail, cause: error })
}

function isMultipart(bytes: Uint8Array): boolean {
  return bytes[0] === 0x2d && bytes[1] === 0x2d
}

// The boundary stands in the bytes themselves; a label that is missing or wrong is no reason to refuse.
async function readFields(bytes: Uint8Array, contentType: string | undefined): Promise<HookBody> {
  const { boundary } = readMediaType(contentType)
  const used = boundary === '' ? firstLine(bytes).slice(2) : boundary
  try {
    const headers = {
      'Content-Type': `multipart/form-data; boundary="${used.replace(/["\\]/g, '')}"`,
    }
    const form = await new globalThis.Response(bytes, { headers }).formData()
    const fields = Array.from(form, async ([name, value]): Promise<[string, string]> => [
      name,
      typeof value === 'string' ? value : await value.text(),
    ])
    return { kind: 'fields', fields: await Promise.all(fields) }
  } catch (cause) {
    throw new WebhookError('payload_unparsable', { detail: 'not a multipart form', cause })
  }
}

function firstLine(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256))
  return start.toString('latin1').split(/\r?\n/, 1)[0] ?? ''
}
