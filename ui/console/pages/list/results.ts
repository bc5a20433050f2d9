import { ERRORS } from '../../../../lib/model/errors.js'
import { isUnknown } from '../../../../lib/model/last-result.js'
import type { RecentRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { reasonOf } from '../webhook/request-words.js'

type LastResult = NonNullable<Webhook['lastResult']>

/** Whether its last request was refused or failed. */
export function isFailing({ lastResult }: Pick<Webhook, 'lastResult'>): boolean {
  return lastResult?.outcome === 'refused' || lastResult?.outcome === 'failed'
}

/** When the last request came that is known. */
export function resultAt({ lastResult, lastUsed }: Webhook): number {
  return lastResult?.at ?? lastUsed
}

/** What became of the last request, of which those that the page has loaded since may be a later one. */
export function latestResult(
  { lastResult }: Pick<Webhook, 'lastResult'>,
  requests: readonly RecentRequest[],
): LastResult | null {
  const latest = requests.find(({ errorId }) => !UNPROVEN.has(errorId))
  if (!latest || latest.time < (lastResult?.at ?? 0)) return lastResult
  const { time, status, skipped, errorId, detail } = latest
  const bad = isUnknown(status) ? 'failed' : 'refused'
  const good = skipped ? 'skipped' : 'posted'
  return { at: time, outcome: status < 400 ? good : bad, status, errorId, detail }
}

/** Anybody can send what these answer, so that they say nothing of the program that is connected. */
const UNPROVEN: ReadonlySet<string> = new Set(
  [ERRORS.signature_invalid, ERRORS.webhook_unknown].map(({ id }) => id),
)

/** Why it was refused or failed, as exactly as is known; `''` for all others. */
export function whyOf(result: LastResult): string {
  if (result.status < 400) return ''
  return reasonOf({ ...result, message: messageOf(result) }).title
}

function messageOf({ errorId, status }: LastResult): string {
  const errors = Object.values(ERRORS)
  const known = errors.find((error) => error.id === errorId && error.status === status)
  // What its placeholders stand for is not kept.
  return known?.message.replace(/ \{\w+\}/g, '') ?? `Status ${status}`
}
