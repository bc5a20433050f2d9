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
export class Paced {
  readonly #options: PacedOptions
  /** Ids that wait or rest, and whether they were asked for. */
  readonly #timers = new Map<string, { readonly timer: NodeJS.Timeout; isAsked: boolean }>()
  #running = Promise.resolve()

  constructor(options: PacedOptions) {
    this.#options = options
  }

  ask(id: string): void {
    const timed = this.#timers.get(id)
    if (timed) timed.isAsked = true
    else if (this.#timers.size < MOST_WAITING) this.#wait(id, this.#options.delay, true)
  }

  /** Does it without waiting, after what has begun. */
  now(id: string): Promise<void> {
    this.#running = this.#running.then(() => this.#options.run(id))
    return this.#running
  }

  /** Does what was asked for. */
  async close(): Promise<void> {
    const asked = [...this.#timers].filter(([, { isAsked }]) => isAsked)
    for (const { timer } of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    for (const [id] of asked) void this.now(id)
    await this.#running
  }

  #wait(id: string, ms: number, isAsked: boolean): void {
    const timer = setTimeout(() => {
      const isDue = this.#timers.get(id)?.isAsked === true
      this.#timers.delete(id)
      if (!isDue) return
      this.#wait(id, this.#options.pause, false)
      void this.now(id)
    }, ms).unref()
    this.#timers.set(id, { timer, isAsked })
  }
}
