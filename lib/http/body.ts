import type { ServerResponse } from 'node:http'
import { readMediaType } from '../native/body/media-type.js'
import { beginsAsMultipart, fieldsOf, type Part, readParts } from '../native/body/multipart.js'
import { Reading } from '../native/payload/reading.js'
import { WebhookError } from '../model/errors.js'
import { type HookBody, startsLikeJson } from '../native/body/sent.js'
import type { Bodies } from '../load/bodies.js'
import type { HookMessage } from './hook-request.js'
import type { TellMistake } from '../host/host-mistakes.js'
import { badEncoding, createReadBytes, isUnread } from './read-bytes.js'
import type { FormFields } from '../native/body/fields.js'
import { checkParsed } from '../native/body/json.js'

interface ReadBodyOptions {
  /** The error of a host's body parser for this request. */
  readonly failure?: ParserError | undefined
  /** Throws unless the bytes may be read further; null if a host's parser left none. */
  readonly check?: ((bytes: Uint8Array | null) => Promise<void>) | null
}

export type ReadBody = (
  req: HookMessage,
  res: ServerResponse,
  options?: ReadBodyOptions,
) => Promise<HookBody>

/** Reads any body, at most `limit` bytes after decompression, or takes what a host's parser left. */
export function createReadBody(
  limit: number,
  options: {
    readonly deadline?: number
    readonly tell?: TellMistake
    readonly bodies?: Bodies
  } = {},
): ReadBody {
  const { tell = () => undefined } = options
  const readBytes = createReadBytes(limit, options)
  return async (req, res, { failure, check } = {}) => {
    const contentType = req.headers['content-type']
    if (!isUnread(req)) {
      // What was checked is read, whatever the parser made of it.
      const raw = check ? rawLeftByHost(req) : null
      await check?.(raw)
      if (raw) return withFields({ kind: 'bytes', bytes: raw }, contentType)
      const left = failure ? leftByFailure(failure, tell) : leftByHost(req, tell)
      return withFields(left, contentType)
    }
    const bytes = await readBytes(req, res)
    await check?.(bytes)
    return withFields({ kind: 'bytes', bytes }, contentType)
  }
}

function withFields(body: HookBody, contentType: string | undefined): HookBody {
  if (body.kind !== 'bytes' && body.kind !== 'text') return body
  const bytes = body.kind === 'bytes' ? body.bytes : Buffer.from(body.text)
  const label = readMediaType(contentType)
  const warnings = new Reading()
  const parts = readParts(bytes, label, warnings.amounts)
  if (typeof parts === 'string') {
    // With a preamble, only the label says that this is a form, and labels may be wrong.
    if (!beginsAsMultipart(bytes)) return body
    throw new WebhookError('payload_unparsable', { detail: `not a valid multipart form: ${parts}` })
  }
  const fields =
    body.kind === 'bytes'
      ? fieldsOf(parts, label.charset, warnings)
      : fieldsOf(decodedByHost(parts), 'utf-8', warnings)
  return { kind: 'fields', fields, warnings: warnings.all() }
}

// A host's text() decoded all parts in one charset, whatever charset they name.
function decodedByHost(parts: readonly Part[]): readonly Part[] {
  return parts.map((part) => ({ ...part, charset: '' }))
}

/** Error types of earlier body parsers for bodies that the hooks router handles itself. */
const PARSER_ERRORS: ReadonlySet<unknown> = new Set([
  'charset.unsupported',
  'encoding.unsupported',
  'entity.parse.failed',
  'entity.too.large',
  'parameters.too.many',
  'querystring.parse.rangeError',
  'request.aborted',
  'request.size.invalid',
])

/** An error of a host's body parser; `body` is the text that it read. */
export interface ParserError extends Error {
  /** Absent if the body could not be decompressed. */
  readonly type?: string
  readonly body?: unknown
  readonly limit?: unknown
}

export function isParserError(error: unknown): error is ParserError {
  if (!(error instanceof Error)) return false
  return 'type' in error ? PARSER_ERRORS.has(error.type) : isDecompressionError(error)
}

/** An error of node:zlib, such as `Z_DATA_ERROR` or Brotli's `ERR__ERROR_FORMAT_…`, with the parser's 400. */
function isDecompressionError(error: Error): boolean {
  if (!('code' in error) || !('errno' in error) || !('status' in error)) return false
  return error.status === 400 && typeof error.code === 'string' && /^(?:Z|ERR)_/.test(error.code)
}

/** The body of a request that a host's parser read. */
function leftByHost(req: HookMessage, tell: TellMistake): HookBody {
  const { body } = req
  if (Buffer.isBuffer(body)) return { kind: 'bytes', bytes: body }
  if (typeof body === 'string') return { kind: 'text', text: body }
  if (body === undefined) {
    tell('EIW_BODY_CONSUMED')
    throw new WebhookError('payload_unparsable', {
      detail: 'another middleware consumed the body before the webhooks router',
    })
  }
  if (typeof body !== 'object' || body === null) return parsed(body)
  const { essence } = readMediaType(req.headers['content-type'])
  if (essence === 'multipart/form-data') return { kind: 'fields', fields: textFields(body) }
  if (essence !== 'application/x-www-form-urlencoded') return parsed(body)
  const fields = formFields(body)
  if (!fields.some(([name]) => name === 'payload') && startsLikeJson(Object.keys(body)[0] ?? '')) {
    tell('EIW_BODY_PARSED_AS_FORM')
  }
  return { kind: 'form', fields }
}

/** The bytes of a body that a host's parser read: from `raw()`, or as many hosts keep them. */
function rawLeftByHost(req: HookMessage): Uint8Array | null {
  const { body, rawBody } = req
  if (Buffer.isBuffer(body)) return body
  return Buffer.isBuffer(rawBody) ? rawBody : null
}

/** The body after a host's parser failed. Throws if the parser kept nothing. */
function leftByFailure(error: ParserError, tell: TellMistake): HookBody {
  if (error.type === 'entity.too.large') {
    tell('EIW_BODY_LIMIT', { limit: error.limit })
    throw new WebhookError('body_too_large', {
      detail: `a body parser before the webhooks router accepts at most ${String(error.limit)} bytes`,
      cause: error,
    })
  }
  if (error.type === undefined) throw badEncoding(error)
  // A sender that disconnects is not a mistake of the host.
  if (!error.type.startsWith('request.')) tell('EIW_PARSER_FAILED', { type: error.type })
  if (typeof error.body === 'string') return { kind: 'text', text: error.body }
  if (error.type.endsWith('.unsupported')) {
    throw new WebhookError('unsupported_encoding', { cause: error })
  }
  throw new WebhookError('payload_unparsable', {
    detail: 'a body parser before the webhooks router could not read the body',
    cause: error,
  })
}

// Checked immediately: a value that is nested too deeply cannot be serialised for a digest or a log.
function parsed(value: unknown): HookBody {
  return { kind: 'parsed', value: checkParsed(value) }
}

function textFields(body: object): FormFields {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
}

/** A name that was sent several times has a list of values. */
function formFields(body: object): FormFields {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value]
    return values.filter((one) => typeof one === 'string').map((one) => [name, one] as const)
  })
}
