import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, User } from '../model/records.js'
import { KEY_BYTES, keyDigest, keyHint, makeKey } from '../rules/keys.js'
import { rateLimitRefusal } from '../rules/permissions.js'
import type { Caller } from './caller.js'
import type { KeyCipher } from './keys.js'
import type { WebhookInput } from './schemas.js'

/** What callers may set. Nothing else of a body reaches a record. */
export type WebhookFields = Pick<
  IncomingWebhook,
  | 'displayName'
  | 'description'
  | 'username'
  | 'iconUrl'
  | 'iconEmoji'
  | 'channelLocked'
  | 'expiresAt'
  | 'rateLimit'
>

/** The fields of a new record. Names and icons that may not be overridden are left blank, as in the reference. */
export function newFields(
  { user, settings }: Caller,
  input: WebhookInput,
  now: number,
): WebhookFields {
  checkRateLimit(user, input)
  const expiresAt = input.expiresAt ?? 0
  checkExpiry(expiresAt, now)
  return {
    displayName: input.displayName,
    description: input.description,
    username: settings.enablePostUsernameOverride ? input.username : '',
    iconUrl: settings.enablePostIconOverride ? input.iconUrl : '',
    iconEmoji: settings.enablePostIconOverride ? (input.iconEmoji ?? '') : '',
    channelLocked: input.channelLocked,
    expiresAt,
    rateLimit: input.rateLimit ?? null,
  }
}

/**
 * The fields of a record after a full replacement. Names and icons that may not be overridden stay
 * as they were, and so do members that clients of the reference do not know and leave out.
 */
export function replacedFields(
  { user, settings }: Caller,
  webhook: IncomingWebhook,
  input: WebhookInput,
  now: number,
): WebhookFields {
  if (input.id !== '' && input.id !== webhook.id) throw invalid('id', 'not the id of the URL')
  if (input.teamId !== '' && input.teamId !== webhook.teamId) {
    throw invalid('team_id', 'a webhook stays in its team')
  }
  checkRateLimit(user, input)
  const expiresAt = input.expiresAt ?? webhook.expiresAt
  // A record may come back as it was shown, its expiry past.
  if (expiresAt !== webhook.expiresAt) checkExpiry(expiresAt, now)
  const icons = settings.enablePostIconOverride
  return {
    displayName: input.displayName,
    description: input.description,
    username: settings.enablePostUsernameOverride ? input.username : webhook.username,
    iconUrl: icons ? input.iconUrl : webhook.iconUrl,
    iconEmoji: icons ? (input.iconEmoji ?? webhook.iconEmoji) : webhook.iconEmoji,
    channelLocked: input.channelLocked,
    expiresAt,
    rateLimit: user.admin && input.rateLimit !== undefined ? input.rateLimit : webhook.rateLimit,
  }
}

/** A key nobody has had, in the three forms that a record keeps. */
export function newKey(
  { cipher, random }: { readonly cipher: KeyCipher; readonly random: (size: number) => Uint8Array },
  webhookId: string,
): Pick<IncomingWebhook, 'keyDigest' | 'keyCipher' | 'keyHint'> {
  const key = makeKey(random(KEY_BYTES))
  return {
    keyDigest: keyDigest(key),
    keyCipher: cipher.seal(key, webhookId),
    keyHint: keyHint(key),
  }
}

function checkRateLimit(user: User, { rateLimit }: WebhookInput): void {
  // Null asks for the default, which is what others have anyway.
  const refusal = rateLimit ? rateLimitRefusal(user) : null
  if (refusal) throw new WebhookError(refusal, { detail: 'rate_limit: administrators only' })
}

function checkExpiry(expiresAt: number, now: number): void {
  if (expiresAt !== 0 && expiresAt <= now) {
    throw invalid('expires_at', '0, or milliseconds since 1970 in the future')
  }
}

function invalid(name: string, reason: string): WebhookError {
  return new WebhookError('invalid_body', { params: { name }, detail: `${name}: ${reason}` })
}
