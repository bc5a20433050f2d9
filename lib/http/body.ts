import bodyParser from 'body-parser'
import type { Request, Response } from 'express'
import { readMediaType } from '../formats/media-type.js'
import { WebhookError } from '../model/errors.js'
import type { Log } from '../model/log.js'
import type { HookBody } from '../pipeline/parse.js'
import { isUnread } from './body-state.js'

/** How long a sender may take for a body, in milliseconds (contract, section 1). */
const DEADLINE = 10_000
const ENCODINGS = new Set(['', 'identity', 'gzip', 'deflate', 'br'])

export type ReadBody = (req: Request, res: Response) => Promise<HookBody>

/** Reads any body raw, `limit` bytes at most, counted after inflating; or takes what a host's parser has left. */
export function createReadBody(
  limit: number,
  options: { readonly deadline?: number; readonly log?: Log } = {},
): ReadBody {
  const { deadline = DEADLINE, log = () => undefined } = options
  const parse = bodyParser.raw({ type: () => true, limit })
  const tellDestroyedForm = once(() => {
    log('warn', 'a body parser before the webhooks router has taken JSON for a form', {
      code: 'hook_body_destroyed',
      fix: 'mount the webhooks router before the body parsers',
    })
  })
  return async (req, res) => {
    if (!isUnread(req)) {
      const left = leftByHost(req)
      if (left.kind === 'form' && left.payload === null) tellDestroyedForm()
      return withFields(left, req.headers['content-type'])
    }
    refuseByHeaders(req, limit)
    const bytes = await read(req, res, parse, { limit, deadline })
    return withFields({ kind: 'bytes', bytes }, req.headers['content-type'])
  }
}

function once(tell: () => void): () => void {
  let told = false
  return () => {
    if (!told) tell()
    told = true
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
  { limit, deadline }: { readonly limit: number; readonly deadline: number },
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let received = 0
    const timer = setTimeout(() => {
      settle(new WebhookError('body_timeout', { detail: `no whole body within ${deadline} ms` }))
    }, deadline)
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

function leftByHost(req: Request): HookBody {
  const body: unknown = req.body
  if (Buffer.isBuffer(body)) return { kind: 'bytes', bytes: body }
  if (typeof body === 'string') return { kind: 'text', text: body }
  const { essence } = readMediaType(req.headers['content-type'])
  if (essence !== 'application/x-www-form-urlencoded') return { kind: 'parsed', value: body }
  const payload: unknown =
    typeof body === 'object' && body !== null && 'payload' in body ? body.payload : null
  return { kind: 'form', payload: typeof payload === 'string' ? payload : null }
}

async function withFields(body: HookBody, contentType: string | undefined): Promise<HookBody> {
  if (body.kind !== 'bytes' && body.kind !== 'text') return body
  const bytes = body.kind === 'bytes' ? body.bytes : Buffer.from(body.text)
  const start = multipartStart(bytes)
  return start === -1 ? body : readFields(bytes.subarray(start), contentType)
}

/** Where a multipart body's first boundary is, behind the line ends that some senders begin with; or -1. */
function multipartStart(bytes: Uint8Array): number {
  let at = 0
  while (bytes[at] === 0x0d || bytes[at] === 0x0a) at += 1
  return bytes[at] === 0x2d && bytes[at + 1] === 0x2d ? at : -1
}

// The boundary stands in the bytes themselves; a label that is missing or wrong is no reason to refuse.
async function readFields(bytes: Uint8Array, contentType: string | undefined): Promise<HookBody> {
  const line = firstLine(bytes).slice(2)
  const { boundary } = readMediaType(contentType)
  const used = boundary !== '' && line.startsWith(boundary) ? boundary : line.trimEnd()
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
