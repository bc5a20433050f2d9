import { PerformanceObserver, constants } from 'node:perf_hooks'
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
  return isObject(detail) && detail['kind'] === constants.NODE_PERFORMANCE_GC_MAJOR
}
