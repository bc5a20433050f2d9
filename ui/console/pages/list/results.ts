import { ERRORS } from '../../../../lib/model/errors.js'
import type { Webhook } from '../../api/webhooks.js'

type LastResult = NonNullable<Webhook['lastResult']>

/** Whether its last request was refused or failed. */
export function isFailing({ lastResult }: Pick<Webhook, 'lastResult'>): boolean {
  return lastResult?.outcome === 'refused' || lastResult?.outcome === 'failed'
}

/** When the last request came that is known. */
export function resultAt({ lastResult, lastUsed }: Webhook): number {
  return lastResult?.at ?? lastUsed
}

/** Why it was refused or failed; `''` for all others. */
export function reasonOf({ errorId, status }: Pick<LastResult, 'errorId' | 'status'>): string {
  if (status < 400) return ''
  const errors = Object.values(ERRORS)
  const known = errors.find((error) => error.id === errorId && error.status === status)
  // What its placeholders stand for is in the recent requests.
  return known?.message.replace(/ \{\w+\}/g, '') ?? `Status ${status}`
}
