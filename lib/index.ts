export { createIncomingWebhooks } from './create.js'
export { createHooks, type Hooks } from './create-hooks.js'
export type { SignInAttempt } from './auth/sign-in.js'
export type { SignInLimit } from './auth/throttle.js'
export type { OnSignIn } from './http/auth-router.js'
export { clientAddress } from './http/client-address.js'
export type { CurrentUser } from './http/current-user.js'
export type { DeliveryResult, IncomingWebhooks, ManagedWebhooks } from './incoming-webhooks.js'
export { webhookErrorHandler } from './http/error-handler.js'
export type { HostMistake } from './host/host-mistakes.js'
export type { Listener, ListenerOptions } from './http/listener.js'
export type { HookLimits } from './http/rate-limits.js'
export type { Permalink } from './http/receipts.js'
export { type RequestInfo, requestInfo } from './http/request-info.js'
export { type ErrorCode, WebhookError, type WebhookErrorOptions } from './model/errors.js'
export type {
  NewWebhook,
  WebhookFields,
  WebhookListOptions,
  WebhookManagement,
  WebhookPage,
  WebhookRegenerateOptions,
  WebhookUpdateOptions,
  WebhookWithKey,
} from './manage/management.js'
export type { ListedWebhook, WebhookDetails } from './manage/shown-webhooks.js'
export { DEFAULT_SETTINGS, DEFAULT_WEBHOOK } from './model/defaults.js'
export { MAX_INCIDENTS } from './model/limits.js'
export type { HookLog } from './model/log.js'
export { type ClientPost, toClientPost } from './rules/client-post.js'
export { type Bucket, takeFrom } from './rules/bucket.js'
export { type ClientUser, clientUser } from './rules/client-user.js'
export { KeyBudget } from './rules/key-budget.js'
export { networkOf } from './rules/networks.js'
export { withFirstId, withPostId } from './rules/parts.js'
export { redactKeys } from './rules/redact.js'
export type { Secret } from './rules/secrets.js'
export type {
  DeliveryOptions,
  HooksOptions,
  IncomingWebhooksOptions,
  InstanceOptions,
  LimitOptions,
  OwnSignInOptions,
} from './options.js'
export type { PostEdit, StoredIncident, IncidentPage, IncidentWrite } from './adapters/incidents.js'
export type * from './adapters/types.js'
export type * from './model/records.js'
export type { HookIncident, IncidentState } from './model/incidents.js'
export type {
  ShownVerification,
  SignatureEncoding,
  SignatureStyle,
  VerificationInput,
} from './model/verification-fields.js'
export type { ForeignMentions, Together } from './model/webhook-fields.js'
export type * from './model/webhook-props.js'
export type { Show } from './pipeline/compose.js'
