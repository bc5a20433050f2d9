import type { DebugLog } from '../manage/debug-log.js'
import type { RecentRequests } from '../manage/recent-requests.js'
import type { HookBody } from '../pipeline/parse.js'
import { requestId } from './error-handler.js'
import type { HookAnswer, HookOutcome, HooksRouterParts } from './hooks-router.js'

/** In place of the error's own text, which may hold paths and queries. */
const HOST_FAILED = 'The chat server failed'

/** Tells the webhook's recent requests and the debug log what became of a request. */
export function createObserver(
  recentRequests: Pick<RecentRequests, 'add'>,
  debugLog: Pick<DebugLog, 'write'>,
): HooksRouterParts['observe'] {
  return (outcome) => {
    const { webhook, settings, size, req } = outcome
    const { status, delivered, error } = outcome.answer
    const answer = {
      requestId: requestId(req),
      status,
      errorId: error?.id ?? '',
      detail: error?.detail ?? '',
      warnings: delivered?.warnings ?? [],
      ignored: delivered?.ignored ?? [],
      postIds: delivered?.posts.map((post) => post.id) ?? [],
      replayed: delivered?.replayed ?? false,
    }
    const userAgent = req.headers['user-agent'] ?? ''
    const message = delivered ? '' : (error?.message ?? HOST_FAILED)
    recentRequests.add(webhook.id, { ...answer, message, size, userAgent })
    if (!settings.enableWebhookDebugging) return
    const line = `incoming webhook ${whatBecame(outcome.answer)}`
    debugLog.write(settings, 'debug', line, { ...describe(outcome), ...answer, userAgent })
  }
}

function whatBecame({ delivered, error }: HookAnswer): string {
  if (delivered) return 'delivered'
  return error ? 'refused' : 'failed'
}

function describe(outcome: HookOutcome): Record<string, unknown> {
  const { webhook, req, body, size } = outcome
  return {
    webhook: webhook.id,
    received: {
      contentType: req.headers['content-type'] ?? '',
      contentEncoding: req.headers['content-encoding'] ?? '',
      size,
      body: body ? textOf(body) : '',
    },
    understood: outcome.answer.delivered?.posts.map((post) => ({
      channel: post.channelId,
      type: post.type,
      message: post.message,
      attachments: Array.isArray(post.props['attachments']) ? post.props['attachments'].length : 0,
    })),
  }
}

/** The beginning of a body; the debug log cuts and redacts it further. */
function textOf(body: HookBody): string {
  if (body.kind === 'bytes') return Buffer.from(body.bytes.subarray(0, 1000)).toString('utf8')
  return body.kind === 'text' ? body.text.slice(0, 1000) : JSON.stringify(body).slice(0, 1000)
}
