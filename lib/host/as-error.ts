import { types } from 'node:util'

/**
 * What a host's code failed with, as an `Error`. Express takes other values for something else:
 * `next(undefined)` would go on as if nothing had happened, `next('route')` and `next('router')`
 * would leave the router.
 */
export function asError(reason: unknown): Error {
  if (isError(reason)) return reason
  return new Error('an adapter failed with a value that is not an Error', { cause: reason })
}

function isError(reason: unknown): reason is Error {
  try {
    return reason instanceof Error || types.isNativeError(reason)
  } catch {
    // A proxy may throw when it is looked at.
    return false
  }
}
