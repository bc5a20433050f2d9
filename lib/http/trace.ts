import type { HandledRequest, HookAnswer } from '../manage/recent-requests.js'
import { withoutSecret } from './check-sender.js'
import type { HookCall } from './hook-call.js'
import { sizeOf } from './hook-request.js'
import type { ParserError } from './left-by-host.js'
import { infoOf } from './request-info.js'

/** What the steps of a request find out; null and `''` as long as they have not. */
type Facts = {
  -readonly [Name in 'body' | 'unusable' | 'isProven' | 'response']: HandledRequest[Name]
} & {
  -readonly [Name in 'settings' | 'webhook']: HandledRequest[Name] | null
}

/** A request, and what is known of it so far, for its record, whichever step ends it. */
export class Trace {
  readonly call: HookCall
  /** The error of a host's body parser for this request. */
  readonly failure: ParserError | undefined
  readonly #startedAt = performance.now()
  readonly #facts: Facts = {
    settings: null,
    webhook: null,
    body: null,
    unusable: '',
    isProven: false,
    response: '',
  }

  constructor(call: HookCall, failure: ParserError | undefined) {
    this.call = call
    this.failure = failure
  }

  note<Name extends keyof Facts, Value extends Facts[Name]>(name: Name, value: Value): Value {
    this.#facts[name] = value
    return value
  }

  /** Null if the request was not for a webhook. */
  handled(answer: HookAnswer): HandledRequest | null {
    const { settings, webhook, ...facts } = this.#facts
    if (!settings || !webhook) return null
    const { req, headers } = this.call
    return {
      webhook,
      settings,
      requestId: infoOf(req).requestId,
      headers: withoutSecret(headers, webhook.verification),
      size: sizeOf(headers, facts.body),
      duration: performance.now() - this.#startedAt,
      answer,
      ...facts,
    }
  }
}
