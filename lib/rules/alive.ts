import type { IncomingWebhook } from '../model/records.js'

interface Deletable {
  readonly deleteAt?: number | null | undefined
}

/** Whether there is such a user or channel that is not deactivated or archived. */
export function isAlive<Found extends Deletable>(found: Found | null | undefined): found is Found {
  return found !== null && found !== undefined && !found.deleteAt
}

/** Whether a webhook may post: it is neither disabled nor expired. */
export function isActive(
  { enabled, expiresAt }: Pick<IncomingWebhook, 'enabled' | 'expiresAt'>,
  now: number,
): boolean {
  return enabled && (expiresAt === 0 || expiresAt > now)
}

/**
 * Which key of a webhook has this digest, if it may be used now. Null for disabled, expired and
 * replaced ones.
 */
export function livingKey(
  webhook: IncomingWebhook,
  digest: string,
  now: number,
): 'current' | 'previous' | null {
  if (!isActive(webhook, now)) return null
  if (webhook.keyDigest === digest) return 'current'
  const { previousKey } = webhook
  return previousKey?.keyDigest === digest && previousKey.expiresAt > now ? 'previous' : null
}

/** Why no key of a webhook, or not the one that was used, may be used now. For its owner only. */
export function whyUnusable({ enabled, expiresAt }: IncomingWebhook, now: number): string {
  if (!enabled) return 'the webhook is switched off'
  if (expiresAt === 0 || expiresAt > now) return 'the key has been replaced'
  const [date = '', time = ''] = new Date(expiresAt).toISOString().split('T')
  return `the webhook expired on ${date} at ${time.slice(0, 5)} UTC`
}
