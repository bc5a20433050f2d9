import { WebhookError } from '../model/errors.js'
import { decodeText } from '../formats/charset.js'
import { payloadOfFields } from '../formats/fields.js'
import { looksLikeForm, payloadCandidates } from '../formats/form.js'
import { parseJson } from '../formats/json.js'
import { type MediaType, readMediaType } from '../formats/media-type.js'
import { readPayload } from '../formats/payload-schema.js'
import { Warnings } from '../formats/reading.js'
import type { Step } from '../model/message.js'
import type { Payload } from '../model/payload.js'

/** A body as read, or what a host's parser has left of it. */
export type HookBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  /** Multipart, in order. */
  | { readonly kind: 'fields'; readonly fields: readonly (readonly [string, string])[] }
  /** A host's `urlencoded()`: only its `payload` can be trusted. */
  | { readonly kind: 'form'; readonly payload: string | null }
  /** A value that `checkParsed` has let through. */
  | { readonly kind: 'parsed'; readonly value: unknown }

export interface HookRequest {
  readonly contentType: string | undefined
  readonly body: HookBody
  /** The query's own `payload`, for forms without one. */
  readonly queryPayload: string | null
}

/** Step 1: whatever arrived, as a payload in wire names. One error for everything malformed. */
export function parse(request: HookRequest): Step<Payload> {
  const warnings = new Warnings()
  const payload = readPayload(readBody(request, warnings), warnings)
  return { value: payload, warnings: warnings.all() }
}

function readBody(request: HookRequest, warnings: Warnings): unknown {
  const { body } = request
  switch (body.kind) {
    case 'parsed':
      return body.value
    case 'fields':
      return payloadOfFields(body.fields, warnings)
    case 'form':
      return readHostForm(body.payload, request.queryPayload, warnings)
    case 'text':
      return readText(body.text, readMediaType(request.contentType), request, warnings)
    case 'bytes': {
      const media = readMediaType(request.contentType)
      return readText(decodeText(body.bytes, media.charset), media, request, warnings)
    }
  }
}

// The bytes decide: JSON under a form's type is JSON, a form under JSON's type is a form.
function readText(
  sent: string,
  media: MediaType,
  request: HookRequest,
  warnings: Warnings,
): unknown {
  const text = sent.startsWith('\ufeff') ? sent.slice(1) : sent
  const labelledForm = media.essence === 'application/x-www-form-urlencoded'
  if (labelledForm ? !/^\s*[{["]/.test(text) : looksLikeForm(text)) {
    return readForm(text, media.charset, request.queryPayload, warnings)
  }
  if (text === '' && request.queryPayload !== null) return parseJson(request.queryPayload, warnings)
  return parseJson(text, warnings)
}

function readForm(
  form: string,
  charset: string,
  queryPayload: string | null,
  warnings: Warnings,
): unknown {
  const candidates = payloadCandidates(form, charset)
  if (candidates.length === 0 && queryPayload !== null) return parseJson(queryPayload, warnings)
  let refused: unknown = new WebhookError('payload_unparsable', {
    detail: 'the form has no field named payload',
  })
  for (const candidate of candidates) {
    try {
      return parseJson(candidate, warnings)
    } catch (error) {
      // The decoded value's fault is the one to tell; the raw text is only a second chance.
      if (candidate === candidates[0]) refused = error
    }
  }
  throw refused
}

function readHostForm(
  payload: string | null,
  queryPayload: string | null,
  warnings: Warnings,
): unknown {
  const text = payload ?? queryPayload
  if (text !== null) return parseJson(text, warnings)
  throw new WebhookError('payload_unparsable', {
    detail:
      'the form has no field named payload; if JSON was sent, a body parser before the webhooks ' +
      'router took it for a form: send Content-Type: application/json, or mount the router first',
  })
}
