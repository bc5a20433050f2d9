import type { MaybePromise } from '../adapters/types.js'
import { InOrder } from '../rules/in-order.js'
import { asError } from './as-error.js'
import { isThenable } from './maybe-promise.js'

/** The longest delay of a Node timer, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647

interface Waiting {
  readonly expiresAt: number
  readonly giveUp: () => void
}

/**
 * Times out calls of a host that do not return. All calls have the same timeout, so one timer for the
 * oldest call is enough; a timer per call would cost more than the calls. `timeout`: milliseconds, 0 for
 * none.
 */
export function createCallDeadlines(timeout: number) {
  const waiting = new InOrder<Waiting>()
  let timer: NodeJS.Timeout | null = null
  const arm = (ms: number) => {
    timer = setTimeout(
      () => {
        // After the event loop was blocked, results may be ready but unread. They are handled first.
        setImmediate(expire)
      },
      Math.min(Math.max(1, ms), LONGEST_TIMER),
    ).unref()
  }
  const expire = () => {
    const now = performance.now()
    let oldest = waiting.first
    while (oldest && oldest.value.expiresAt <= now) {
      waiting.remove(oldest)
      oldest.value.giveUp()
      oldest = waiting.first
    }
    timer = null
    if (oldest) arm(oldest.value.expiresAt - now)
  }
  return {
    /** Pending calls. */
    get size() {
      return waiting.size
    },
    /**
     * The result, or a rejection with `late()` after the timeout. A later result or rejection is dropped.
     */
    limit: <T>(result: MaybePromise<T>, late: () => Error): MaybePromise<T> => {
      if (timeout === 0 || !isThenable(result)) return result
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          reject(late())
        }
        const place = waiting.add({ expiresAt: performance.now() + timeout, giveUp })
        if (!timer) arm(timeout)
        const fail = (reason: unknown) => {
          waiting.remove(place)
          reject(asError(reason))
        }
        try {
          // Awaited once: the queries of some database clients run again each time.
          result.then((value) => {
            waiting.remove(place)
            resolve(value)
          }, fail)
        } catch (error) {
          fail(error)
        }
      })
    },
  }
}
