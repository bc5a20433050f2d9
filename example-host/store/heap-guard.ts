import type { HookLog } from 'express-incoming-webhooks'
import type { Heap } from './heap.js'

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

export interface HeapGuardOptions {
  readonly heap: Heap
  readonly log: HookLog
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number
}

/** Says when the heap is so full that nothing more may be stored. */
export class HeapGuard {
  readonly #heap: Heap
  readonly #log: HookLog
  readonly #now: () => number
  #stopWatching: (() => void) | null = null
  /** Bytes that the last collection left; null before the first. */
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

  /** Whether nothing new may be stored now. */
  isFull(): boolean {
    const used = this.#heap.used()
    if (used >= this.#heap.limit * WATCHED_FROM) this.#watch()
    const bar = this.#heap.limit * (this.#isRefusing ? TAKEN_AGAIN : REFUSED_FROM)
    let living = this.#living(used)
    if (living >= bar && this.#now() - this.#collectedAt >= COLLECT_EVERY_MS) {
      // Some of it may be garbage, and V8 collects only when it needs room itself.
      this.#heap.collect()
      this.#noteCollection()
      living = this.#living(used)
    }
    this.#change(living >= bar, living)
    return this.#isRefusing
  }

  /** Counts the bytes of JSON that `store` adds: while it runs, and for good if it succeeds. */
  async counting<T>(bytes: number, store: () => Promise<T>): Promise<T> {
    this.#underWay += bytes
    try {
      const stored = await store()
      this.#storedSince += bytes
      return stored
    } finally {
      this.#underWay -= bytes
    }
  }

  stop(): void {
    this.#stopWatching?.()
  }

  #living(used: number): number {
    if (this.#left === null) return used
    return Math.min(used, this.#left + HEAP_PER_BYTE * (this.#storedSince + this.#underWay))
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
    const details = { liveBytes: living, limitBytes: this.#heap.limit }
    if (refuses) this.#log('error', `${FULL}; ${REMEDY}`, details)
    else this.#log('info', 'Memory is available again; new posts are accepted', details)
  }
}
