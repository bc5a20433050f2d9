import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import type { Heap } from './store/heap.js'

/** By how much the memory of V8 may grow, over what lives in it, before all of it is collected. */
const GROWTH_PERCENT = 60
const LEAST_GROWTH_BYTES = 32 * 1024 * 1024

/**
 * Limits how much garbage the heap keeps. By default V8 lets it grow to several times its live size,
 * especially when CPU time is short, so a flood of rejected requests would use a lot of memory.
 */
export function limitHeapGrowth(
  { onCollected }: Pick<Heap, 'onCollected'>,
  liveBytes: () => number = usedBytes,
  setFlags: (flags: string) => void = setFlagsFromString,
): void {
  const limit = (): void => {
    setFlags(`--heap-growing-percent=${growthPercent(liveBytes())}`)
  }
  limit()
  onCollected(limit)
}

/** A small heap may grow more, because each collection takes time for all that lives. */
export function growthPercent(liveBytes: number): number {
  return Math.max(GROWTH_PERCENT, Math.round((100 * LEAST_GROWTH_BYTES) / liveBytes))
}

/** With the bytes of buffers, which V8 counts too. */
function usedBytes(): number {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics()
  return used + external
}
