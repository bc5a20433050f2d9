import type { IncomingHttpHeaders } from 'node:http'
import type { HandledRequest, HookAnswer } from '../manage/record-request.js'
import type { IncomingWebhook, HookSettings } from '../model/records.js'
import type { HookBody } from '../native/body/sent.js'
import { withoutSecret } from './check-sender.js'
import { sizeOf } from './hook-request.js'

/** What the steps of a request find out; null and `''` as long as they have not. */
interface Facts {
  settings: HookSettings | null
  /** Also if its key may not be used. */
  webhook: IncomingWebhook | null
  body: HookBody | null
  /** Why the key may not be used. The sender does not get it. */
  unusable: string
  /** Whether the key may be used, and the request is signed if the webhook asks for it. */
  isProven: boolean
  /** The body of the response. */
  response: string
}

/** What is known of a request so far, for its record, whichever step ends it. */
export class Trace {
  readonly #requestId: string
  readonly #headers: IncomingHttpHeaders
  readonly #startedAt = performance.now()
  readonly #facts: Facts = {
    settings: null,
    webhook: null,
    body: null,
    unusable: '',
    isProven: false,
    response: '',
  }

  constructor(requestId: string, headers: IncomingHttpHeaders) {
    this.#requestId = requestId
    this.#headers = headers
  }

  note<Name extends keyof Facts, Value extends Facts[Name]>(name: Name, value: Value): Value {
    this.#facts[name] = value
    return value
  }

  /** Null if the request was not for a webhook. */
  handled(answer: HookAnswer): HandledRequest | null {
    const { settings, webhook, ...facts } = this.#facts
    if (!settings || !webhook) return null
    return {
      webhook,
      settings,
      requestId: this.#requestId,
      headers: withoutSecret(this.#headers, webhook.verification),
      size: sizeOf(this.#headers, facts.body),
      duration: performance.now() - this.#startedAt,
      answer,
      ...facts,
    }
  }
}
