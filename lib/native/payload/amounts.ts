import { WebhookError } from '../../model/errors.js'
import { type Kind, MOST } from '../../model/limits.js'

/** Counts the elements of a message and rejects one with too many before more of it is read. */
export class Amounts {
  readonly #counts = new Map<Kind, number>()

  /** Throws `body_too_large` beyond the limit of a kind. */
  take(kind: Kind, count = 1): void {
    const taken = (this.#counts.get(kind) ?? 0) + count
    this.#counts.set(kind, taken)
    if (taken <= MOST[kind]) return
    throw new WebhookError('body_too_large', {
      detail: `more than ${MOST[kind]} ${kind} in one message`,
    })
  }
}
