import { takeFrom } from '../../rules/bucket.js'
import { numberIn } from '../stored-values.js'
import type { CountersAdapter } from '../types.js'
import { collectionOf, type DocumentHost } from './calls.js'

export function documentCounters(host: DocumentHost, clock: () => number): CountersAdapter {
  const counters = collectionOf(host, 'counters')
  const sweep = counters.sweeper('fullAt')
  return {
    take: async (key, limit, cost, aheadMs) => {
      sweep(clock())
      return host.transaction(async (calls) => {
        const found = await counters.find(key, calls)
        // A transaction may have waited for others that took later: an earlier time would be too early.
        const now = clock()
        const known = found && { fullAt: numberIn(found, 'fullAt') }
        const { bucket, taken } = takeFrom(known, limit, now, cost, aheadMs)
        const isLower = known !== null && bucket.fullAt < known.fullAt
        if (cost !== 0 || isLower) await counters.put(calls, { id: key, ...bucket })
        return taken
      })
    },
    reset: (key) => host.transaction((calls) => counters.delete(calls, [key])),
  }
}
