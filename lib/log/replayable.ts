import { keptSince } from '../model/deliveries.js'
import { MAX_KEPT_BODY } from '../model/limits.js'
import type { IncomingWebhook } from '../model/records.js'
import type { ListedDelivery } from './delivery-log.js'

/** Those that arrived before this time, in milliseconds since 1970, are not sent again with others. */
export function replayableSince(
  { verification, updateAt }: Pick<IncomingWebhook, 'verification' | 'updateAt'>,
  since: number,
  now: number,
): number {
  // Since when its senders prove themselves as they do now. Older records do not say, and changed since.
  const verifiedSince = verification ? (verification.since ?? updateAt) : 0
  return Math.max(since, verifiedSince, keptSince(now))
}

/**
 * Of requests that arrived since then, the oldest first: those that were refused although their senders
 * may post, and that are not delivered yet, each content once.
 */
export function replayable(requests: readonly ListedDelivery[]): readonly ListedDelivery[] {
  const firsts = new Map<string, ListedDelivery>()
  for (const request of requests) {
    const { share, outcome, replayOf, deliveredBy, digest, size } = request
    const isMeant = share === 'refused' && outcome === 'refused' && replayOf === null
    const isKept = digest !== '' && size <= MAX_KEPT_BODY
    if (isMeant && isKept && deliveredBy === null && !firsts.has(digest))
      firsts.set(digest, request)
  }
  return [...firsts.values()]
}
