import type { MaybePromise } from '../adapters/types.js'
import { isUnavailable } from '../model/errors.js'
import type { HookLog } from '../model/log.js'

/** Later entries are written together, at most once in this time, in milliseconds, unless told otherwise. */
const PAUSE_MS = 50
const MOST_WAITING = 1_000
/** What is lost is logged at most once in this time, in milliseconds. */
const REPORT_MS = 60_000

interface BatcherOptions<Entry> {
  readonly write: (entries: Entry[]) => MaybePromise<void>
  /** What the entries are, for log lines. */
  readonly name: string
  readonly log: HookLog
  /** Later entries are written together, at most once in so many milliseconds. */
  readonly pause?: number
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number
}

/**
 * Writes entries in batches, one batch at a time, in the background. A batch that cannot be written is
 * dropped, and so are the oldest entries while more than 1,000 wait. Both are logged; what a store that
 * was not available has refused is logged when it takes entries again.
 */
export function createBatcher<Entry>(options: BatcherOptions<Entry>) {
  const { write, name, log, pause = PAUSE_MS, now = () => performance.now() } = options
  const reportFailed = createReport(log, `could not write ${name}`, now)
  const reportDropped = createReport(log, `too many ${name} wait to be written`, now)
  let waiting: Entry[] = []
  let dropped = 0
  let refused = 0
  let startedAt = -Infinity
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | null = null

  const plan = () => {
    if (timer || writing || waiting.length === 0) return
    const left = Math.max(0, startedAt + pause - now())
    timer = setTimeout(() => {
      void start()
    }, left).unref()
  }
  const start = () => {
    writing ??= run().finally(() => {
      writing = null
      plan()
    })
    return writing
  }
  const run = async () => {
    clearTimeout(timer)
    timer = undefined
    startedAt = now()
    const entries = waiting
    waiting = []
    reportDropped(dropped)
    dropped = 0
    try {
      await write(entries)
      reportFailed(refused)
      refused = 0
    } catch (error) {
      refused += entries.length
      if (isUnavailable(error)) return
      reportFailed(refused, { error })
      refused = 0
    }
  }
  return {
    /** The first entry after a pause is written at once, but not before the caller goes on. */
    add: (entry: Entry) => {
      waiting.push(entry)
      if (waiting.length > MOST_WAITING) {
        waiting.shift()
        dropped += 1
      }
      plan()
    },
    /** Writes all entries that wait. It does not reject if a write fails. */
    flush: async () => {
      // It may have begun before the last entries came.
      await writing
      if (writing || waiting.length > 0) await start()
    },
  }
}

/** Writes entries of one kind. */
export type Batcher<Entry> = ReturnType<typeof createBatcher<Entry>>

/** Logs how many entries were lost since the last line. */
function createReport(log: HookLog, message: string, now: () => number) {
  let lost = 0
  let next = -Infinity
  return (more: number, fields?: Readonly<Record<string, unknown>>) => {
    lost += more
    const at = now()
    if (lost === 0 || at < next) return
    next = at + REPORT_MS
    log('warn', message, { lost, ...fields })
    lost = 0
  }
}
