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
export class Batcher<Entry> {
  readonly #write: BatcherOptions<Entry>['write']
  readonly #now: () => number
  readonly #pause: number
  readonly #reportFailed: Report
  readonly #reportDropped: Report
  #waiting: Entry[] = []
  #dropped = 0
  #refused = 0
  #startedAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | null = null

  constructor(options: BatcherOptions<Entry>) {
    const { write, name, log, pause = PAUSE_MS, now = () => performance.now() } = options
    this.#write = write
    this.#now = now
    this.#pause = pause
    this.#reportFailed = createReport(log, `could not write ${name}`, now)
    this.#reportDropped = createReport(log, `too many ${name} wait to be written`, now)
  }

  /** The first entry after a pause is written at once, but not before the caller goes on. */
  add(entry: Entry): void {
    this.#waiting.push(entry)
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift()
      this.#dropped += 1
    }
    this.#plan()
  }

  /** Writes all entries that wait. It does not reject if a write fails. */
  async flush(): Promise<void> {
    // It may have begun before the last entries came.
    await this.#writing
    if (this.#writing || this.#waiting.length > 0) await this.#start()
  }

  #plan(): void {
    if (this.#timer || this.#writing || this.#waiting.length === 0) return
    const pause = Math.max(0, this.#startedAt + this.#pause - this.#now())
    this.#timer = setTimeout(() => {
      void this.#start()
    }, pause).unref()
  }

  #start(): Promise<void> {
    this.#writing ??= this.#run().finally(() => {
      this.#writing = null
      this.#plan()
    })
    return this.#writing
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#startedAt = this.#now()
    const entries = this.#waiting
    this.#waiting = []
    this.#reportDropped(this.#dropped)
    this.#dropped = 0
    try {
      await this.#write(entries)
      this.#reportFailed(this.#refused)
      this.#refused = 0
    } catch (error) {
      this.#refused += entries.length
      if (isUnavailable(error)) return
      this.#reportFailed(this.#refused, { error })
      this.#refused = 0
    }
  }
}

type Report = (lost: number, fields?: Readonly<Record<string, unknown>>) => void

/** Logs how many entries were lost since the last line. */
function createReport(log: HookLog, message: string, now: () => number): Report {
  let lost = 0
  let next = -Infinity
  return (more, fields) => {
    lost += more
    const at = now()
    if (lost === 0 || at < next) return
    next = at + REPORT_MS
    log('warn', message, { lost, ...fields })
    lost = 0
  }
}
