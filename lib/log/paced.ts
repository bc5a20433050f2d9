/** Ids that wait at the same time. */
const MOST_WAITING = 1_000

interface PacedOptions {
  /** Must not reject. It is not called again before it has resolved. */
  readonly run: (id: string) => Promise<void>
  /** After so many milliseconds what was asked for is done. */
  readonly delay: number
  /** And once more of the same id not before so many milliseconds. */
  readonly pause: number
}

/**
 * Does something for an id some time after it is asked to, however often that is, one id at a time. More
 * than 1,000 ids that wait are forgotten.
 */
export function createPaced({ run, delay, pause }: PacedOptions) {
  /** Ids that wait or rest, and whether they were asked for. */
  const timers = new Map<string, { readonly timer: NodeJS.Timeout; isAsked: boolean }>()
  let running = Promise.resolve()
  const now = (id: string) => {
    running = running.then(() => run(id))
    return running
  }
  const wait = (id: string, ms: number, isAsked: boolean) => {
    const timer = setTimeout(() => {
      const isDue = timers.get(id)?.isAsked === true
      timers.delete(id)
      if (!isDue) return
      wait(id, pause, false)
      void now(id)
    }, ms).unref()
    timers.set(id, { timer, isAsked })
  }
  return {
    ask: (id: string) => {
      const timed = timers.get(id)
      if (timed) timed.isAsked = true
      else if (timers.size < MOST_WAITING) wait(id, delay, true)
    },
    /** Does it without waiting, after what has begun. */
    now,
    /** Does what was asked for. */
    close: async () => {
      const asked = [...timers].filter(([, { isAsked }]) => isAsked)
      for (const { timer } of timers.values()) clearTimeout(timer)
      timers.clear()
      for (const [id] of asked) void now(id)
      await running
    },
  }
}
