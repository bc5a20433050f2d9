import type { HandledRequest, HookAnswer, SentBeside } from '../log/handled-request.js'
import { MAX_BODY_SHOWN } from '../model/limits.js'
import type { Covered } from '../rules/signatures.js'
import { withoutSecret } from './check-sender.js'
import { keptBeside } from './heard.js'
import type { HookCall } from './hook-call.js'
import type { ParserError } from './body.js'
import { digestOf, type HookAddress, shownToFormats, sizeOf } from './hook-request.js'
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
  /** Whether it changes a post of its sender's own, so that its path is a part of what it says. */
  isChange: boolean
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
    isChange: false,
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

function digestIn({ call, address, body, covers, isChange }: Trace): string {
  if (!body) return ''
  const { path = '', queryPayload = null } = address ?? {}
  if (isChange) return digestOf(body, `${call.req.method ?? ''} ${path}`)
  return digestOf(body, covers === 'request' ? queryPayload : null)
}

/**
 * Null if the request was not for a webhook. `addressOf` is how the address of a client is kept,
 * `choosing` the headers that are kept if only the body is proven.
 */
export function handledIn(
  trace: Trace,
  answer: HookAnswer,
  addressOf: (address: string) => string,
  choosing: ReadonlySet<string>,
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
    duration: performance.now() - startedAt,
    response,
    unusable,
    isProven,
    answer,
    used: trace.used,
    waited: Number(call.res.getHeader('X-Webhook-Waited') ?? 0),
    address: addressOf(call.address()),
    sent: isProven && !whole ? () => besideIn(trace, headers, choosing) : null,
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
