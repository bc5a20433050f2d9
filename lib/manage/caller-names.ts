import { WebhookError } from '../model/errors.js'

/** Makes the call. Its errors name fields as in JavaScript, not as in the API. */
export async function withCallerNames<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    throw error instanceof WebhookError ? renamed(error) : error
  }
}

// The error of an invalid value has a cause that lists the fields by their API names. It says no
// more than the detail and is left out.
function renamed(error: WebhookError): WebhookError {
  const { code, params, detail } = error
  const wire = params['name']
  if (wire === undefined) return error
  const name = callerName(wire)
  return new WebhookError(code, {
    params: { ...params, name },
    detail: detail.startsWith(`${wire}: `) ? name + detail.slice(wire.length) : detail,
  })
}

/** `rateLimit.perSecond` for `rate_limit.per_second`. */
function callerName(wire: string): string {
  return wire.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}
