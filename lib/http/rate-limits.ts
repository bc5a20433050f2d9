import type { ServerResponse } from 'node:http'
import type { CountersAdapter } from '../adapters/types.js'
import type { Admission } from '../load/admission.js'
import type { Turns } from '../load/turns.js'
import { WebhookError } from '../model/errors.js'
import type { IncomingWebhook, RateLimit, Taken } from '../model/records.js'
import type { Turn, Waiter, WaitForTurn } from '../host/turn.js'
import { networkOf } from '../rules/networks.js'

/** Rate limits of the hook endpoint; `null` turns one off. */
export interface HookLimits {
  /**
   * Messages that each webhook posts, unless its record has its own limit; more wait in line for up to
   * 8 seconds. Default: `{ perSecond: 10, burst: 600 }`.
   */
  readonly webhook: RateLimit | null
  /**
   * Requests of each webhook that this process reads, whatever becomes of them; at least as many as the
   * webhook may post. Default: `{ perSecond: 100, burst: 2000 }`.
   */
  readonly requests: RateLimit | null
  /**
   * Unknown keys, missing or wrong signatures and `OPTIONS` of CloudEvents, per minute and address (IPv6:
   * /64). More get 429, but never a message with a known key and the right signature. Default: 30.
   */
  readonly keyFailures: number | null
  /**
   * The status of a rejection: 429, or 503 for senders that drop a message after a 429. Default:
   * 429.
   */
  readonly refuseWith: 429 | 503
}

export const DEFAULT_HOOK_LIMITS: HookLimits = {
  webhook: { perSecond: 10, burst: 600 },
  requests: { perSecond: 100, burst: 2_000 },
  keyFailures: 30,
  refuseWith: 429,
}

const MINUTE = 60

interface RateLimitsParts {
  readonly counters: CountersAdapter
  /** Those of this process. */
  readonly ownCounters: CountersAdapter
  readonly limits: HookLimits
  readonly turns: Turns
  readonly admission: Admission
}

export class RateLimits {
  readonly #parts: RateLimitsParts

  constructor(parts: RateLimitsParts) {
    this.#parts = parts
  }

  /**
   * Counts a request with an unknown key, or which anybody can send who has the address of the
   * webhook. Throws if its own address has sent too many.
   */
  async countGuess(address: string, res: ServerResponse): Promise<void> {
    const { counters, limits } = this.#parts
    const { keyFailures } = limits
    if (!keyFailures) return
    const limit = { perSecond: keyFailures / MINUTE, burst: keyFailures }
    const taken = await counters.take(`key-failures ${networkOf(address)}`, limit)
    if (!taken.allowed) throw this.#refusal(res, 'failed-attempts', limit, taken)
  }

  /** Throws if more requests of the webhook come than are read. The headers then describe the limit. */
  countRequest(webhook: IncomingWebhook, res: ServerResponse): Promise<void> | void {
    const { requests } = this.#parts.limits
    return requests ? this.#countWithin(requests, webhook, res) : undefined
  }

  async #countWithin(
    requests: RateLimit,
    { id, rateLimit }: IncomingWebhook,
    res: ServerResponse,
  ): Promise<void> {
    const limit = {
      perSecond: Math.max(requests.perSecond, rateLimit?.perSecond ?? 0),
      burst: Math.max(requests.burst, rateLimit?.burst ?? 0),
    }
    const taken = await this.#parts.ownCounters.take(id, limit)
    if (!taken.allowed) throw this.#refusal(res, 'requests', limit, taken)
  }

  /**
   * The turn of a request of the webhook to post; null if no limit counts it. `letGo` is called when a
   * wait begins, so that nothing is held which the message does not need.
   */
  turnOf(webhook: IncomingWebhook, res: ServerResponse, letGo: () => void): Turn | null {
    const { limits, turns, admission } = this.#parts
    const limit = webhook.rateLimit ?? limits.webhook
    if (!limit) return null
    return new RequestTurn({
      line: `webhook ${webhook.id}`,
      limit,
      res,
      letGo,
      turns,
      admission,
      refusal: (taken) => this.#refusal(res, 'webhook', limit, taken),
    })
  }

  #refusal(res: ServerResponse, name: string, limit: RateLimit, taken: Taken): WebhookError {
    const retryAfterSeconds = Math.max(1, Math.ceil(taken.nextMs / 1000))
    describe(res, name, limit, taken)
    const code = this.#parts.limits.refuseWith === 503 ? 'rate_limited_for_now' : 'rate_limited'
    return new WebhookError(code, {
      retryAfterSeconds,
      detail:
        `${name}: the request limit is ${pace(limit.perSecond)}, with bursts of up to ${limit.burst}; ` +
        `try again in ${retryAfterSeconds} s`,
    })
  }
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

interface RequestTurnParts {
  readonly line: string
  readonly limit: RateLimit
  readonly res: ServerResponse
  readonly letGo: () => void
  readonly turns: Turns
  readonly admission: Admission
  readonly refusal: (taken: Taken) => WebhookError
}

/** The turn of a request that a limit counts. */
export class RequestTurn implements Turn {
  isWaiting = false
  readonly #parts: RequestTurnParts
  #hasCome = false
  #isOutside = false

  constructor(parts: RequestTurnParts) {
    this.#parts = parts
  }

  get isGone(): boolean {
    return this.#parts.res.destroyed
  }

  async ask(): Promise<WaitForTurn | null> {
    if (this.#hasCome) return null
    const { turns, line, limit, res } = this.#parts
    const taken = await turns.now(line, limit)
    if (!taken.allowed) return (waiter) => this.#wait(taken, waiter)
    this.#hasCome = true
    if (taken.remaining < limit.burst / 5 && !res.headersSent) {
      // What is left of the limit.
      describe(res, 'webhook', limit, taken)
    }
    return null
  }

  async aside<T>({ bytes }: Pick<Waiter, 'bytes'>, wait: () => Promise<T>): Promise<T> {
    const { turns, line, letGo } = this.#parts
    const release = turns.hold(line, bytes())
    if (!release) throw tooMany()
    letGo()
    try {
      return await this.#outside(wait)
    } finally {
      release()
    }
  }

  /** What waits so takes no place, however many waits are within each other. */
  async #outside<T>(wait: () => Promise<T>): Promise<T> {
    if (this.#isOutside) return wait()
    this.#isOutside = true
    try {
      return await this.#parts.admission.outside(wait)
    } finally {
      this.#isOutside = false
    }
  }

  async #wait(taken: Taken, { patience, bytes }: Waiter): Promise<void> {
    const { turns, line, limit, res, letGo, refusal } = this.#parts
    const left = new AbortController()
    const leave = (): void => {
      left.abort()
    }
    // Where half-open connections are allowed, the end of what it sends is all that tells.
    const { socket } = res.req
    res.once('close', leave)
    socket.once('end', leave)
    // It may have left while the counters were asked.
    if (this.isGone) leave()
    this.isWaiting = true
    const wait = { patience, bytes: bytes(), signal: left.signal }
    try {
      const got = await this.#outside(() => turns.wait(line, limit, taken, wait, letGo))
      if ('ended' in got) throw new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
      if ('late' in got) throw refusal(got.late)
      this.#hasCome = true
      if (!res.headersSent) res.setHeader('X-Webhook-Waited', (got.waited / 1000).toFixed(1))
    } finally {
      this.isWaiting = false
      res.off('close', leave)
      socket.off('end', leave)
    }
  }
}

function tooMany(): WebhookError {
  const detail = 'more reports of its incidents wait than can be held'
  return new WebhookError('storage_unavailable', { retryAfterSeconds: 1, detail })
}
