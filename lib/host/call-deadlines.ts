import type { MaybePromise } from '../adapters/types.js'
import { InOrder, type Place } from '../rules/in-order.js'
import { asError } from './as-error.js'

/** Node's timers go no further, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647

interface Waiting {
  readonly expiresAt: number
  readonly giveUp: () => void
}

/**
 * Ends the waiting for calls of a host that do not answer. All have the same time, so that one timer
 * at the oldest of them serves all: a timer for each call would cost more than the waiting.
 */
export class CallDeadlines {
  readonly #timeout: number
  readonly #now: () => number
  readonly #waiting = new InOrder<Waiting>()
  #timer: NodeJS.Timeout | null = null

  /** `timeout`: milliseconds, 0 for no end. `now`: milliseconds of a clock that never goes back. */
  constructor(timeout: number, now: () => number = () => performance.now()) {
    this.#timeout = timeout
    this.#now = now
  }

  /** Calls that are waited for. */
  get size(): number {
    return this.#waiting.size
  }

  /**
   * The result, or a rejection with `late()` when there is none in time. What comes later is
   * dropped, a rejection too.
   */
  limit<T>(result: MaybePromise<T>, late: () => Error): MaybePromise<T> {
    if (this.#timeout === 0 || !isThenable(result)) return result
    return new Promise((resolve, reject) => {
      const place = this.#add(() => {
        reject(late())
      })
      // Awaited once: the queries of some database clients run again each time.
      result.then(
        (value) => {
          this.#waiting.remove(place)
          resolve(value)
        },
        (reason: unknown) => {
          this.#waiting.remove(place)
          reject(asError(reason))
        },
      )
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
        // After a standstill answers may be there that nobody has read yet: those come first.
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

/** Queries of many database clients are no promises, but can be awaited. */
export function isThenable<T>(result: MaybePromise<T>): result is Promise<T> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'then' in result &&
    typeof result.then === 'function'
  )
}
