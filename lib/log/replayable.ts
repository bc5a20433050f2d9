import { keptSince } from '../model/deliveries.js'
import type { ListedDelivery } from './delivery-log.js'

/** Requests that are sent again at once. */
const MOST_REPLAYED = 100

/**
 * Of requests, the oldest first, those that are sent again if all since then are: refused ones that are
 * not delivered yet, each content once.
 */
export function replayable(
  requests: readonly ListedDelivery[],
  since: number,
  now: number,
): readonly ListedDelivery[] {
  const from = Math.max(since, keptSince(now))
  const digests = new Set<string>()
  const found = requests.filter((request) => {
    const { time, share, outcome, digest, replayOf, deliveredBy } = request
    if (time < from || share !== 'refused' || outcome !== 'refused' || replayOf !== null)
      return false
    if (digest === '' || deliveredBy !== null || digests.has(digest)) return false
    digests.add(digest)
    return true
  })
  return found.slice(0, MOST_REPLAYED)
}
