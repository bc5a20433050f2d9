import type { RateLimit, Taken } from '../model/records.js'

/** What a store keeps of a token bucket. */
export interface Bucket {
  /** When it will be full again, in milliseconds by the clock of `now`. */
  readonly fullAt: number
}

/**
 * A record that is further ahead than this many times what an empty bucket lacks was written by a clock
 * that has been set back since, or under a slower limit: what the bucket held is not known.
 */
export const MOST_AHEAD = 2

/** How long before it comes a token may be taken, in milliseconds. */
export const MOST_TAKEN_AHEAD = 1_000

/** More than additions of fractions lose, and far less than a token takes to come back. */
export const ROUNDING_MS = 0.01

/**
 * Takes a token from a bucket that holds `burst` tokens and gets `perSecond` of them back each
 * second; a cost of 0 only reads the state. `known` is the bucket as it was stored; null means that
 * it is full. `now` is in milliseconds, by one clock for all who take from the bucket: that of the
 * database, or `performance.now()` within a process. `aheadMs`: a token that comes within this time is
 * taken now, and `nextMs` says when it counts.
 */
export function takeFrom(
  known: Bucket | null,
  { perSecond, burst }: RateLimit,
  now: number,
  cost: 0 | 1 = 1,
  aheadMs = 0,
): {
  /** What to store now, also after a refusal. */
  readonly bucket: Bucket
  /** The answer for the caller. */
  readonly taken: Taken
} {
  const tokenMs = 1000 / perSecond
  const emptyMs = burst * tokenMs
  const ahead = Math.max(0, (known?.fullAt ?? 0) - now)
  const mostMs = emptyMs + MOST_TAKEN_AHEAD
  const before = ahead > MOST_AHEAD * mostMs ? 0 : Math.min(ahead, mostMs)
  const enough = before + tokenMs <= emptyMs + aheadMs + ROUNDING_MS
  const after = enough ? before + cost * tokenMs : before
  const remaining = Math.max(0, Math.floor((emptyMs - after + ROUNDING_MS) / tokenMs))
  const isAhead = enough && aheadMs > 0
  const nextMs = remaining > 0 ? 0 : Math.max(0, after + (isAhead ? 0 : tokenMs) - emptyMs)
  return {
    bucket: { fullAt: now + after },
    taken: { allowed: enough, remaining, nextMs, fullMs: after },
  }
}
