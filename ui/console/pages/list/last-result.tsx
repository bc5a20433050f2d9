import type { Webhook } from '../../api/webhooks.js'
import { OUTCOME_LOOKS } from '../../parts/outcome.js'
import { Time } from '../../parts/time.js'
import { OWN_FORMAT } from '../../program.js'
import { useFormatTitles } from '../../state/formats.js'
import { marked } from '../connect/program-text.js'
import { whyOf } from './results.js'

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
export function FailedResult({ result }: { readonly result: NonNullable<Webhook['lastResult']> }) {
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
