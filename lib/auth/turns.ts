import { WebhookError } from '../model/errors.js'

/**
 * Runs jobs with the same key one at a time, in order. Other keys do not wait for them. At most `limit`
 * running and waiting jobs per key; more throw `storage_unavailable`.
 */
export function createTurns(limit: number) {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = lines.get(key) ?? { length: 0, last: Promise.resolve() }
    if (line.length >= limit) throw busy()
    lines.set(key, line)
    line.length += 1
    const turn = line.last.then(work)
    line.last = turn.catch(() => undefined)
    try {
      return await turn
    } finally {
      line.length -= 1
      if (line.length === 0) lines.delete(key)
    }
  }
}

/** The error for a job that nobody has time for. */
export function busy(): WebhookError {
  return new WebhookError('storage_unavailable', { retryAfterSeconds: 1 })
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: (error: WebhookError) => void
}

/** Runs jobs one at a time, in turns over the keys, however many jobs wait for each key. */
export class FairTurns {
  readonly #limit: number
  /** In the order of their turns: after its turn, a key moves to the end. */
  readonly #lines = new Map<string, Waiting[]>()
  #count = 0
  #isRunning = false
  #onIdle: (() => void)[] = []

  /** `limit`: running and waiting jobs in total. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * At most `most` jobs of the key may wait. If too many wait in total, the last job of the key with
   * most waiting jobs is rejected with `storage_unavailable`; the new job, if that key is its own.
   */
  async run<T>(key: string, most: number, work: () => Promise<T>): Promise<T> {
    await this.#wait(key, most)
    try {
      return await work()
    } finally {
      this.#count -= 1
      this.#isRunning = false
      this.#beginNext()
    }
  }

  /** Resolves when no job is running or waiting. */
  async idle(): Promise<void> {
    if (this.#count === 0) return
    await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  #wait(key: string, most: number): Promise<void> {
    const line = this.#lines.get(key) ?? []
    if (line.length >= most) throw busy()
    if (this.#count >= this.#limit) this.#dropLast(line.length + 1)
    this.#count += 1
    this.#lines.set(key, line)
    const turn = new Promise<void>((resolve, reject) => {
      line.push({ begin: resolve, refuse: reject })
    })
    if (!this.#isRunning) this.#beginNext()
    return turn
  }

  #beginNext(): void {
    for (const [key, line] of this.#lines) {
      this.#lines.delete(key)
      const next = line.shift()
      if (line.length > 0) this.#lines.set(key, line)
      this.#isRunning = true
      next?.begin()
      return
    }
    for (const tell of this.#onIdle.splice(0)) tell()
  }

  /** Rejects the last job of the longest line, if that is longer than `length`; otherwise throws. */
  #dropLast(length: number): void {
    let longest: Waiting[] = []
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line
    const last = longest.length > length ? longest.pop() : undefined
    if (!last) throw busy()
    last.refuse(busy())
    this.#count -= 1
  }
}
