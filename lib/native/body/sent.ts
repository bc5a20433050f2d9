import { unparsable, WebhookError } from '../../model/errors.js'
import { decodeText, withoutByteOrderMark } from './charset.js'
import {
  type FormFields,
  holdMessage,
  payloadField,
  payloadOfFields,
  reportUnused,
} from './fields.js'
import { type Form, looksLikeForm, readForm } from './form.js'
import { parseJson } from './json.js'
import { type MediaType, readMediaType } from './media-type.js'
import type { Reading } from '../payload/reading.js'
import type { HookWarning } from '../../model/records.js'

/** The detail for a form without a message. */
export const NO_PAYLOAD = 'the form has no field named payload, text, attachments or blocks'

/** A body as it was read, or as a host's parser left it. */
export type HookBody =
  /** Only their beginning while a message that was read waits for its turn. */
  | { readonly kind: 'bytes'; bytes: Uint8Array }
  | { readonly kind: 'text'; readonly text: string }
  /** Multipart, with the warnings about its charset. */
  | {
      readonly kind: 'fields'
      readonly fields: FormFields
      readonly warnings?: readonly HookWarning[]
    }
  /** A host's `urlencoded()`. */
  | { readonly kind: 'form'; readonly fields: FormFields }
  /** A value that `checkParsed` accepted. */
  | { readonly kind: 'parsed'; readonly value: unknown }

/** A body, and what says how to read it. */
export interface LabelledBody {
  readonly contentType: string | undefined
  readonly body: HookBody
  /** `payload` from the query, for forms without one. */
  readonly queryPayload: string | null
}

/** A body as it was sent. */
export type Sent =
  | { readonly kind: 'json'; readonly value: unknown; readonly text: string }
  /** A form without a payload in JSON. */
  | {
      readonly kind: 'fields'
      readonly fields: FormFields
      readonly text: string
      /** The fields as a payload of our own format. Throws if they are none. */
      readonly payload: (reading: Reading) => unknown
    }
  /** Neither JSON nor a form. */
  | { readonly kind: 'text'; readonly text: string; readonly fault: WebhookError }

/** Step 1: takes a body apart. Throws `payload_unparsable` for forms that cannot be read. */
export function readSent(request: LabelledBody, warnings: Reading): Sent {
  const { body } = request
  switch (body.kind) {
    case 'parsed':
      return { kind: 'json', value: body.value, text: '' }
    case 'fields':
      for (const { path, reason } of body.warnings ?? []) warnings.add(path, reason)
      return sentInMultipart(body.fields, warnings)
    case 'form':
      return sentInForm(
        { fields: body.fields, rawPayload: '', text: '' },
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

export function startsLikeJson(text: string): boolean {
  return /^\s*[{["]/.test(text)
}

/** The body as a payload of our own format. Throws `payload_unparsable` if it is not one. */
export function payloadOf(sent: Sent, reading: Reading): unknown {
  switch (sent.kind) {
    case 'json':
      return sent.value
    case 'fields':
      return sent.payload(reading)
    case 'text':
      throw sent.fault
  }
}

function sentInMultipart(fields: FormFields, warnings: Reading): Sent {
  const payload = (reading: Reading) => payloadOfFields(fields, reading)
  return payloadField(fields.filter(([, value]) => value !== ''))
    ? { kind: 'json', value: payload(warnings), text: '' }
    : { kind: 'fields', fields, payload, text: '' }
}

// The bytes decide: JSON labelled as a form is JSON, and a form labelled as JSON is a form.
function readText(sent: string, media: MediaType, request: LabelledBody, warnings: Reading): Sent {
  const text = withoutByteOrderMark(sent)
  const labelledForm = media.essence === 'application/x-www-form-urlencoded'
  if (labelledForm ? !startsLikeJson(text) : looksLikeForm(text)) {
    return sentInForm(
      { ...readForm(text, media.charset, warnings), text },
      request.queryPayload,
      NO_PAYLOAD,
      warnings,
    )
  }
  if (text === '' && request.queryPayload !== null) return json(request.queryPayload, warnings)
  if (media.essence.startsWith('multipart/') && !startsLikeJson(text)) {
    return { kind: 'text', text, fault: noForm(media) }
  }
  try {
    return json(text, warnings)
  } catch (fault) {
    if (fault instanceof WebhookError) return { kind: 'text', text, fault }
    throw fault
  }
}

function json(text: string, warnings: Reading): Sent {
  return { kind: 'json', value: parseJson(text, warnings), text }
}

function noForm({ boundary }: MediaType) {
  const missing =
    boundary === ''
      ? 'Content-Type names no boundary'
      : 'the body does not contain the boundary that Content-Type names'
  return unparsable(`not a valid multipart form: ${missing}`)
}

/** The form's `payload`, else the query's, else the form's fields. */
function sentInForm(
  { fields, rawPayload, text }: Form & { readonly text: string },
  queryPayload: string | null,
  missing: string,
  warnings: Reading,
): Sent {
  const field = payloadField(fields)
  const sent = field?.[1]
  if (sent === undefined && queryPayload !== null) {
    reportUnused(fields, undefined, warnings)
    return json(queryPayload, warnings)
  }
  if (!sent && (sent === undefined || holdMessage(fields))) {
    const payload = (reading: Reading) => {
      if (holdMessage(fields)) return payloadOfFields(fields, reading)
      throw unparsable(missing)
    }
    return { kind: 'fields', fields, text, payload }
  }
  let value: unknown
  try {
    value = parseJson(sent, warnings)
  } catch (fault) {
    // Only a fallback: if both fail, the fault of the decoded value is reported.
    if (rawPayload === '' || rawPayload === sent) throw fault
    try {
      return { kind: 'json', value: parseJson(rawPayload, warnings), text }
    } catch {
      throw fault
    }
  }
  // What follows an unencoded payload is a part of it, so only a decoded one has fields beside it.
  reportUnused(fields, field, warnings)
  return { kind: 'json', value, text }
}
