export { createIncomingWebhooks } from './create.js'
export { createHooks, type Hooks } from './create-hooks.js'
export { clientAddress } from './http/client-address.js'
export type { DeliveryResult, IncomingWebhooks, SignIn } from './incoming-webhooks.js'
export type { OnPosts, PostsEvent } from './adapters/types.js'
export type { CurrentUser } from './http/current-user.js'
export { webhookErrorHandler } from './http/error-handler.js'
export type { HostMistake } from './host/host-mistakes.js'
export { type RequestInfo, requestInfo } from './http/request-info.js'
export { type ErrorCode, WebhookError } from './model/errors.js'
export type {
  NewWebhook,
  WebhookFields,
  WebhookManagement,
  WebhookPage,
  WebhookWithKey,
} from './manage/management.js'
export type { ListedWebhook, WebhookDetails } from './manage/shown-webhooks.js'
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
export { type ClientUser, toClientUser } from './rules/client-user.js'
export { networkOf } from './rules/networks.js'
export { redactKeys } from './rules/redact.js'
