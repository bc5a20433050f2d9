import type { FormFields } from '../native/body/fields.js'
import { checkParsed } from '../native/body/json.js'
import { readMediaType } from '../native/body/media-type.js'
import { WebhookError } from '../model/errors.js'
import { type HookBody, startsLikeJson } from '../native/body/sent.js'
import type { TellMistake } from '../host/host-mistakes.js'
import type { HookMessage } from './hook-call.js'
import { badEncoding } from './read-bytes.js'

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
export function leftByHost(req: HookMessage, tell: TellMistake): HookBody {
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
  if (
    !fields.some(([name]) => name === 'payload') &&
    startsLikeJson(Object.keys(body)[0] ?? '')
  ) {
    tell('EIW_BODY_PARSED_AS_FORM')
  }
  return { kind: 'form', fields }
}

/** The bytes of a body that a host's parser read: from `raw()`, or as many hosts keep them. */
export function rawLeftByHost(req: HookMessage): Uint8Array | null {
  const { body, rawBody } = req
  if (Buffer.isBuffer(body)) return body
  return Buffer.isBuffer(rawBody) ? rawBody : null
}

/** The body after a host's parser failed. Throws if the parser kept nothing. */
export function leftByFailure(error: ParserError, tell: TellMistake): HookBody {
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
