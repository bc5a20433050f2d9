import { types } from 'node:util'

/**
 * A failure of the host's code as an `Error`. Express gives some other values a meaning:
 * `next(undefined)` would continue as if nothing had happened, and `next('route')` and
 * `next('router')` would leave the router.
 */
export function asError(reason: unknown): Error {
  if (isError(reason)) return reason
  return new Error('an adapter failed with a value that is not an Error', { cause: reason })
}

function isError(reason: unknown): reason is Error {
  try {
    return reason instanceof Error || types.isNativeError(reason)
  } catch {
    // A Proxy may throw when it is inspected.
    return false
  }
}
