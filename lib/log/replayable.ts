import { keptSince } from '../model/deliveries.js'
import { isForNow } from '../model/last-result.js'
import { MAX_KEPT_BODY, MOST_REPLAYED } from '../model/limits.js'
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
 * may post, and that are not delivered yet, each content once. Of more than so many, those behind the one
 * that was sent again last: so whatever is refused for ever comes in the way of nothing.
 */
export function replayable(requests: readonly ListedDelivery[]): readonly ListedDelivery[] {
  const owed = owedIn(requests)
  if (owed.length <= MOST_REPLAYED) return owed
  const last = requests.findLast(({ share }) => share === 'replayed')
  const at = owed.findIndex(({ id }) => id === last?.replayOf)
  // What was refused for now is still the next one.
  const next = last && isForNow(last.status) ? at : at + 1
  const behind = owed.slice(Math.max(next, 0)).slice(0, MOST_REPLAYED)
  return behind.length > 0 ? behind : owed.slice(0, MOST_REPLAYED)
}

function owedIn(requests: readonly ListedDelivery[]): readonly ListedDelivery[] {
  const firsts = new Map<string, ListedDelivery>()
  for (const request of requests) {
    const { share, outcome, replayOf, deliveredBy, digest, beside, size } = request
    const said = `${digest} ${beside}`
    const isMeant = share === 'refused' && outcome === 'refused' && replayOf === null
    const isKept = digest !== '' && size <= MAX_KEPT_BODY
    if (isMeant && isKept && deliveredBy === null && !firsts.has(said)) firsts.set(said, request)
  }
  return [...firsts.values()]
}
