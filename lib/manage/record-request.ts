import type { IncomingHttpHeaders } from 'node:http'
import type { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, LogLevel, HookSettings } from '../model/records.js'
import type { RequestShare } from '../model/request-shares.js'
import type { Delivered } from '../pipeline/once.js'
import type { HookBody } from '../native/body/sent.js'
import type { DebugLog } from './debug-log.js'
import type { NewRequest, RecentRequests } from './recent-requests.js'

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

export type RecordRequest = (request: HandledRequest) => void

/** Adds requests to the recent requests of their webhooks and to the debug log. */
export function createRecordRequest(
  recentRequests: Pick<RecentRequests, 'add'>,
  debugLog: Pick<DebugLog, 'write'>,
): RecordRequest {
  return (request) => {
    const { webhook, settings, requestId, headers, size, response } = request
    const { status, delivered, error } = request.answer
    const entry: NewRequest = {
      share: shareOf(request),
      requestId,
      status,
      errorId: error?.id ?? '',
      message: delivered ? '' : (error?.message ?? HOST_FAILED),
      detail: request.unusable || (error?.detail ?? ''),
      warnings: delivered?.warnings ?? [],
      ignored: delivered?.ignored ?? [],
      size,
      userAgent: headers['user-agent'] ?? '',
      contentType: headers['content-type'] ?? '',
      headers,
      duration: Math.round(request.duration * 10) / 10,
      response,
      postIds: delivered?.posts.map((post) => post.id) ?? [],
      postedTo: delivered && postedTo(delivered, webhook),
      replayed: delivered?.repeated ?? false,
      format: delivered?.format ?? '',
      event: delivered?.event ?? '',
      skipped: delivered?.skipped ?? false,
    }
    recentRequests.add(webhook.id, entry)
    if (!settings.enableWebhookDebugging) return
    const { level, text } = whatBecame(request.answer)
    debugLog.write(settings, level, text, describe(request, entry))
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
): NewRequest['postedTo'] {
  if (!first) return null
  const { channelId } = first
  return { channelId, name: channelName, requested: channelId !== webhook.channelId }
}

function whatBecame({ delivered, error }: HookAnswer): {
  readonly level: LogLevel
  readonly text: string
} {
  if (delivered?.skipped) return { level: 'debug', text: 'incoming webhook skipped' }
  if (delivered) return { level: 'debug', text: 'incoming webhook delivered' }
  if (error) return { level: 'warn', text: `incoming webhook refused: ${error.message}` }
  return { level: 'error', text: 'incoming webhook failed' }
}

/** Of a refused or repeated request, the name of the channel is not known. */
function describe(request: HandledRequest, entry: NewRequest): Record<string, unknown> {
  const { webhook, headers, body, size, answer } = request
  const { requestId, status, errorId, detail, warnings, ignored, postIds } = entry
  const { delivered } = answer
  return {
    webhook: webhook.id,
    webhookName: webhook.displayName,
    channel: delivered?.posts[0]?.channelId ?? webhook.channelId,
    channelName: delivered?.channelName ?? '',
    requestId,
    status,
    errorId,
    detail,
    warnings,
    ignored,
    postIds,
    replayed: entry.replayed,
    format: entry.format,
    event: entry.event,
    duration: entry.duration,
    userAgent: entry.userAgent,
    received: {
      contentType: entry.contentType,
      contentEncoding: headers['content-encoding'] ?? '',
      size,
      body: body ? beginningOf(body) : '',
    },
    understood: delivered?.posts.map((post) => ({
      channel: post.channelId,
      type: post.type,
      message: post.message,
      attachments: Array.isArray(post.props['attachments']) ? post.props['attachments'].length : 0,
    })),
  }
}

/** The beginning of a body; the debug log shortens and redacts it further. */
function beginningOf(body: HookBody): string {
  if (body.kind === 'bytes') return Buffer.from(body.bytes.subarray(0, 1000)).toString('utf8')
  return body.kind === 'text' ? body.text.slice(0, 1000) : JSON.stringify(body).slice(0, 1000)
}
