import type { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, Settings } from '../model/records.js'
import type { Delivered } from '../pipeline/once.js'
import type { HookBody } from '../pipeline/parse.js'
import type { DebugLog } from './debug-log.js'
import type { RecentRequests } from './recent-requests.js'

/** Instead of the error's own text, which may contain paths and queries. */
const HOST_FAILED = 'The chat server failed'

/** A request to an existing webhook, and its result. */
export interface HandledRequest {
  readonly webhook: IncomingWebhook
  readonly settings: Settings
  /** As in the response's `X-Request-Id`. */
  readonly requestId: string
  readonly userAgent: string
  readonly contentType: string
  readonly contentEncoding: string
  readonly body: HookBody | null
  /** Bytes of the body. */
  readonly size: number
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
    const { webhook, settings, requestId, userAgent, size } = request
    const { status, delivered, error } = request.answer
    const answer = {
      requestId,
      status,
      errorId: error?.id ?? '',
      detail: error?.detail ?? '',
      warnings: delivered?.warnings ?? [],
      ignored: delivered?.ignored ?? [],
      postIds: delivered?.posts.map((post) => post.id) ?? [],
      replayed: delivered?.replayed ?? false,
    }
    const message = delivered ? '' : (error?.message ?? HOST_FAILED)
    recentRequests.add(webhook.id, { ...answer, message, size, userAgent })
    if (!settings.enableWebhookDebugging) return
    const line = `incoming webhook ${whatBecame(request.answer)}`
    debugLog.write(settings, 'debug', line, { ...describe(request), ...answer, userAgent })
  }
}

function whatBecame({ delivered, error }: HookAnswer): string {
  if (delivered) return 'delivered'
  return error ? 'refused' : 'failed'
}

function describe(request: HandledRequest): Record<string, unknown> {
  const { webhook, contentType, contentEncoding, body, size, answer } = request
  return {
    webhook: webhook.id,
    received: { contentType, contentEncoding, size, body: body ? beginningOf(body) : '' },
    understood: answer.delivered?.posts.map((post) => ({
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
