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

/** More than additions of fractions lose, and far less than a token takes to come back. */
export const ROUNDING_MS = 0.01

/**
 * Takes a token from a bucket that holds `burst` tokens and gets `perSecond` of them back each
 * second; a cost of 0 only reads the state. `known` is the bucket as it was stored; null means that
 * it is full. `now` is in milliseconds, by one clock for all who take from the bucket: that of the
 * database, or `performance.now()` within a process.
 */
export function takeFrom(
  known: Bucket | null,
  { perSecond, burst }: RateLimit,
  now: number,
  cost: 0 | 1 = 1,
): {
  /** What to store now, also after a refusal. */
  readonly bucket: Bucket
  /** The answer for the caller. */
  readonly taken: Taken
} {
  const tokenMs = 1000 / perSecond
  const emptyMs = burst * tokenMs
  const ahead = Math.max(0, (known?.fullAt ?? 0) - now)
  const before = ahead > MOST_AHEAD * emptyMs ? 0 : Math.min(ahead, emptyMs)
  const enough = before + tokenMs <= emptyMs + ROUNDING_MS
  const after = enough ? before + cost * tokenMs : before
  const remaining = Math.floor((emptyMs - after + ROUNDING_MS) / tokenMs)
  const nextMs = remaining > 0 ? 0 : after + tokenMs - emptyMs
  return {
    bucket: { fullAt: now + after },
    taken: { allowed: enough, remaining, nextMs, fullMs: after },
  }
}
