import type { Warning } from '../model/records.js'
import { redactKeys } from '../rules/redact.js'

const PER_WEBHOOK = 50
const MAX_WEBHOOKS = 1_000
const MAX_TEXT = 200
const MAX_DETAIL = 500
const MAX_KEPT_WARNINGS = 20
const MAX_KEPT_IGNORED = 20

/** The result of a request to a webhook, without its payload and key. */
export interface RecentRequest {
  readonly time: number
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string
  readonly status: number
  /** `''` if it was delivered, or if the host failed and its own error handler responded. */
  readonly errorId: string
  /** The error's message; `''` if it was delivered. */
  readonly message: string
  readonly detail: string
  readonly warnings: readonly Warning[]
  /** Paths of parameters that have no effect and nothing to show. */
  readonly ignored: readonly string[]
  /** Bytes of the body, as far as they were read. */
  readonly size: number
  readonly userAgent: string
  readonly postIds: readonly string[]
  /** Whether the response repeats that of an earlier request with the same `Idempotency-Key`. */
  readonly replayed: boolean
}

type Redact = (text: string) => string

/** Results of the last requests, by webhook id. */
export interface RecentRequests {
  add(webhookId: string, request: Omit<RecentRequest, 'time'>): void
  /** Newest first, at most 50. */
  list(webhookId: string): readonly RecentRequest[]
  forget(webhookId: string): void
}

/**
 * The last 50 requests of each webhook, in this process. With more than 1,000 webhooks, the ones
 * that have been idle longest are forgotten.
 */
export function createRecentRequests(
  options: {
    readonly clock?: () => number
    /** Removes keys from a text. Default: `redactKeys`. */
    readonly redact?: Redact
  } = {},
): RecentRequests {
  const { clock = Date.now, redact = redactKeys } = options
  const byWebhook = new Map<string, RecentRequest[]>()
  let latest = ''
  return {
    add: (webhookId, request) => {
      const kept = byWebhook.get(webhookId) ?? []
      kept.unshift({ ...bounded(request, redact), time: clock() })
      if (kept.length > PER_WEBHOOK) kept.pop()
      if (webhookId === latest) return
      latest = webhookId
      // A Map keeps insertion order, so the first entry has been idle longest.
      byWebhook.delete(webhookId)
      byWebhook.set(webhookId, kept)
      const [quietest] = byWebhook.keys()
      if (byWebhook.size > MAX_WEBHOOKS && quietest !== undefined) byWebhook.delete(quietest)
    },
    list: (webhookId) => [...(byWebhook.get(webhookId) ?? [])],
    forget: (webhookId) => {
      if (webhookId === latest) latest = ''
      byWebhook.delete(webhookId)
    },
  }
}

function bounded(
  request: Omit<RecentRequest, 'time'>,
  redact: Redact,
): Omit<RecentRequest, 'time'> {
  const plain = (text: string, limit: number): string =>
    redact(text.replace(/\p{Cc}/gu, '')).slice(0, limit)
  return {
    requestId: plain(request.requestId, MAX_TEXT),
    status: request.status,
    errorId: request.errorId,
    message: request.message,
    detail: plain(request.detail, MAX_DETAIL),
    warnings: request.warnings.slice(0, MAX_KEPT_WARNINGS).map(({ path, reason }) => ({
      path: plain(path, MAX_TEXT),
      reason: plain(reason, MAX_TEXT),
    })),
    ignored: request.ignored.slice(0, MAX_KEPT_IGNORED).map((path) => plain(path, MAX_TEXT)),
    size: request.size,
    userAgent: plain(request.userAgent, MAX_TEXT),
    postIds: [...request.postIds],
    replayed: request.replayed,
  }
}
