import { WebhookError } from '../model/errors.js'
import { fieldNames } from '../model/fields.js'
import { CALLER_FIELDS, type CallerFields, type CallerName } from '../model/webhook-fields.js'

const FIELDS: CallerFields = CALLER_FIELDS
const NAMES: ReadonlyMap<string, CallerName> = new Map(
  fieldNames(FIELDS).map((name) => [FIELDS[name].wire, name]),
)

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
  const [field = '', ...inner] = wire.split('.')
  return [NAMES.get(field) ?? camelCase(field), ...inner.map(camelCase)].join('.')
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase())
}
