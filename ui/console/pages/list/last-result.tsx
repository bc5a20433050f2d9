import type { LoggedRequest } from '../../api/requests.js'
import type { Webhook } from '../../api/webhooks.js'
import { OUTCOME_LOOKS, Time } from '../../parts/looks.js'
import { OWN_FORMAT } from '../../program.js'
import { useFormatTitles } from '../../state/names.js'
import { marked } from '../connect/programs.js'
import { isUnproven, messageOf, reasonOf } from '../requests/words.js'

/**
 * What became of the last request, and who sends, as far as that is known; of a webhook whose store
 * does not keep it, when it was used.
 */
export function LastResult({
  webhook: { lastResult, lastUsed, webhookFormat },
}: {
  webhook: Webhook
}) {
  const sender = webhookFormat === OWN_FORMAT ? '' : webhookFormat
  const titleOf = useFormatTitles([sender])
  if (!lastResult) return lastUsed === 0 ? <>Never used</> : <Outcome text="Used" at={lastUsed} />
  const reason = whyOf(lastResult)
  return (
    <>
      <Outcome {...OUTCOME_LOOKS[lastResult.outcome]} at={lastResult.at} />
      {reason !== '' ? (
        <div class="result__why result__why--short">{marked(reason)}</div>
      ) : (
        sender !== '' && <div class="small subtle">{titleOf(sender)}</div>
      )}
    </>
  )
}

/** The same in one line, of a request that was refused or failed. */
export function FailedResult({ result }: { readonly result: Result }) {
  return (
    <>
      <Outcome {...OUTCOME_LOOKS[result.outcome]} at={result.at} />
      <span class="result__why">{marked(whyOf(result))}</span>
    </>
  )
}

function Outcome({ dot = '', text, at }: { dot?: string; text: string; at: number }) {
  return (
    <span class="result">
      <span class={`dot ${dot}`} />
      {text} <Time at={at} />
    </span>
  )
}

type Result = NonNullable<Webhook['lastResult']>

/** When the last request came that is known. */
export function resultAt({ lastResult, lastUsed }: Webhook): number {
  return lastResult?.at ?? lastUsed
}

/** What became of the last request, of which those that the page has loaded since may be a later one. */
export function latestResult(
  { lastResult }: Pick<Webhook, 'lastResult'>,
  requests: readonly LoggedRequest[],
): Result | null {
  const latest = requests.find((request) => !isUnproven(request))
  if (!latest || latest.time < (lastResult?.at ?? 0)) return lastResult
  const { time, outcome, status, errorId, detail } = latest
  return { at: time, outcome, status, errorId, detail }
}

/** Why it was refused or failed, as exactly as is known; `''` for all others. */
export function whyOf(result: Result): string {
  const { status, errorId } = result
  if (status < 400) return ''
  return reasonOf({ ...result, message: messageOf(errorId, status) || `Status ${status}` }).title
}
