import type { HookPost, IncomingWebhook } from '../model/records.js'

/** Clocks of nodes differ, and some databases keep whole seconds. */
const TOLERANCE = 60_000

/**
 * Whether a webhook has made a post. A deleted one with the same slug had the same id, and perhaps another
 * owner: its posts are nobody's.
 */
export function hasMade(
  { id, slug, createAt }: Pick<IncomingWebhook, 'id' | 'slug' | 'createAt'>,
  post: Pick<HookPost, 'webhookId' | 'createAt'>,
): boolean {
  if (post.webhookId !== id) return false
  return slug === null || post.createAt + TOLERANCE >= createAt
}
