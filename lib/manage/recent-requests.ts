import type { IncomingHttpHeaders } from 'node:http'
import type { MaybePromise } from '../adapters/types.js'
import type { WebhookError } from '../model/errors.js'
import type { DeliveryRecord, HookSettings, IncomingWebhook } from '../model/records.js'
import type { RequestShare } from '../model/request-shares.js'
import type { HookBody } from '../native/body/sent.js'
import { type Delivered, NOTHING } from '../pipeline/once.js'
import { createShownHeaders } from './shown-headers.js'

const MAX_TEXT = 200
const MAX_DETAIL = 500
const MAX_KEPT_WARNINGS = 20
const MAX_KEPT_IGNORED = 20
const MAX_RESPONSE = 1_000
/**
 * Characters of `/a/` and the shortest key after it. Shorter texts, which are most, need no search: a
 * request is recorded in 5 µs instead of 9 µs.
 */
const SHORTEST_WITH_KEY = 23
/** Instead of the error's own text, which may contain paths and queries. */
const HOST_FAILED = 'The chat server failed'

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
}

export interface HookAnswer {
  readonly status: number
  readonly delivered: Delivered | null
  /** Null, like `delivered`, if the host failed and its own error handler responded. */
  readonly error: WebhookError | null
}

/** The result of a request to a webhook, without its payload and key. */
export type RecentRequest = Omit<DeliveryRecord, 'webhookId'>

/** Results of the last requests, by webhook id. */
export interface RecentRequests {
  add(webhookId: string, request: RecentRequest): void
  /** Newest first, at most 50 of each share. */
  list(webhookId: string): MaybePromise<readonly RecentRequest[]>
  forget(webhookId: string): MaybePromise<void>
}

/** Makes records of requests: with their time, without keys, and of limited size. */
export function recordsWith(
  clock: () => number,
  redact: (text: string) => string,
): (request: HandledRequest) => RecentRequest {
  const plain = (text: string, limit = MAX_TEXT): string => {
    if (text === '') return text
    const printable = text.replace(/\p{Cc}/gu, '')
    const safe = printable.length < SHORTEST_WITH_KEY ? printable : redact(printable)
    // Copied, because a slice keeps the whole text in memory. The copy also replaces half a surrogate
    // pair, which databases refuse.
    return safe.length <= limit ? safe.toWellFormed() : Buffer.from(safe.slice(0, limit)).toString()
  }
  const headersOf = createShownHeaders(plain)
  return (request) => {
    const { webhook, requestId, headers, size, response } = request
    const { status, delivered, error } = request.answer
    const result = delivered ?? NOTHING
    const { posts, warnings, ignored, repeated, format = '', event = '', skipped = false } = result
    return {
      share: shareOf(request),
      time: clock(),
      requestId: plain(requestId),
      status,
      errorId: error?.id ?? '',
      message: delivered ? '' : (error?.message ?? HOST_FAILED),
      detail: plain(request.unusable || (error?.detail ?? ''), MAX_DETAIL),
      warnings: warnings
        .slice(0, MAX_KEPT_WARNINGS)
        .map(({ path, reason }) => ({ path: plain(path), reason: plain(reason) })),
      ignored: ignored.slice(0, MAX_KEPT_IGNORED).map((path) => plain(path)),
      size,
      userAgent: plain(headers['user-agent'] ?? ''),
      contentType: plain(headers['content-type'] ?? ''),
      headers: headersOf(headers),
      duration: Math.round(request.duration * 10) / 10,
      response: plain(response, MAX_RESPONSE),
      postIds: posts.map((post) => post.id),
      actions: result.actions ?? [],
      postedTo: delivered && postedTo(delivered, webhook, plain),
      replayed: repeated,
      format,
      event: plain(event),
      skipped,
    }
  }
}

function shareOf({ isProven, answer }: HandledRequest): RequestShare {
  if (!isProven) return 'unproven'
  return answer.delivered ? 'accepted' : 'refused'
}

/** All posts of a request are in one channel. */
function postedTo(
  { posts: [first], channelName = '' }: Delivered,
  webhook: IncomingWebhook,
  plain: (text: string) => string,
): RecentRequest['postedTo'] {
  if (!first) return null
  const { channelId } = first
  return { channelId, name: plain(channelName), requested: channelId !== webhook.channelId }
}
