import type { Settings } from './records.js'

/** Specification, Limits: characters per post, counted as code points. */
export const MAX_POST_LENGTH = 16_383
/** Posts of servers before 5.0. */
export const MAX_POST_LENGTH_BEFORE_5_0 = 4_000
/** Specification, Limits: characters of a webhook's description. */
export const MAX_DESCRIPTION_LENGTH = 500
export const MAX_DISPLAY_NAME_LENGTH = 256
/** Bytes of a request body, counted after inflating. */
export const BODY_LIMIT = 1_048_576
/** Levels of arrays and objects in a payload. */
export const MAX_DEPTH = 32
export const MAX_PARTS = 64
/** Code points of a post's properties as JSON, attachments included. */
export const MAX_PROPS_LENGTH = 760_000
/** Bytes of the names and values that a payload itself may put into `props`. */
export const MAX_OWN_PROPS_BYTES = 16_384
export const MAX_USER_LOOKUPS = 50
export const MAX_NAME_LENGTH = 64
export const MAX_WARNINGS = 100
/** How long an idempotency key is remembered, in milliseconds. */
export const IDEMPOTENCY_LIFETIME = 24 * 3600 * 1000

/** Contract, section 8. */
export const DEFAULT_SETTINGS: Settings = {
  enableIncomingWebhooks: true,
  enableOnlyAdminIntegrations: false,
  enablePostUsernameOverride: false,
  enablePostIconOverride: false,
  restrictDirectMessagesToCreator: false,
  enableWebhookDebugging: false,
  consoleLevel: 'INFO',
}
