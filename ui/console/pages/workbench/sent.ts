import { parsed, textOf, type Wire, wireOf } from 'express-incoming-webhooks-ui'
import { isSendable, type Outgoing, outgoingOf, payloadOf, readable } from '../requests/sent.js'
import { whyNotKept } from '../requests/words.js'
import SAMPLES from './samples.json'

/** What is sent, as it was typed. */
export interface Sent {
  readonly body: string
  /** A line for each. */
  readonly headers: string
  /** The end of the URL, such as `/github?events=push`. */
  readonly end: string
  /** Why it is not all that there was. */
  readonly lack?: string
}

const JSON_TYPE = 'Content-Type: application/json'

/**
 * What a sample sends; that of our own format if there is none of this format. There are samples of the formats
 * that are asked for most; those of others come by a request.
 */
export function sampleOf(format: string): Sent {
  const sample = SAMPLES.find((each) => each.format === format) ?? SAMPLES[0]
  return {
    body: JSON.stringify(sample?.body ?? {}, null, 2),
    headers: [JSON_TYPE, sample?.headers].filter(Boolean).join('\n'),
    end: sample?.end ?? '',
  }
}

type Known = Parameters<typeof payloadOf>[0] &
  Parameters<typeof outgoingOf>[0] &
  Parameters<typeof whyNotKept>[0]

/** What a request of the log sent, as far as it is kept. */
export function sentOf(request: Known): Sent {
  const payload = payloadOf(request)
  const { url, headers } = outgoingOf(request, '')
  const isMember = payload !== (request.body ?? '')
  const [path = '', query = ''] = url.split('?', 2)
  const others = new URLSearchParams(query)
  if (isMember) others.delete('payload')
  return {
    body: readable(payload),
    // What was a member of a form, or of a query, is sent as a body.
    headers: isMember ? JSON_TYPE : headers.join('\n'),
    end: others.size === 0 ? path : `${path}?${String(others)}`,
    ...(payload === '' && { lack: whyNotKept(request) }),
  }
}

const KEY = 'eiw-payload'
/** What a tab can keep, whatever else is in it. */
const MOST_KEPT = 500_000

/** Keeps it in this tab, for the same person at the same webhook. */
export function keepSent(owner: string, { body, headers, end }: Sent): void {
  if (body.length > MOST_KEPT) return
  sessionStorage.setItem(KEY, JSON.stringify({ owner, body, headers, end }))
}

/** What was kept, once. */
export function takeSent(owner: string): Sent | null {
  const kept = wireOf(parsed(sessionStorage.getItem(KEY) ?? ''))
  sessionStorage.removeItem(KEY)
  if (textOf(kept, 'owner') !== owner) return null
  return { body: textOf(kept, 'body'), headers: textOf(kept, 'headers'), end: textOf(kept, 'end') }
}

/** The name and the value of a header. */
export function pairOf(line: string): [string, string] {
  const [name = '', ...value] = line.split(':')
  return [name.trim(), value.join(':').trim()]
}

export function linesOf(headers: string): readonly string[] {
  return headers.split('\n').filter((line) => line.trim() !== '')
}

const TYPE = /^content-type:/i
const FORM_TYPE = /^content-type: *application\/x-www-form-urlencoded/im
const FORM = /^[\w.%[\]-]{1,64}=[^\n]*$/

/** The payload as templates see it: of a form, its fields. Undefined: it is neither JSON nor a form. */
export function valueOf({ body, headers }: Sent): unknown {
  const value = parsed(body)
  return value === undefined && FORM_TYPE.test(headers)
    ? Object.fromEntries(new URLSearchParams(body))
    : value
}

/** Whether the payload is a form that is not said to be one. */
export function isUnnamedForm(sent: Sent): boolean {
  return FORM.test(sent.body.trim()) && valueOf(sent) === undefined
}

export function asForm(sent: Sent): Sent {
  const others = linesOf(sent.headers).filter((line) => !TYPE.test(line))
  const type = 'Content-Type: application/x-www-form-urlencoded'
  return { ...sent, headers: [type, ...others].join('\n') }
}

/** What a preview looks at. */
export function previewedOf({ body, headers, end }: Sent): Wire {
  const at = end.indexOf('?')
  const [suffix, query] = at === -1 ? [end, ''] : [end.slice(0, at), end.slice(at + 1)]
  return { body, suffix, query, headers: Object.fromEntries(linesOf(headers).map(pairOf)) }
}

/** The same to a URL. */
export function toUrl({ body, headers, end }: Sent, url: string): Outgoing {
  const path = end === '' || /^[/?]/.test(end) ? end : `/${end}`
  const sendable = linesOf(headers).filter((line) => isSendable(line.toLowerCase()))
  return { url: `${url}${path}`, method: 'POST', headers: sendable, body }
}
