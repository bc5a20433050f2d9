import type { MaybePromise } from './types.js'

/** What `then` makes of a result: at once if it is there already. Of a promise, a promise. */
export function afterwards<T, R>(
  result: MaybePromise<T>,
  then: (result: T) => MaybePromise<R>,
): MaybePromise<R> {
  return result instanceof Promise ? result.then(then) : then(result)
}
