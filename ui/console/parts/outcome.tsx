import type { LastResult } from '../../../lib/model/last-result.js'

/** How what became of requests is called, and the dot before it. */
export const OUTCOME_LOOKS: Readonly<
  Record<LastResult['outcome'], { readonly dot: string; readonly text: string }>
> = {
  posted: { dot: 'dot--ok', text: 'Posted' },
  skipped: { dot: '', text: 'Skipped' },
  refused: { dot: 'dot--bad', text: 'Refused' },
  failed: { dot: 'dot--warn', text: 'Failed' },
}

export function OutcomeWord({ outcome }: Pick<LastResult, 'outcome'>) {
  const { dot, text } = OUTCOME_LOOKS[outcome]
  return (
    <>
      <span class={`dot ${dot}`} />
      {text}
    </>
  )
}
