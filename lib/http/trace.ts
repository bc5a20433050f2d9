import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Formats } from '../formats/registry.js'
import {
  type HandledRequest,
  type HookAnswer,
  outcomeOf,
  type SentBeside,
} from '../log/handled-request.js'
import type { AnsweredRequest } from '../log/metrics.js'
import { MAX_BODY_SHOWN } from '../model/limits.js'
import type { Covered } from '../rules/signatures.js'
import { withoutSecret } from './check-sender.js'
import { keptBeside } from './heard.js'
import {
  type HookCall,
  digestOf,
  type HookAddress,
  shownToFormats,
  sizeOf,
} from './hook-request.js'
import type { ParserError } from './body.js'
import { infoOf } from './request-info.js'

/** A request, and what its steps have found out, for its record, whichever of them ends it. */
export type Trace = {
  readonly call: HookCall
  /** The error of a host's body parser for this request. */
  readonly failure: ParserError | undefined
  readonly startedAt: number
} & {
  -readonly [Name in 'body' | 'unusable' | 'isProven' | 'response' | 'used']: HandledRequest[Name]
} & {
  -readonly [Name in 'settings' | 'webhook']: HandledRequest[Name] | null
} & {
  /** Null before it was read. */
  address: HookAddress | null
  /** Of a body of which only the beginning is left, its bytes and its digest; null: `body` is whole. */
  whole: Pick<HandledRequest, 'size' | 'digest'> | null
  /** What of it is proven. */
  covers: Covered
  /** When a request arrived whose key may be used; null for all others, and for questions. */
  usedAt: number | null
}

export function traceOf(call: HookCall, failure: ParserError | undefined): Trace {
  return {
    call,
    failure,
    startedAt: performance.now(),
    address: null,
    settings: null,
    webhook: null,
    used: null,
    body: null,
    whole: null,
    covers: 'request',
    usedAt: null,
    unusable: '',
    isProven: false,
    response: '',
  }
}

/** Keeps of the body only what its record shows. */
export function letGo(trace: Trace): void {
  const { body } = trace
  if (body?.kind !== 'bytes') return
  trace.whole = { size: sizeOf(trace.call.headers, body), digest: digestIn(trace) }
  body.bytes = new Uint8Array(body.bytes.subarray(0, MAX_BODY_SHOWN))
}

function digestIn({ address, body, covers }: Trace): string {
  return body ? digestOf(body, covers === 'request' ? (address?.queryPayload ?? null) : null) : ''
}

/** What is counted of a request, whoever sent it. */
export function answeredIn(
  { call, startedAt, webhook }: Trace,
  answer: HookAnswer,
): AnsweredRequest {
  return {
    method: call.req.method ?? '',
    status: answer.status,
    outcome: outcomeOf(answer),
    format: infoOf(call.req).format,
    reason: answer.error?.id ?? '',
    seconds: (performance.now() - startedAt) / 1000,
    webhookId: webhook?.id ?? '',
  }
}

/** Null if the request was not for a webhook. `addressOf` is how the address of a client is kept. */
export function handledIn(
  trace: Trace,
  answer: HookAnswer,
  addressOf: (address: string) => string,
  formats: ReadHeaders,
): HandledRequest | null {
  const { call, startedAt, settings, webhook, body, whole, unusable, isProven, response } = trace
  if (!settings || !webhook) return null
  const headers = withoutSecret(call.headers, webhook.verification)
  return {
    webhook,
    settings,
    requestId: infoOf(call.req).requestId,
    headers,
    body,
    size: whole ? whole.size : sizeOf(call.headers, body),
    digest: whole ? whole.digest : digestIn(trace),
    beside: besideDigest(trace, headers, formats),
    duration: performance.now() - startedAt,
    response,
    unusable,
    isProven,
    answer,
    used: trace.used,
    waited: Number(call.res.getHeader('X-Webhook-Waited') ?? 0),
    address: addressOf(call.address()),
    sent: isProven && !whole ? () => besideIn(trace, headers, formats.choosingHeaders) : null,
  }
}

function besideIn(
  { call, address, covers }: Trace,
  headers: Parameters<typeof shownToFormats>[0],
  choosing: ReadonlySet<string>,
): SentBeside {
  const { path = '', query = {} } = address ?? {}
  const beside = { query, headers: shownToFormats(headers) }
  return { method: call.req.method ?? 'POST', path, ...keptBeside(beside, covers, choosing) }
}

/** The headers that formats read. */
type ReadHeaders = Pick<Formats, 'choosingHeaders' | 'sayingHeaders'>

/** Of most requests, `''`: so that they are told apart by their bodies alone. */
function besideDigest(
  { call, address, covers }: Trace,
  headers: IncomingHttpHeaders,
  { choosingHeaders, sayingHeaders }: ReadHeaders,
): string {
  const { path = '', query: { payload: _, wait: _wait, ...query } = {} } = address ?? {}
  const names = covers === 'request' ? sayingHeaders : choosingHeaders
  const said = Object.entries(headers).filter(([name]) => names.has(name))
  const words = covers === 'request' ? Object.entries(query) : []
  const { method = 'POST' } = call.req
  if (method === 'POST' && path === '' && said.length + words.length === 0) return ''
  return hash('sha256', JSON.stringify([method, path, words.sort(), said.sort()]))
}
