import type { MaybePromise } from '../adapters/types.js'

/** Queries of many database clients are not promises but thenables. */
export function isThenable<T>(result: MaybePromise<T>): result is Promise<T> {
  return (
    typeof result === 'object' &&
    result !== null &&
    'then' in result &&
    typeof result.then === 'function'
  )
}

/** What `then` makes of a result: at once if it is there already. Of a promise, a promise. */
export function afterwards<T, R>(
  result: MaybePromise<T>,
  then: (result: T) => MaybePromise<R>,
): MaybePromise<R> {
  return isThenable(result) ? result.then(then) : then(result)
}
