import { WebhookError } from '../model/errors.js'

/** The error for a method that an address does not take. `allowed`: those that it takes. */
export function notAllowed(allowed: readonly string[]): WebhookError {
  const detail = allowed.length > 0 ? `use ${allowed.join(' or ')}` : 'this host does not do that'
  return new WebhookError('method_not_allowed', { detail })
}
