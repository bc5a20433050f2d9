export { createIncomingWebhooks } from './create.js'
export { createHooks, type Hooks } from './hooks.js'
export { clientAddress } from './http/mounting.js'
export type { DeliveryResult, IncomingWebhooks } from './incoming-webhooks.js'
export type { PostsEvent } from './adapters/types.js'
export { webhookErrorHandler } from './http/answers.js'
export type { HostMistake } from './host/host-mistakes.js'
export { requestInfo } from './http/request-info.js'
export { type ErrorCode, WebhookError } from './model/errors.js'
export type { HookMetrics } from './log/metrics.js'
export type { OwnMetric } from './log/metrics-text.js'
export type { SignalEvent } from './log/watch.js'
export type { AuditEvent } from './manage/audit.js'
export type { NewWebhook, WebhookManagement } from './manage/management.js'
export type { Preview } from './manage/preview.js'
export type { ReplayedRequest, ReplayResult } from './manage/replay.js'
export type { PreviewInput } from './manage/bodies.js'
export type { ListedWebhook, WebhookDetails } from './manage/views.js'
export type { HookIncident } from './model/incidents.js'
export type { HookLog } from './model/log.js'
export type {
  HookChannel,
  HookPost,
  HookSettings,
  HookUser,
  HookWarning,
  IncomingWebhook,
} from './model/records.js'
export type { VerificationInput } from './model/verification-fields.js'
export type { HooksOptions, IncomingWebhooksOptions } from './options.js'
export { type ClientPost, toClientPost } from './rules/client-post.js'
export { networkOf } from './rules/networks.js'
export { redactKeys } from './rules/redact.js'
