import { WebhookError } from '../model/errors.js'
import { decodeText, withoutByteOrderMark } from '../formats/charset.js'
import {
  type Fields,
  holdMessage,
  payloadField,
  payloadOfFields,
  reportUnused,
} from '../formats/fields.js'
import { type Form, looksLikeForm, readForm } from '../formats/form.js'
import { parseJson } from '../formats/json.js'
import { type MediaType, readMediaType } from '../formats/media-type.js'
import { readPayload } from '../formats/payload-schema.js'
import { Reading } from '../formats/reading.js'
import type { Step } from '../model/message.js'
import type { Payload } from '../model/payload.js'
import type { Warning } from '../model/records.js'

const NO_PAYLOAD = 'the form has no field named payload, text, attachments or blocks'

const JSON_START = /^\s*[{["]/

/** A body as it was read, or as a host's parser left it. */
export type HookBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  /** Multipart, with the warnings about its charset. */
  | { readonly kind: 'fields'; readonly fields: Fields; readonly warnings?: readonly Warning[] }
  /** A host's `urlencoded()`. */
  | { readonly kind: 'form'; readonly fields: Fields }
  /** A value that `checkParsed` accepted. */
  | { readonly kind: 'parsed'; readonly value: unknown }

export interface HookRequest {
  readonly contentType: string | undefined
  readonly body: HookBody
  /** `payload` from the query, for forms without one. */
  readonly queryPayload: string | null
}

/** Step 1: reads a body as a payload in wire names. Everything malformed is the same error. */
export function parse(request: HookRequest): Step<Payload> {
  const warnings = new Reading()
  const payload = readPayload(readBody(request, warnings), warnings, nothingIn(request.body))
  return warnings.step(payload)
}

/** The detail of a body that shows nothing, if it is more exact than that of the payload. */
function nothingIn(body: HookBody): string | undefined {
  if (body.kind !== 'fields' || holdMessage(body.fields)) return undefined
  return payloadField(body.fields) ? undefined : NO_PAYLOAD
}

function readBody(request: HookRequest, warnings: Reading): unknown {
  const { body } = request
  switch (body.kind) {
    case 'parsed':
      return body.value
    case 'fields':
      for (const { path, reason } of body.warnings ?? []) warnings.add(path, reason)
      return payloadOfFields(body.fields, warnings)
    case 'form':
      return payloadOfForm(
        { fields: body.fields, rawPayload: '' },
        request.queryPayload,
        `${NO_PAYLOAD}; if JSON was sent, a body parser ` +
          'before the webhooks router read it as a form: send Content-Type: application/json, or ' +
          'mount the router first',
        warnings,
      )
    case 'text':
      return readText(body.text, readMediaType(request.contentType), request, warnings)
    case 'bytes': {
      const media = readMediaType(request.contentType)
      return readText(decodeText(body.bytes, media.charset, warnings), media, request, warnings)
    }
  }
}

// The bytes decide: JSON labelled as a form is JSON, and a form labelled as JSON is a form.
function readText(
  sent: string,
  media: MediaType,
  request: HookRequest,
  warnings: Reading,
): unknown {
  const text = withoutByteOrderMark(sent)
  const labelledForm = media.essence === 'application/x-www-form-urlencoded'
  if (labelledForm ? !JSON_START.test(text) : looksLikeForm(text)) {
    return payloadOfForm(
      readForm(text, media.charset, warnings),
      request.queryPayload,
      NO_PAYLOAD,
      warnings,
    )
  }
  if (text === '' && request.queryPayload !== null) return parseJson(request.queryPayload, warnings)
  if (media.essence.startsWith('multipart/') && !JSON_START.test(text)) throw noForm(media)
  return parseJson(text, warnings)
}

function noForm({ boundary }: MediaType): WebhookError {
  const missing =
    boundary === ''
      ? 'Content-Type names no boundary'
      : 'the body does not contain the boundary that Content-Type names'
  return new WebhookError('payload_unparsable', {
    detail: `not a valid multipart form: ${missing}`,
  })
}

/** The form's `payload`, else the query's, else the form's fields. */
function payloadOfForm(
  { fields, rawPayload }: Form,
  queryPayload: string | null,
  missing: string,
  warnings: Reading,
): unknown {
  const field = payloadField(fields)
  const sent = field?.[1]
  if (sent === undefined && queryPayload !== null) {
    reportUnused(fields, undefined, warnings)
    return parseJson(queryPayload, warnings)
  }
  if (!sent && holdMessage(fields)) return payloadOfFields(fields, warnings)
  if (sent === undefined) throw new WebhookError('payload_unparsable', { detail: missing })
  return parseEither(sent, rawPayload, warnings, () => {
    reportUnused(fields, field, warnings)
  })
}

// The raw text is only a fallback; if both fail, the fault of the decoded value is reported.
function parseEither(sent: string, raw: string, warnings: Reading, decoded: () => void): unknown {
  try {
    const payload = parseJson(sent, warnings)
    // What follows an unencoded payload is a part of it, so only a decoded one has fields beside it.
    decoded()
    return payload
  } catch (fault) {
    if (raw === '' || raw === sent) throw fault
    try {
      return parseJson(raw, warnings)
    } catch {
      throw fault
    }
  }
}
