import { type Bucket, takeFrom } from '../../rules/bucket.js'
import type { CountersAdapter } from '../types.js'

const FIRST_SWEEP = 1000

/**
 * Rate limits of this process. `clock` returns milliseconds. Default: `performance.now`, which nobody
 * sets.
 */
export function createMemoryCounters(
  clock: () => number = () => performance.now(),
  buckets = new Map<string, Bucket>(),
): CountersAdapter {
  let sweepAt = FIRST_SWEEP
  const sweep = (now: number) => {
    for (const [key, { fullAt }] of buckets) if (fullAt <= now) buckets.delete(key)
    sweepAt = Math.max(FIRST_SWEEP, 2 * buckets.size)
  }
  return {
    take: (key, limit, cost, aheadMs) => {
      const now = clock()
      const { bucket, taken } = takeFrom(buckets.get(key) ?? null, limit, now, cost, aheadMs)
      if (taken.fullMs > 0) buckets.set(key, bucket)
      if (buckets.size >= sweepAt) sweep(now)
      return taken
    },
    reset: (key) => {
      buckets.delete(key)
    },
  }
}
