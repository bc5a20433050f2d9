import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import bodyParser from 'body-parser'
import { WebhookError } from '../model/errors.js'
import type { Bodies, Reading } from '../load/bodies.js'
import type { HookMessage } from './hook-request.js'

/** How long a sender may take to send a body, in milliseconds. */
const DEADLINE = 10_000
/** An upper bound for the ratio of deflate's output to its input. */
const MOST_GROWTH = 1_100
const ENCODINGS = new Set(['', 'identity', 'gzip', 'deflate', 'br'])

type ReadBytes = (req: HookMessage, res: ServerResponse) => Promise<Uint8Array>

/**
 * Whether a body is still unread. This depends on the stream, not on `req.body`: Express 4 leaves
 * `{}` there without reading anything.
 */
export function isUnread(req: IncomingMessage): boolean {
  return !req.readableDidRead && !req.readableEnded
}

/**
 * Reads an unread body: at most `limit` bytes after decompression, within the deadline. A body that
 * is too large by its Content-Length is rejected before any byte is read.
 */
export function createReadBytes(
  limit: number,
  options: { readonly deadline?: number; readonly bodies?: Bodies } = {},
): ReadBytes {
  const { deadline = DEADLINE, bodies } = options
  const parse = bodyParser.raw({ type: () => true, limit })
  return async (req, res) => {
    const { headers } = req
    refuseByHeaders(headers, limit)
    const whole = isCompressed(headers) ? null : arrived(req, headers)
    if (whole) return whole
    const until = performance.now() + deadline
    const place = bodies && (await placeIn(bodies, req, announcedBytes(headers, limit)))
    try {
      return await read(req, res, parse, { limit, deadline, until, place })
    } finally {
      place?.end()
    }
  }
}

/**
 * The body if all of it has come, as that of most requests has with its headers. Without a parser, a
 * timer and events for each part, a request to the listener takes 11 % less CPU time (`npm run bench`).
 */
function arrived(req: IncomingMessage, headers: IncomingHttpHeaders): Uint8Array | null {
  const length = Number(headers['content-length'])
  if (req.readableLength !== length) return null
  // Without a size, Node 26 returns only the first of the parts that have come.
  const body: unknown = length > 0 ? req.read(length) : req.read()
  return Buffer.isBuffer(body) ? body : new Uint8Array()
}

async function placeIn(
  bodies: Bodies,
  req: IncomingMessage,
  bytes: number,
): Promise<Reading | undefined> {
  // A small body arrives with its headers and is complete in the next turn of the event loop, so it
  // needs no place among slow ones.
  if (bodies.isCrowded(bytes)) await nextTurn()
  return req.complete && !isCompressed(req.headers) ? undefined : bodies.receive(bytes)
}

/** The maximum memory for a body. A compressed one can grow up to the limit and is then copied. */
export function announcedBytes(headers: IncomingHttpHeaders, limit: number): number {
  const { 'content-length': length } = headers
  if (isCompressed(headers)) return Math.min(2 * limit, Number(length ?? limit) * MOST_GROWTH)
  return length === undefined ? limit : Number(length)
}

function isCompressed(headers: IncomingHttpHeaders): boolean {
  return !/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')
}

function refuseByHeaders(headers: IncomingHttpHeaders, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase()
  if (ENCODINGS.has(encoding)) return
  throw new WebhookError('unsupported_encoding', {
    detail: 'Content-Encoding: expected identity, gzip, deflate or br',
  })
}

interface Bounds {
  readonly limit: number
  readonly deadline: number
  /** When the deadline is over, by `performance.now()`. */
  readonly until: number
  readonly place: Reading | undefined
}

function read(
  req: HookMessage,
  res: ServerResponse,
  parse: ReturnType<typeof bodyParser.raw>,
  { limit, deadline, until, place }: Bounds,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    let received = 0
    const stop = (detail: string): void => {
      // The rest is unlikely to arrive, so the connection cannot be reused.
      res.shouldKeepAlive = false
      settle(new WebhookError('body_timeout', { detail }))
    }
    const late = `the body did not arrive within ${deadline} ms`
    const timer = setTimeout(stop, until - performance.now(), late)
    if (place) {
      place.giveWay = () => {
        stop('the body arrived too slowly while other requests were waiting')
      }
    }
    // body-parser reads a body to its end before it reports that it was too large.
    const count = (chunk: Buffer): void => {
      received += chunk.length
      if (place) place.received = received
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
  if (type !== 'request.aborted' && type !== 'request.size.invalid') return badEncoding(error)
  return new WebhookError('payload_unparsable', { detail: 'the body ended early', cause: error })
}

/** The error for a body that cannot be decompressed. */
export function badEncoding(cause: unknown): WebhookError {
  const detail = 'the body does not match its Content-Encoding'
  return new WebhookError('payload_unparsable', { detail, cause })
}
