import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import type { CounterLimit, CountersAdapter, CounterState } from '../types.js'

/** The longest delay of a timer, in seconds: a longer window would end immediately. */
const LONGEST_WINDOW = 2_147_483

/** Counters of this process. A window begins with the first point. */
export function createMemoryCounters(): CountersAdapter {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterFor = ({ points, seconds }: CounterLimit): RateLimiterMemory => {
    const name = `${points}/${seconds}`
    let limiter = limiters.get(name)
    if (!limiter) {
      limiter = new RateLimiterMemory({ points, duration: Math.min(seconds, LONGEST_WINDOW) })
      limiters.set(name, limiter)
    }
    return limiter
  }
  return {
    consume: async (key, limit, cost = 1) => {
      const limiter = limiterFor(limit)
      if (cost === 0) {
        const state = await limiter.get(key)
        return state ? toState(state, state.consumedPoints < limit.points) : untouched(limit)
      }
      try {
        return toState(await limiter.consume(key), true)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return toState(refusal, false)
        throw refusal
      }
    },
    reset: async (key) => {
      await Promise.all([...limiters.values()].map((limiter) => limiter.delete(key)))
    },
  }
}

function toState(result: RateLimiterRes, allowed: boolean): CounterState {
  return { allowed, remaining: Math.max(0, result.remainingPoints), resetMs: result.msBeforeNext }
}

function untouched(limit: CounterLimit): CounterState {
  return { allowed: true, remaining: limit.points, resetMs: 0 }
}
