import type { Webhook } from '../../api/webhooks.js'
import { Time } from '../../parts/time.js'
import { reasonOf } from './results.js'

const OUTCOMES = {
  posted: { tone: 'dot--ok', text: 'Posted' },
  skipped: { tone: '', text: 'Skipped' },
  refused: { tone: 'dot--bad', text: 'Refused' },
  failed: { tone: 'dot--bad', text: 'Failed' },
} as const

/** What became of the last request; of a webhook whose store does not keep it, when it was used. */
export function LastResult({ webhook: { lastResult, lastUsed } }: { webhook: Webhook }) {
  if (!lastResult) return lastUsed === 0 ? <>Never used</> : <Outcome text="Used" at={lastUsed} />
  const reason = reasonOf(lastResult)
  return (
    <>
      <Outcome {...OUTCOMES[lastResult.outcome]} at={lastResult.at} />
      {reason !== '' && <div class="result__why">{reason}</div>}
    </>
  )
}

function Outcome({ tone = '', text, at }: { tone?: string; text: string; at: number }) {
  return (
    <span class="result">
      <span class={`dot ${tone}`} />
      {text} <Time at={at} />
    </span>
  )
}
