import type { Request, Response } from 'express'
import { isUtf8 as holdsUtf8 } from 'node:buffer'
import { decodeText, isUtf8 } from '../formats/charset.js'
import { Amounts } from '../formats/amounts.js'
import { readMediaType } from '../formats/media-type.js'
import { Warnings } from '../formats/reading.js'
import { WebhookError } from '../model/errors.js'
import type { HookBody } from '../pipeline/parse.js'
import type { Admission } from '../load/admission.js'
import { isUnread } from './body-state.js'
import type { TellMistake } from '../host/host-mistakes.js'
import { leftByFailure, leftByHost, type ParserError } from './left-by-host.js'
import { createReadBytes } from './read-bytes.js'

/** `failure`: what a host's parser has failed with on this request. */
export type ReadBody = (req: Request, res: Response, failure?: ParserError) => Promise<HookBody>

/** Reads any body raw, `limit` bytes at most, counted after inflating; or takes what a host's parser has left. */
export function createReadBody(
  limit: number,
  options: {
    readonly deadline?: number
    readonly tell?: TellMistake
    readonly admission?: Admission
  } = {},
): ReadBody {
  const { tell = () => undefined } = options
  const readBytes = createReadBytes(limit, options)
  return async (req, res, failure) => {
    if (!isUnread(req)) {
      const left = failure ? leftByFailure(failure, tell) : leftByHost(req, tell)
      return withFields(left, req.headers['content-type'])
    }
    const bytes = await readBytes(req, res)
    return withFields({ kind: 'bytes', bytes }, req.headers['content-type'])
  }
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
  refuseManyFields(bytes)
  const line = firstLine(bytes).slice(2)
  const { boundary, charset } = readMediaType(contentType)
  const used = boundary !== '' && line.startsWith(boundary) ? boundary : line.trimEnd()
  const plain = isUtf8(charset) && holdsUtf8(bytes)
  // A form is read as UTF-8: each byte as a character of its own comes through whole.
  const encoded = plain ? bytes : Buffer.from(latin1Of(bytes))
  const warnings = new Warnings()
  const decode = (text: string, path = ''): string =>
    plain ? text : decodeText(Buffer.from(text, 'latin1'), charset, warnings, path)
  try {
    const headers = {
      'Content-Type': `multipart/form-data; boundary="${used.replace(/["\\]/g, '')}"`,
    }
    const form = await new globalThis.Response(encoded, { headers }).formData()
    const fields = Array.from(form, async ([name, value]): Promise<[string, string]> => [
      decode(name),
      decode(typeof value === 'string' ? value : await value.text(), name),
    ])
    return { kind: 'fields', fields: await Promise.all(fields), warnings: warnings.all() }
  } catch (cause) {
    if (cause instanceof WebhookError) throw cause
    throw new WebhookError('payload_unparsable', { detail: 'not a multipart form', cause })
  }
}

function refuseManyFields(bytes: Uint8Array): void {
  const fields = latin1Of(bytes).match(/^content-disposition:/gim)?.length ?? 0
  new Amounts().take('form fields', fields)
}

function latin1Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function firstLine(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256))
  return start.toString('latin1').split(/\r?\n/, 1)[0] ?? ''
}
