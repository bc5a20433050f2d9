import { holds, member } from '../host/members.js'
import { isObject } from '../model/json.js'
import { MAX_KEPT_BODY } from '../model/limits.js'
import type { HookSettings } from '../model/records.js'
import { decodeText, withoutByteOrderMark } from '../native/body/charset.js'
import { readMediaType } from '../native/body/media-type.js'
import type { HookBody } from '../native/body/sent.js'
import { Reading } from '../native/payload/reading.js'
import { createCipher } from '../host/cipher.js'
import type { Secrets } from '../rules/secrets.js'
import { type HandledRequest, outcomeOf, type SentBeside } from './handled-request.js'

const LABEL = 'express-incoming-webhooks/kept-requests/1'
const FORM = 'application/x-www-form-urlencoded'

/** What was sent, as bytes. */
export interface KeptRequest extends SentBeside {
  readonly body: Uint8Array
}

/** The body as text, in its charset, or in UTF-8 if nobody knows that. */
export function sentText({ body, headers }: KeptRequest): string {
  const { charset } = readMediaType(headers['content-type'])
  try {
    return withoutByteOrderMark(decodeText(body, charset, new Reading()))
  } catch {
    return new TextDecoder().decode(body)
  }
}

/** Encrypts what was sent for the store, bound to its webhook and its id, and reads it again. */
export interface KeptRequests {
  /** Null if it is not to be kept. */
  seal(request: HandledRequest, id: string): string | null
  /** Null if it is not kept, or was encrypted under another secret. */
  open(kept: string | null, webhookId: string, id: string): KeptRequest | null
}

/** `secrets`: null if there is none, so that nothing of what is sent is kept. */
export function createKeptRequests(secrets: Secrets | null): KeptRequests {
  const cipher = secrets && createCipher(LABEL, secrets)
  return {
    seal: (request, id) => {
      const text = cipher && textToKeep(request)
      return cipher && text ? cipher.seal(text, `${request.webhook.id} ${id}`) : null
    },
    open: (kept, webhookId, id) => {
      const text = kept === null ? null : cipher?.open(kept, `${webhookId} ${id}`)
      return text ? keptIn(JSON.parse(text)) : null
    },
  }
}

function textToKeep({ settings, answer, body, sent }: HandledRequest) {
  if (!sent || !body || !isWanted(settings, answer)) return null
  const { bytes, contentType } = bytesOf(body)
  if (bytes.length > MAX_KEPT_BODY) return null
  const beside = sent()
  const headers = contentType === null ? {} : { 'content-type': contentType }
  return JSON.stringify({
    ...beside,
    headers: { ...beside.headers, ...headers },
    body: Buffer.from(bytes).toString('base64'),
  })
}

function isWanted(
  { webhookDeliveryBodies: wanted }: HookSettings,
  answer: HandledRequest['answer'],
) {
  if (wanted !== 'refused') return wanted === 'all'
  const outcome = outcomeOf(answer)
  return outcome === 'refused' || outcome === 'failed'
}

/** What a parser has made of a body is written again, in a way of its own. */
function bytesOf(body: HookBody): {
  readonly bytes: Uint8Array
  readonly contentType: string | null
} {
  switch (body.kind) {
    case 'bytes':
      return { bytes: body.bytes, contentType: null }
    case 'text':
      return { bytes: Buffer.from(body.text), contentType: null }
    case 'parsed':
      return { bytes: Buffer.from(JSON.stringify(body.value)), contentType: 'application/json' }
    case 'fields':
    case 'form': {
      const pairs = body.fields.map(([name, value]): [string, string] => [name, value])
      return { bytes: Buffer.from(new URLSearchParams(pairs).toString()), contentType: FORM }
    }
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isObject(value) && Object.values(value).every(isText)
const TEXTS = member('texts', isTexts)

const isKept = holds<SentBeside & { readonly body: string }>({
  method: member('a string', isText),
  path: member('a string', isText),
  query: TEXTS,
  headers: TEXTS,
  body: member('a string', isText),
})

function keptIn(value: unknown): KeptRequest | null {
  return isKept(value) ? { ...value, body: Buffer.from(value.body, 'base64') } : null
}
