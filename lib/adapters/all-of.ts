import type { MaybePromise } from './types.js'

type Found<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/** As `Promise.all`, but at once if nothing is a promise, which saves x % of a request's CPU time. */
export function allOf<T extends readonly unknown[] | []>(values: T): MaybePromise<Found<T>> {
  return areFound<T>(values) ? values : Promise.all(values)
}

function areFound<T extends readonly unknown[] | []>(values: T | Found<T>): values is Found<T> {
  return !values.some(isThenable)
}

/** Whether a result has to be waited for. */
export function isThenable<T>(result: MaybePromise<T>): result is Promise<T> {
  return typeof (result as { then?: unknown } | null)?.then === 'function'
}
