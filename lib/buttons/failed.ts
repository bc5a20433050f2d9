import { WebhookError } from '../model/errors.js'

/** A press that came to nothing. `detail` is `''` where the presser must not learn why. */
export function failed(detail: string): WebhookError {
  return new WebhookError('action_failed', { detail })
}
