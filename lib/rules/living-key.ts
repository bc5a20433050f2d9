import type { IncomingWebhook } from '../model/records.js'

/** Which key of a webhook a digest is, if it may be used now; null for switched off, expired and replaced ones. */
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
