import { useEffect } from 'preact/hooks'
import { type FoundAttention, listAttention } from '../api/attention.js'
import { useLoaded, usePolling } from './loading.js'
import { shared } from './shared.js'

const POLL_MS = 60_000

/** What needs attention, loaded by the navigation for all pages. */
const known = shared<FoundAttention>()

let loadAgain = (): void => undefined

/** Null until it is loaded. */
export const useAttention = known.use

/** Since when a webhook keeps failing; null if it does not. */
export function useFailingSince(hookId: string): number | null {
  const list = useAttention()?.list
  const found = list?.find((each) => each.hookId === hookId && each.signal === 'failing')
  return found?.since ?? null
}

/** After something of it was settled. */
export function reloadAttention(): void {
  loadAgain()
}

/** Keeps it up to date. Without an answer, nothing needs attention. */
export function useAttentionLoaded(isWanted: boolean): FoundAttention {
  const { value, error, reload } = useLoaded(
    async () => (isWanted ? listAttention() : NOTHING),
    String(isWanted),
  )
  usePolling(reload, POLL_MS)
  useEffect(() => {
    loadAgain = reload
  }, [reload])
  const found = value ?? (error && NOTHING)
  useEffect(() => known.set(found), [found])
  return found ?? NOTHING
}

export const NOTHING: FoundAttention = { list: [], hasMore: false }
