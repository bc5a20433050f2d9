import { WebhookError } from '../model/errors.js'

/** Limits how many jobs run at once per key, and rejects more. */
export class Shares {
  readonly #share: number
  readonly #refusal: string
  readonly #counts = new Map<string, number>()

  /** `refusal`: the detail of the error for a job too many. */
  constructor(share: number, refusal: string) {
    this.#share = share
    this.#refusal = refusal
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const count = this.#counts.get(key) ?? 0
    if (count >= this.#share) throw tooMany(this.#refusal, 1)
    this.#counts.set(key, count + 1)
    try {
      return await work()
    } finally {
      const left = (this.#counts.get(key) ?? 1) - 1
      if (left === 0) this.#counts.delete(key)
      else this.#counts.set(key, left)
    }
  }
}

export function tooMany(detail: string, retryAfterSeconds: number): WebhookError {
  return new WebhookError('rate_limited', { detail, retryAfterSeconds })
}
