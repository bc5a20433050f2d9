import type { ServerResponse } from 'node:http'
import { readMediaType } from '../native/body/media-type.js'
import { beginsAsMultipart, fieldsOf, type Part, readParts } from '../native/body/multipart.js'
import { Reading } from '../native/payload/reading.js'
import { WebhookError } from '../model/errors.js'
import type { HookBody } from '../native/body/sent.js'
import type { Bodies } from '../load/bodies.js'
import type { HookMessage } from './hook-call.js'
import type { TellMistake } from '../host/host-mistakes.js'
import { leftByFailure, leftByHost, type ParserError, rawLeftByHost } from './left-by-host.js'
import { createReadBytes, isUnread } from './read-bytes.js'

export interface ReadBodyOptions {
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
