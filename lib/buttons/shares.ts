import { WebhookError } from '../model/errors.js'

/** Limits how many jobs run at once per user, and rejects more. */
export class Shares {
  readonly #share: number
  readonly #counts = new Map<string, number>()

  constructor(share: number) {
    this.#share = share
  }

  async run<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(userId) ?? 0
    if (count >= this.#share)
      throw tooMany('too many of your button presses are still in progress', 1)
    this.#counts.set(userId, count + 1)
    try {
      return await work()
    } finally {
      const left = (this.#counts.get(userId) ?? 1) - 1
      if (left === 0) this.#counts.delete(userId)
      else this.#counts.set(userId, left)
    }
  }
}

export function tooMany(detail: string, retryAfterSeconds: number): WebhookError {
  return new WebhookError('rate_limited', { detail, retryAfterSeconds })
}
