import { PerformanceObserver, constants } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Log } from 'express-incoming-webhooks'

/*
 * All posts are kept in memory. Before the heap is exhausted, which would end the process, the store
 * takes no more of them. What V8 says to be used includes garbage, up to the half of it: what lives
 * is known at the end of a collection only, and grows from then on by what is stored.
 */

/** What is read of the process; tests give their own. */
export interface Heap {
  /** Bytes that may live in the heap. */
  readonly limit: number
  /** Bytes that are used now, garbage included. */
  used(): number
  /** Collects all garbage, which takes as long as there is much to keep: up to a second. */
  collect(): void
  /** Calls the listener after each collection of the whole heap. Answers how to stop that. */
  onCollected(listener: () => void): () => void
}

/** Of the limit: what lives in the heap when new posts are refused, and when they are taken again. */
const REFUSED_FROM = 0.8
const TAKEN_AGAIN = 0.75
/** Of the limit: below it nothing is looked at. V8 collects at least once between this and `REFUSED_FROM`. */
const WATCHED_FROM = 0.5
/** Bytes of heap for each byte of JSON, until the next collection counts them. */
const GROWTH = 2
/** While refusing: a collection is asked for when none has come for so many milliseconds. */
const PATIENCE = 30_000

export interface HeapGuardOptions {
  readonly heap: Heap
  readonly log: Log
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/** Says when the heap is so full that nothing more may be stored. */
export class HeapGuard {
  readonly #heap: Heap
  readonly #log: Log
  readonly #now: () => number
  #stopWatching: (() => void) | null = null
  /** What was left by the last collection; all that is used, before the first. */
  #left: number | null = null
  #collectedAt = -Infinity
  #storedSince = 0
  #underWay = 0
  #isRefusing = false

  constructor({ heap, log, now = () => performance.now() }: HeapGuardOptions) {
    this.#heap = heap
    this.#log = log
    this.#now = now
  }

  /** Whether no more may be stored. To be asked before something new is taken. */
  isFull(): boolean {
    const used = this.#heap.used()
    if (used >= this.#heap.limit * WATCHED_FROM) this.#watch()
    const bar = this.#heap.limit * (this.#isRefusing ? TAKEN_AGAIN : REFUSED_FROM)
    if (used < bar) this.#change(false, used)
    else if (this.#living(used) < bar) this.#change(false, this.#living(used))
    else if (this.#now() - this.#collectedAt < PATIENCE) this.#change(true, this.#living(used))
    else {
      this.#heap.collect()
      this.#noteCollection()
      const living = this.#living(used)
      this.#change(living >= bar, living)
    }
    return this.#isRefusing
  }

  /** Counts so many bytes of JSON from now on, for good if `store` succeeds. */
  async counting(bytes: number, store: () => Promise<void>): Promise<void> {
    this.#underWay += bytes
    try {
      await store()
      this.#storedSince += bytes
    } finally {
      this.#underWay -= bytes
    }
  }

  stop(): void {
    this.#stopWatching?.()
  }

  #living(used: number): number {
    if (this.#left === null) return used
    return Math.min(used, this.#left + GROWTH * (this.#storedSince + this.#underWay))
  }

  #watch(): void {
    this.#stopWatching ??= this.#heap.onCollected(() => {
      this.#noteCollection()
    })
  }

  #noteCollection(): void {
    this.#left = this.#heap.used()
    this.#collectedAt = this.#now()
    this.#storedSince = 0
  }

  #change(refuses: boolean, living: number): void {
    if (refuses === this.#isRefusing) return
    this.#isRefusing = refuses
    const details = { livingBytes: living, limitBytes: this.#heap.limit }
    if (refuses) this.#log('error', `${FULL}; ${REMEDY}`, details)
    else this.#log('info', 'There is memory again; new posts are taken', details)
  }
}

/** What is wrong when the guard refuses. */
export const FULL = 'The memory is nearly full: nothing new is stored, reading goes on'
const REMEDY = 'start with a larger heap, for example NODE_OPTIONS=--max-old-space-size=4096'

/** Three semi-spaces of 16 MiB are counted by V8's limit; no post lives in them for long. */
const YOUNG_BYTES = 48 * 1024 * 1024

/** The heap of this process. */
export function processHeap(): Heap {
  return {
    limit: getHeapStatistics().heap_size_limit - YOUNG_BYTES,
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
      return () => {
        observer.disconnect()
      }
    },
  }
}

/** Whether the whole heap was collected, and not only what is young. */
function isMajor(entry: object): boolean {
  const detail: unknown = Reflect.get(entry, 'detail')
  const kind: unknown = detail instanceof Object ? Reflect.get(detail, 'kind') : undefined
  return kind === constants.NODE_PERFORMANCE_GC_MAJOR
}
