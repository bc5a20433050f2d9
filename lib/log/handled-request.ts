import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookError } from '../model/errors.js'
import { isUnknown, type LastResult } from '../model/last-result.js'
import type { HookSettings, IncomingWebhook } from '../model/records.js'
import type { HookBody } from '../native/body/sent.js'
import type { Delivered } from '../pipeline/once.js'

/** A request to an existing webhook, and its result. */
export interface HandledRequest {
  readonly webhook: IncomingWebhook
  readonly settings: HookSettings
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string
  readonly headers: IncomingHttpHeaders
  readonly body: HookBody | null
  /** Bytes of the body. */
  readonly size: number
  /** Milliseconds until the response. */
  readonly duration: number
  /** The body of the response. */
  readonly response: string
  /** Why the key may not be used, which only the owner is told; `''` if it may. */
  readonly unusable: string
  /** Whether the key may be used, and the request is signed if the webhook asks for it. */
  readonly isProven: boolean
  readonly answer: HookAnswer
  /** Which of the webhook's keys it had; null if that key may not be used. */
  readonly used: 'current' | 'previous' | null
  /** The digest of its content; `''` if there is none. */
  readonly digest: string
  /** The digest of what it says beside that; `''` as a rule. */
  readonly beside: string
  /** Seconds that it waited in line. */
  readonly waited: number
  /** The client's address, as it may be kept. */
  readonly address: string
  /** What came beside the body. Null: nothing of the request may be kept. */
  readonly sent: (() => SentBeside) | null
  /** The `id` of the request that was sent again. Absent: it was sent by its sender. */
  readonly replayOf?: string
}

/** What a request says beside its body, as far as formats see it. */
export interface SentBeside {
  readonly method: string
  /** The end of the URL, such as `/github`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

export interface HookAnswer {
  readonly status: number
  readonly delivered: Delivered | null
  /** Null, like `delivered`, if the host failed and its own error handler responded. */
  readonly error: WebhookError | null
}

/** What a request was answered, and what of it only the owner of the webhook is told. */
export type Answered = HookAnswer & Pick<HandledRequest, 'response' | 'unusable'>

/** What became of a request, as owners of webhooks read it. */
export function outcomeOf({ status, delivered }: HookAnswer): LastResult['outcome'] {
  if (delivered) return (delivered.skipped ?? false) ? 'skipped' : 'posted'
  return isUnknown(status) ? 'failed' : 'refused'
}
