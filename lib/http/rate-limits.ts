import type { ServerResponse } from 'node:http'
import type { Request } from 'express'
import type { CounterLimit, CounterState, CountersAdapter } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, RateLimit } from '../model/records.js'

/** Limits of the hook endpoint; `null` switches one off. */
export interface HookLimits {
  /** Requests per webhook, unless its record says otherwise. */
  readonly webhook: RateLimit | null
  /** Look-ups of unknown keys per address and minute. */
  readonly keyFailures: number | null
}

/** Contract, section 11. */
export const DEFAULT_HOOK_LIMITS: HookLimits = {
  webhook: { perSecond: 10, burst: 100 },
  keyFailures: 30,
}

const MINUTE = 60
/** Addresses remembered as having failed; past this the oldest is forgotten. */
const MAX_SUSPECTS = 10_000

export interface RateLimits {
  /** Throws when this address has asked for too many unknown keys. */
  refuseGuessing(req: Request): Promise<void> | void
  countGuess(req: Request): Promise<void>
  /** Throws when the webhook has used up its rate, and says so in the headers (contract, section 1). */
  take(webhook: IncomingWebhook, res: ServerResponse): Promise<void> | void
}

export function createRateLimits(counters: CountersAdapter, limits: HookLimits): RateLimits {
  const suspects = new Suspects()
  const guesses = limits.keyFailures && { points: limits.keyFailures, seconds: MINUTE }
  const look = async (address: string, limit: CounterLimit): Promise<void> => {
    const state = await counters.consume(`key-failures ${address}`, limit, 0)
    if (!state.allowed) throw limited(state, 'unknown keys')
  }
  const take = async (webhookId: string, limit: RateLimit, res: ServerResponse): Promise<void> => {
    const seconds = Math.max(1, Math.ceil(limit.burst / limit.perSecond))
    const state = await counters.consume(`webhook ${webhookId}`, { points: limit.burst, seconds })
    if (!state.allowed || state.remaining < limit.burst / 5) {
      describe(res, state, limit.burst, seconds)
    }
    if (!state.allowed) throw limited(state, 'this webhook')
  }
  return {
    refuseGuessing: (req) => {
      // While nobody fails, nobody's address is worked out, nor is a counter asked: it may be a database's.
      if (!guesses || suspects.size === 0) return undefined
      const address = req.ip ?? ''
      return suspects.has(address) ? look(address, guesses) : undefined
    },
    countGuess: async (req) => {
      if (!guesses) return
      const address = req.ip ?? ''
      suspects.add(address)
      await counters.consume(`key-failures ${address}`, guesses)
    },
    take: (webhook, res) => {
      const limit = webhook.rateLimit ?? limits.webhook
      return limit ? take(webhook.id, limit, res) : undefined
    },
  }
}

function limited(state: CounterState, what: string): WebhookError {
  const retryAfterSeconds = Math.max(1, Math.ceil(state.resetMs / 1000))
  return new WebhookError('rate_limited', {
    retryAfterSeconds,
    detail: `too many requests for ${what}; try again in ${retryAfterSeconds} s`,
  })
}

function describe(res: ServerResponse, state: CounterState, points: number, seconds: number): void {
  const reset = Math.max(1, Math.ceil(state.resetMs / 1000))
  res.setHeader('RateLimit-Policy', `"webhook";q=${points};w=${seconds}`)
  res.setHeader('RateLimit', `"webhook";r=${state.remaining};t=${reset}`)
  res.setHeader('X-RateLimit-Limit', points)
  res.setHeader('X-RateLimit-Remaining', state.remaining)
  res.setHeader('X-RateLimit-Reset', reset)
}

class Suspects {
  readonly #addresses = new Set<string>()

  get size(): number {
    return this.#addresses.size
  }

  has(address: string): boolean {
    return this.#addresses.has(address)
  }

  add(address: string): void {
    this.#addresses.delete(address)
    this.#addresses.add(address)
    if (this.#addresses.size <= MAX_SUSPECTS) return
    for (const oldest of this.#addresses) {
      this.#addresses.delete(oldest)
      return
    }
  }
}
