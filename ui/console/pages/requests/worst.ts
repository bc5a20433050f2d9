import type { LoggedRequest } from '../../api/requests.js'

/** How many requests of a webhook were not delivered. */
export interface Worst {
  readonly hookId: string
  readonly refused: number
  readonly failed: number
}

const MOST = 10

/** The ten webhooks with the most of these requests that were refused or failed. */
export function worstOf(
  requests: readonly Pick<LoggedRequest, 'hookId' | 'outcome'>[],
): readonly Worst[] {
  const found = new Map<string, Worst>()
  for (const { hookId, outcome } of requests) {
    if (outcome !== 'refused' && outcome !== 'failed') continue
    const before = found.get(hookId) ?? { hookId, refused: 0, failed: 0 }
    found.set(hookId, { ...before, [outcome]: before[outcome] + 1 })
  }
  const countOf = ({ refused, failed }: Worst): number => refused + failed
  return [...found.values()].sort((a, b) => countOf(b) - countOf(a)).slice(0, MOST)
}
