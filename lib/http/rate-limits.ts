import type { ServerResponse } from 'node:http'
import type { Request } from 'express'
import type { CounterLimit, CounterState, CountersAdapter } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, RateLimit } from '../model/records.js'
import { networkOf } from '../rules/networks.js'

/** Rate limits of the hook endpoint; `null` turns one off. */
export interface HookLimits {
  /** Requests per webhook, unless its record has its own limit. */
  readonly webhook: RateLimit | null
  /**
   * Unknown keys per address (an IPv6 address counts as its /64) and minute that get 404; more get
   * 429. A known key is never rejected because of its address.
   */
  readonly keyFailures: number | null
  /** The status of a rejection: 429, or 503 for senders that drop a message after a 429. */
  readonly refuseWith: 429 | 503
}

export const DEFAULT_HOOK_LIMITS: HookLimits = {
  webhook: { perSecond: 10, burst: 100 },
  keyFailures: 30,
  refuseWith: 429,
}

const MINUTE = 60

export interface RateLimits {
  /** Counts a request with an unknown key. Throws if its address has sent too many. */
  countGuess(req: Request, res: ServerResponse): Promise<void>
  /** Throws if the webhook has exceeded its rate. The headers then describe the limit. */
  take(webhook: IncomingWebhook, res: ServerResponse): Promise<void> | void
}

export function createRateLimits(counters: CountersAdapter, limits: HookLimits): RateLimits {
  const guesses = limits.keyFailures && { points: limits.keyFailures, seconds: MINUTE }
  const code = limits.refuseWith === 503 ? 'rate_limited_for_now' : 'rate_limited'
  return {
    countGuess: async (req, res) => {
      if (!guesses) return
      const state = await counters.consume(`key-failures ${networkOf(req.ip ?? '')}`, guesses)
      if (!state.allowed) throw refusal({ res, code }, 'unknown-keys', guesses, state)
    },
    take: (webhook, res) => {
      const limit = webhook.rateLimit ?? limits.webhook
      return limit ? takeFor(webhook.id, limit, counters, { res, code }) : undefined
    },
  }
}

/**
 * Requests within the steady rate pass. Others consume the burst allowance, which refills once a
 * minute. So a sender that has spent its burst can still send at its steady rate.
 */
async function takeFor(
  webhookId: string,
  { perSecond, burst }: RateLimit,
  counters: CountersAdapter,
  answer: Answer,
): Promise<void> {
  const seconds = Math.max(1, Math.ceil(1 / perSecond))
  const steady = { points: Math.max(1, Math.floor(perSecond * seconds)), seconds }
  const state = await counters.consume(`webhook ${webhookId}`, steady)
  if (state.allowed) return
  const spare = { points: burst - steady.points, seconds: Math.max(MINUTE, 2 * seconds) }
  if (spare.points < 1) throw refusal(answer, 'webhook', steady, state)
  const left = await counters.consume(`webhook-burst ${webhookId}`, spare)
  if (!left.allowed) throw refusal(answer, 'webhook', steady, state, burst)
  if (left.remaining < spare.points / 5) describe(answer.res, 'webhook', spare, left, burst)
}

interface Answer {
  readonly res: ServerResponse
  readonly code: 'rate_limited' | 'rate_limited_for_now'
}

function refusal(
  { res, code }: Answer,
  name: string,
  limit: CounterLimit,
  state: CounterState,
  most = limit.points,
): WebhookError {
  const retryAfterSeconds = secondsOf(state)
  describe(res, name, limit, { ...state, remaining: 0 }, most)
  return new WebhookError(code, {
    retryAfterSeconds,
    detail: `${name}: at most ${limit.points} requests in ${limit.seconds} s; try again in ${retryAfterSeconds} s`,
  })
}

function describe(
  res: ServerResponse,
  name: string,
  { points, seconds }: CounterLimit,
  state: CounterState,
  most: number,
): void {
  const reset = secondsOf(state)
  res.setHeader('RateLimit-Policy', `"${name}";q=${points};w=${seconds}`)
  res.setHeader('RateLimit', `"${name}";r=${state.remaining};t=${reset}`)
  res.setHeader('X-RateLimit-Limit', most)
  res.setHeader('X-RateLimit-Remaining', state.remaining)
  res.setHeader('X-RateLimit-Reset', reset)
}

function secondsOf(state: CounterState): number {
  return Math.max(1, Math.ceil(state.resetMs / 1000))
}
