import { WebhookError } from '../model/errors.js'

/** The error of a failed press. `detail` is `''` if the user must not learn the reason. */
export function failed(detail: string): WebhookError {
  return new WebhookError('action_failed', { detail })
}
