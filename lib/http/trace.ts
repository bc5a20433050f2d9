import type { HandledRequest, HookAnswer } from '../manage/recent-requests.js'
import { MAX_BODY_SHOWN } from '../model/limits.js'
import { withoutSecret } from './check-sender.js'
import type { HookCall } from './hook-call.js'
import { sizeOf } from './hook-request.js'
import type { ParserError } from './body.js'
import { infoOf } from './request-info.js'

/** A request, and what its steps have found out, for its record, whichever of them ends it. */
export type Trace = {
  readonly call: HookCall
  /** The error of a host's body parser for this request. */
  readonly failure: ParserError | undefined
  readonly startedAt: number
} & {
  -readonly [Name in 'body' | 'unusable' | 'isProven' | 'response']: HandledRequest[Name]
} & {
  -readonly [Name in 'settings' | 'webhook']: HandledRequest[Name] | null
} & {
  /** The bytes of a body of which only the beginning is left; null: `body` is whole. */
  size: number | null
  /** When a request arrived whose key may be used; null for all others, and for questions. */
  usedAt: number | null
}

export function traceOf(call: HookCall, failure: ParserError | undefined): Trace {
  return {
    call,
    failure,
    startedAt: performance.now(),
    settings: null,
    webhook: null,
    body: null,
    size: null,
    usedAt: null,
    unusable: '',
    isProven: false,
    response: '',
  }
}

/** Keeps of the body only what its record shows. */
export function letGo(trace: Trace): void {
  const { call, body } = trace
  if (body?.kind !== 'bytes') return
  trace.size = sizeOf(call.headers, body)
  body.bytes = new Uint8Array(body.bytes.subarray(0, MAX_BODY_SHOWN))
}

/** Null if the request was not for a webhook. */
export function handledIn(trace: Trace, answer: HookAnswer): HandledRequest | null {
  const { call, startedAt, settings, webhook, body, size, unusable, isProven, response } = trace
  if (!settings || !webhook) return null
  return {
    webhook,
    settings,
    requestId: infoOf(call.req).requestId,
    headers: withoutSecret(call.headers, webhook.verification),
    body,
    size: size ?? sizeOf(call.headers, body),
    duration: performance.now() - startedAt,
    response,
    unusable,
    isProven,
    answer,
  }
}
