import type { ServerResponse } from 'node:http'
import type { Turn, Waiter, WaitForTurn } from '../host/turn.js'
import type { Admission } from '../load/admission.js'
import type { Turns } from '../load/turns.js'
import { WebhookError } from '../model/errors.js'
import type { RateLimit, Taken } from '../model/records.js'

export interface RequestTurnParts {
  readonly line: string
  readonly limit: RateLimit
  readonly res: ServerResponse
  readonly letGo: () => void
  readonly turns: Turns
  readonly admission: Admission
  /** Says in the headers what is left of the limit. */
  readonly describe: (taken: Taken) => void
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
    const { turns, line, limit, res, describe } = this.#parts
    const taken = await turns.now(line, limit)
    if (!taken.allowed) return (waiter) => this.#wait(taken, waiter)
    this.#hasCome = true
    if (taken.remaining < limit.burst / 5 && !res.headersSent) describe(taken)
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
