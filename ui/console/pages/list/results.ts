import type { LoggedRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { isUnproven, messageOf, reasonOf } from '../requests/words.js'

type LastResult = NonNullable<Webhook['lastResult']>

/** When the last request came that is known. */
export function resultAt({ lastResult, lastUsed }: Webhook): number {
  return lastResult?.at ?? lastUsed
}

/** What became of the last request, of which those that the page has loaded since may be a later one. */
export function latestResult(
  { lastResult }: Pick<Webhook, 'lastResult'>,
  requests: readonly LoggedRequest[],
): LastResult | null {
  const latest = requests.find((request) => !isUnproven(request))
  if (!latest || latest.time < (lastResult?.at ?? 0)) return lastResult
  const { time, outcome, status, errorId, detail } = latest
  return { at: time, outcome, status, errorId, detail }
}

/** Why it was refused or failed, as exactly as is known; `''` for all others. */
export function whyOf(result: LastResult): string {
  const { status, errorId } = result
  if (status < 400) return ''
  return reasonOf({ ...result, message: messageOf(errorId, status) || `Status ${status}` }).title
}
