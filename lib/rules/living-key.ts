import type { IncomingWebhook } from '../model/records.js'

/**
 * Which key of a webhook has this digest, if it may be used now. Null for disabled, expired and
 * replaced ones.
 */
export function livingKey(
  webhook: IncomingWebhook,
  digest: string,
  now: number,
): 'current' | 'previous' | null {
  if (!webhook.enabled) return null
  if (webhook.expiresAt !== 0 && webhook.expiresAt <= now) return null
  if (webhook.keyDigest === digest) return 'current'
  const { previousKey } = webhook
  return previousKey?.keyDigest === digest && previousKey.expiresAt > now ? 'previous' : null
}
