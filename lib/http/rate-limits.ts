import type { ServerResponse } from 'node:http'
import type { CountersAdapter } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, RateLimit, Taken } from '../model/records.js'
import { networkOf } from '../rules/networks.js'

/** Rate limits of the hook endpoint; `null` turns one off. */
export interface HookLimits {
  /**
   * Requests per webhook, unless its record has its own limit. Default:
   * `{ perSecond: 10, burst: 100 }`.
   */
  readonly webhook: RateLimit | null
  /**
   * Per address and minute (an IPv6 address counts as its /64): unknown keys that get 404, requests
   * without a webhook's signature that get 401, and `OPTIONS` of senders of CloudEvents. More get
   * 429. A message with a known key and the right signature is never rejected because of its address.
   * Default: 30.
   */
  readonly keyFailures: number | null
  /**
   * The status of a rejection: 429, or 503 for senders that drop a message after a 429. Default:
   * 429.
   */
  readonly refuseWith: 429 | 503
}

export const DEFAULT_HOOK_LIMITS: HookLimits = {
  webhook: { perSecond: 10, burst: 100 },
  keyFailures: 30,
  refuseWith: 429,
}

const MINUTE = 60

export interface RateLimits {
  /**
   * Counts a request with an unknown key, or which anybody can send who has the address of the
   * webhook. Throws if its own address has sent too many.
   */
  countGuess(address: string, res: ServerResponse): Promise<void>
  /** Throws if the webhook has exceeded its rate. The headers then describe the limit. */
  take(webhook: IncomingWebhook, res: ServerResponse): Promise<void> | void
}

export function createRateLimits(counters: CountersAdapter, limits: HookLimits): RateLimits {
  const { keyFailures } = limits
  const guesses = keyFailures && { perSecond: keyFailures / MINUTE, burst: keyFailures }
  const code = limits.refuseWith === 503 ? 'rate_limited_for_now' : 'rate_limited'
  return {
    countGuess: async (address, res) => {
      if (!guesses) return
      const taken = await counters.take(`key-failures ${networkOf(address)}`, guesses)
      if (!taken.allowed) throw refusal({ res, code }, 'failed-attempts', guesses, taken)
    },
    take: (webhook, res) => {
      const limit = webhook.rateLimit ?? limits.webhook
      return limit ? takeFor(webhook.id, limit, counters, { res, code }) : undefined
    },
  }
}

async function takeFor(
  webhookId: string,
  limit: RateLimit,
  counters: CountersAdapter,
  answer: Answer,
): Promise<void> {
  const taken = await counters.take(`webhook ${webhookId}`, limit)
  if (!taken.allowed) throw refusal(answer, 'webhook', limit, taken)
  if (taken.remaining < limit.burst / 5) describe(answer.res, 'webhook', limit, taken)
}

interface Answer {
  readonly res: ServerResponse
  readonly code: 'rate_limited' | 'rate_limited_for_now'
}

function refusal(
  { res, code }: Answer,
  name: string,
  limit: RateLimit,
  taken: Taken,
): WebhookError {
  const retryAfterSeconds = Math.max(1, Math.ceil(taken.nextMs / 1000))
  describe(res, name, limit, taken)
  return new WebhookError(code, {
    retryAfterSeconds,
    detail:
      `${name}: the request limit is ${pace(limit.perSecond)}, with bursts of up to ${limit.burst}; ` +
      `try again in ${retryAfterSeconds} s`,
  })
}

/** A rate in the unit in which it is not less than one. */
function pace(perSecond: number): string {
  const [rate, unit] =
    perSecond >= 1
      ? [perSecond, 'second']
      : perSecond * MINUTE >= 1
        ? [perSecond * MINUTE, 'minute']
        : [perSecond * MINUTE * MINUTE, 'hour']
  return `${Math.round(rate * 100) / 100} per ${unit}`
}

function describe(
  res: ServerResponse,
  name: string,
  { perSecond, burst }: RateLimit,
  { remaining, fullMs }: Taken,
): void {
  const secondsToFull = Math.ceil(fullMs / 1000)
  res.setHeader('RateLimit-Policy', `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`)
  res.setHeader('RateLimit', `"${name}";r=${remaining};t=${secondsToFull}`)
  res.setHeader('X-RateLimit-Limit', burst)
  res.setHeader('X-RateLimit-Remaining', remaining)
  res.setHeader('X-RateLimit-Reset', secondsToFull)
}
