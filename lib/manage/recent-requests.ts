import type { MaybePromise } from '../adapters/types.js'
import { redactKeys } from '../rules/redact.js'
import { KeptRequests, type RecentRequest } from './kept-requests.js'
import { createShownHeaders, type Headers } from './shown-headers.js'

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

/** A request to add. */
export type NewRequest = Omit<RecentRequest, 'time' | 'headers'> & {
  /** All that arrived. */
  readonly headers: Headers
}

export interface RecentRequestsOptions {
  readonly clock?: () => number
  /** Removes keys from a text. Default: `redactKeys`. */
  readonly redact?: Redact
}

type Redact = (text: string) => string

/** Results of the last requests, by webhook id. */
export interface RecentRequests {
  add(webhookId: string, request: NewRequest): void
  /** Newest first, at most 50 of each share. */
  list(webhookId: string): MaybePromise<readonly RecentRequest[]>
  forget(webhookId: string): MaybePromise<void>
}

/** The requests of one process, which are listed at once. */
export interface OwnRequests extends RecentRequests {
  list(webhookId: string): readonly RecentRequest[]
  forget(webhookId: string): void
}

/** The last 50 requests of each share of each webhook, in this process, and 64 MB of all webhooks. */
export function createRecentRequests(options: RecentRequestsOptions = {}): OwnRequests {
  const bounded = boundedBy(options)
  const kept = new KeptRequests()
  return {
    add: (webhookId, request) => {
      kept.add(webhookId, bounded(request))
    },
    list: (webhookId) => kept.list(webhookId),
    forget: (webhookId) => {
      kept.forget(webhookId)
    },
  }
}

/** Makes records of requests: with their time, without keys, and of limited size. */
export function boundedBy({
  clock = Date.now,
  redact = redactKeys,
}: RecentRequestsOptions): (request: NewRequest) => RecentRequest {
  const plain = (text: string, limit: number): string => {
    if (text === '') return text
    const printable = text.replace(/\p{Cc}/gu, '')
    const safe = printable.length < SHORTEST_WITH_KEY ? printable : redact(printable)
    // Copied, because a slice keeps the whole text in memory. The copy also replaces half a surrogate
    // pair, which databases refuse.
    return safe.length <= limit ? safe.toWellFormed() : Buffer.from(safe.slice(0, limit)).toString()
  }
  const headersOf = createShownHeaders((line) => plain(line, MAX_TEXT))
  return (request) => ({
    share: request.share,
    time: clock(),
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
    contentType: plain(request.contentType, MAX_TEXT),
    headers: headersOf(request.headers),
    duration: request.duration,
    response: plain(request.response, MAX_RESPONSE),
    postIds: [...request.postIds],
    postedTo: request.postedTo && {
      ...request.postedTo,
      name: plain(request.postedTo.name, MAX_TEXT),
    },
    replayed: request.replayed,
    format: request.format,
    event: plain(request.event, MAX_TEXT),
    skipped: request.skipped,
  })
}
