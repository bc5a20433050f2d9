import type { MaybePromise } from '../adapters/types.js'
import { InOrder, type Place } from '../rules/in-order.js'
import { asError } from './as-error.js'

/** The longest delay of a Node timer, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647

interface Waiting {
  readonly expiresAt: number
  readonly giveUp: () => void
}

/**
 * Times out calls of a host that do not return. All calls have the same timeout, so one timer for the
 * oldest call is enough; a timer per call would cost more than the calls.
 */
export class CallDeadlines {
  readonly #timeout: number
  readonly #now: () => number
  readonly #waiting = new InOrder<Waiting>()
  #timer: NodeJS.Timeout | null = null

  /** `timeout`: milliseconds, 0 for none. `now`: a monotonic clock in milliseconds. */
  constructor(timeout: number, now: () => number = () => performance.now()) {
    this.#timeout = timeout
    this.#now = now
  }

  /** Pending calls. */
  get size(): number {
    return this.#waiting.size
  }

  /**
   * The result, or a rejection with `late()` after the timeout. A later result or rejection is dropped.
   */
  limit<T>(result: MaybePromise<T>, late: () => Error): MaybePromise<T> {
    if (this.#timeout === 0 || !isThenable(result)) return result
    return new Promise((resolve, reject) => {
      const place = this.#add(() => {
        reject(late())
      })
      const fail = (reason: unknown): void => {
        this.#waiting.remove(place)
        reject(asError(reason))
      }
      try {
        // Awaited once: the queries of some database clients run again each time.
        result.then((value) => {
          this.#waiting.remove(place)
          resolve(value)
        }, fail)
      } catch (error) {
        fail(error)
      }
    })
  }

  #add(giveUp: () => void): Place<Waiting> {
    const place = this.#waiting.add({ expiresAt: this.#now() + this.#timeout, giveUp })
    if (!this.#timer) this.#arm(this.#timeout)
    return place
  }

  #arm(ms: number): void {
    this.#timer = setTimeout(
      () => {
        // After the event loop was blocked, results may be ready but unread. They are handled first.
        setImmediate(() => {
          this.#expire()
        })
      },
      Math.min(Math.max(1, ms), LONGEST_TIMER),
    ).unref()
  }

  #expire(): void {
    const now = this.#now()
    let oldest = this.#waiting.first
    while (oldest && oldest.value.expiresAt <= now) {
      this.#waiting.remove(oldest)
      oldest.value.giveUp()
      oldest = this.#waiting.first
    }
    this.#timer = null
    if (oldest) this.#arm(oldest.value.expiresAt - now)
  }
}

/** Queries of many database clients are not promises but thenables. */
export function isThenable<T>(result: MaybePromise<T>): result is Promise<T> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'then' in result &&
    typeof result.then === 'function'
  )
}
