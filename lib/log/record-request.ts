import { MAX_BODY_SHOWN } from '../model/limits.js'
import type { LogLevel } from '../model/records.js'
import type { HookBody } from '../native/body/sent.js'
import { NOTHING } from '../pipeline/once.js'
import type { DebugLog } from './debug-log.js'
import type { DeliveryRecord, NewDelivery } from '../model/deliveries.js'
import type { DeliveryLog } from './delivery-log.js'
import type { HandledRequest, HookAnswer } from './handled-request.js'
import type { Watch } from './watch.js'

export type RecordRequest = (request: HandledRequest) => Pick<DeliveryRecord, 'detail'>

export interface RecordRequestParts {
  readonly deliveryLog: Pick<DeliveryLog, 'add'>
  readonly debugLog: Pick<DebugLog, 'write'>
  readonly recordOf: (request: HandledRequest) => NewDelivery
  /** Null: nobody wants to know what signals there are. */
  readonly watch?: Pick<Watch, 'meet'> | null
}

/** Adds requests to the log of their webhooks and to the debug log, and returns their records. */
export function createRecordRequest({
  deliveryLog,
  debugLog,
  recordOf,
  watch = null,
}: RecordRequestParts): RecordRequest {
  return (request) => {
    const record = recordOf(request)
    watch?.meet(request.webhook, record.time)
    deliveryLog.add(record)
    const { settings } = request
    if (settings.enableWebhookDebugging) {
      const { level, text } = whatBecame(request.answer)
      debugLog.write(settings, level, text, describe(request, record))
    }
    return record
  }
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
function describe(
  { webhook, headers, body, size, answer: { delivered } }: HandledRequest,
  record: DeliveryRecord,
): Record<string, unknown> {
  const { requestId, status, errorId, detail, postIds, replayed, format, event } = record
  const { duration, userAgent, contentType } = record
  const { posts, warnings, ignored, channelName = '' } = delivered ?? NOTHING
  return {
    webhook: webhook.id,
    webhookName: webhook.displayName,
    channel: posts[0]?.channelId ?? webhook.channelId,
    channelName,
    requestId,
    status,
    errorId,
    detail,
    warnings,
    ignored,
    postIds,
    replayed,
    format,
    event,
    duration,
    userAgent,
    received: {
      contentType,
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
function beginningOf(body: HookBody) {
  if (body.kind === 'bytes') {
    return Buffer.from(body.bytes.subarray(0, MAX_BODY_SHOWN)).toString('utf8')
  }
  const text = body.kind === 'text' ? body.text : JSON.stringify(body)
  return text.slice(0, MAX_BODY_SHOWN)
}
