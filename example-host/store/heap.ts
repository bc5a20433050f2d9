import type { HookLog } from 'express-incoming-webhooks'
import { constants, PerformanceObserver } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isObject } from './memory/rows.js'

/** The memory of a process; tests pass their own. */
export interface Heap {
  /** Bytes that may live in the heap. */
  readonly limit: number
  /** Bytes that are used now, garbage included. */
  used(): number
  /** Collects all garbage, which takes as long as there is much to keep: up to a second. */
  collect(): void
  /** Calls the listener after each collection of the whole heap. Returns how to stop that. */
  onCollected(listener: () => void): () => void
}

/** The largest semi-space that V8 takes by itself, in MiB. */
const SEMI_SPACE_MIB = 16
const SEMI_SPACE_FLAG = /--max[-_]semi[-_]space[-_]size[= ](\d+)/g

/** The heap of this process. */
export function processHeap(): Heap {
  const flags = [process.env['NODE_OPTIONS'], ...process.execArgv].join(' ')
  return {
    limit: getHeapStatistics().heap_size_limit - youngBytes(flags),
    used: () => getHeapStatistics().used_heap_size,
    collect: () => {
      setFlagsFromString('--expose-gc')
      runInNewContext('gc()')
    },
    onCollected: (listener) => {
      const observer = new PerformanceObserver((list) => {
        if (list.getEntries().some(isMajor)) listener()
      })
      observer.observe({ entryTypes: ['gc'] })
      return () => observer.disconnect()
    },
  }
}

/** V8's limit counts three semi-spaces, in which no post lives for long. */
export function youngBytes(flags: string): number {
  const [, size] = [...flags.matchAll(SEMI_SPACE_FLAG)].at(-1) ?? []
  return 3 * 1024 * 1024 * (Number(size) || SEMI_SPACE_MIB)
}

/** Whether the whole heap was collected, and not only what is young. */
function isMajor(entry: object) {
  const detail: unknown = Reflect.get(entry, 'detail')
  return isObject(detail) && detail['kind'] === constants.NODE_PERFORMANCE_GC_MAJOR
}

/*
 * All posts are kept in memory. An exhausted heap would end the process, so the store refuses new
 * posts before. The bytes that V8 reports as used include garbage, up to half of them: how much
 * lives is known only at the end of a collection. Until the next one the guard adds what is stored.
 */

/** What is wrong when the guard refuses. */
export const FULL = 'Memory is nearly full: nothing new is stored, but reading still works'
const REMEDY = 'restart with a larger heap, for example NODE_OPTIONS=--max-old-space-size=4096'

/** Parts of the limit that live when new posts are refused, and when they are taken again. */
const REFUSED_FROM = 0.8
const TAKEN_AGAIN = 0.75
/** Below it no collections are watched. V8 collects at least once between this and `REFUSED_FROM`. */
const WATCHED_FROM = 0.5
/** Bytes of heap for each byte of JSON, until the next collection counts them. */
const HEAP_PER_BYTE = 2
/** The guard asks for a collection itself when V8 has made none for so long. */
const COLLECT_EVERY_MS = 30_000

interface HeapGuardOptions {
  readonly heap: Heap
  readonly log: HookLog
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

export type HeapGuard = ReturnType<typeof createHeapGuard>

/** Says when the heap is so full that nothing more may be stored. */
export function createHeapGuard({ heap, log, now = () => performance.now() }: HeapGuardOptions) {
  let stopWatching: (() => void) | null = null
  /** Bytes that the last collection left; null before the first. */
  let left: number | null = null
  let collectedAt = -Infinity
  let storedSince = 0
  let underWay = 0
  let isRefusing = false

  const livingOf = (used: number) =>
    left === null ? used : Math.min(used, left + HEAP_PER_BYTE * (storedSince + underWay))
  const noteCollection = () => {
    left = heap.used()
    collectedAt = now()
    storedSince = 0
  }
  const change = (refuses: boolean, liveBytes: number) => {
    if (refuses === isRefusing) return
    isRefusing = refuses
    const details = { liveBytes, limitBytes: heap.limit }
    if (refuses) log('error', `${FULL}; ${REMEDY}`, details)
    else log('info', 'Memory is available again; new posts are accepted', details)
  }
  return {
    /** Whether nothing new may be stored now. */
    isFull: () => {
      const used = heap.used()
      if (used >= heap.limit * WATCHED_FROM) stopWatching ??= heap.onCollected(noteCollection)
      const bar = heap.limit * (isRefusing ? TAKEN_AGAIN : REFUSED_FROM)
      let living = livingOf(used)
      if (living >= bar && now() - collectedAt >= COLLECT_EVERY_MS) {
        // Some of it may be garbage, and V8 collects only when it needs room itself.
        heap.collect()
        noteCollection()
        living = livingOf(used)
      }
      change(living >= bar, living)
      return isRefusing
    },
    /** Counts the bytes of JSON that `store` adds: while it runs, and for good if it succeeds. */
    counting: async <T>(bytes: number, store: () => Promise<T>) => {
      underWay += bytes
      try {
        const stored = await store()
        storedSince += bytes
        return stored
      } finally {
        underWay -= bytes
      }
    },
    stop: (): void => stopWatching?.(),
  }
}
