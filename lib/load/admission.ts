import type { MaybePromise } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import { InOrder } from '../rules/in-order.js'

/** The maximum number of bodies received at once, and of their announced bytes. */
const MAX_READING = 200
const MAX_READING_BYTES = 33_554_432
/** When there are too many bodies, one that has taken longer than this, in milliseconds, is ended. */
const PATIENCE = 1_000
/**
 * Storing may take this long, in milliseconds, before fewer requests are admitted, or twice the
 * store's best time.
 */
const TARGET = 100
/** The factor by which the store's best time grows per second: the store may have become slower permanently. */
const FORGOTTEN = 1.02
const FEWEST = 32
const MOST = 1_000
/** The limit at the start and after recovery: hundreds of senders at once are normal. */
const USUAL = 400
const SHRINK = 0.8
/** Below the usual limit, it grows by this factor in each such time, in milliseconds, without slow stores. */
const RECOVERY = 1.5
const RECOVERY_TIME = 1_000
/** Requests in progress, so that a host whose reads hang does not accumulate them without limit. */
const MAX_UNDER_WAY = 2_000
/** While the limit is reached, one request is admitted if none has been for this long, in milliseconds. */
const PROBE_AFTER = 250
/** A batch that began this long before one that has returned, in milliseconds, counts as lost. */
const LOST_AFTER = 1_000

/** The place of a request whose body is being received. */
export interface Reading {
  /** Set by the reader. Called when the place is needed for another request. */
  giveWay: () => void
  /** Bytes received so far; the reader updates it. */
  received: number
  /** Frees the place. Calling it again has no effect. */
  end(): void
}

interface Place extends Reading {
  readonly since: number
  readonly bytes: number
}

/**
 * Load shedding: admits requests that can be stored in time and rejects the others immediately with
 * `storage_unavailable`. The limit adapts to how long recent batches took.
 */
export class Admission {
  readonly #now: () => number
  readonly #reading = new Set<Place>()
  #readingBytes = 0
  #underWay = 0
  /** Start times of batches, oldest first. */
  readonly #storing = new InOrder<number>()
  #lastBegan = -Infinity
  #limit = USUAL
  #shrunkAt = -Infinity
  #fastest = Infinity
  #learntAt = 0
  // Created once: the stack trace of an error would cost more than the rest of a rejection.
  readonly #full = refusal('more requests are in progress than can be stored in time')
  readonly #crowded = refusal('too many requests are in progress')

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The rejection for a new request, or null. Check it before doing any work. */
  refusal(): WebhookError | null {
    return this.#underWay < MAX_UNDER_WAY ? this.#fullness() : this.#crowded
  }

  #fullness(): WebhookError | null {
    if (this.#limit < USUAL) this.#recover()
    if (this.#storing.size < this.#limit) return null
    // A store that hung may respond again, which only a new request can show.
    return this.#now() - this.#lastBegan < PROBE_AFTER ? this.#full : null
  }

  /** Runs a request, or throws the rejection. */
  async admit<T>(work: () => Promise<T>): Promise<T> {
    const refused = this.refusal()
    if (refused) throw refused
    this.#underWay += 1
    try {
      return await work()
    } finally {
      this.#underWay -= 1
    }
  }

  /** Whether a body of this many bytes needs another one to be ended. */
  isCrowded(bytes: number): boolean {
    if (this.#reading.size === 0) return false
    return this.#reading.size >= MAX_READING || this.#readingBytes + bytes > MAX_READING_BYTES
  }

  /** Takes a place for a body of this many bytes. The slowest of the others may be ended. */
  read(bytes: number): Reading {
    const now = this.#now()
    while (this.isCrowded(bytes)) {
      const slowest = this.#slowest(now)
      if (!slowest) throw refusal('too many request bodies are being received')
      slowest.end()
      slowest.giveWay()
    }
    const place: Place = {
      since: now,
      bytes,
      received: 0,
      giveWay: () => undefined,
      end: () => {
        if (this.#reading.delete(place)) this.#readingBytes -= bytes
      },
    }
    this.#reading.add(place)
    this.#readingBytes += bytes
    return place
  }

  /** Of the bodies that have exceeded the patience, the one with the lowest rate in bytes per second. */
  #slowest(now: number): Place | null {
    const rate = ({ received, since }: Place): number => received / (now - since)
    let slowest: Place | null = null
    for (const place of this.#reading) {
      // The oldest come first.
      if (now - place.since < PATIENCE) break
      if (!slowest || rate(place) < rate(slowest)) slowest = place
    }
    return slowest
  }

  /** Runs the storing itself. If something was stored, its duration adapts the limit. */
  async store<T extends { readonly stored: boolean }>(work: () => MaybePromise<T>): Promise<T> {
    // Others may have been admitted while the body was being received.
    const refused = this.#fullness()
    if (refused) throw refused
    const began = this.#now()
    this.#lastBegan = began
    const place = this.#storing.add(began)
    try {
      const result = await work()
      if (result.stored) this.#learn(began)
      this.#forgetLost(began)
      return result
    } finally {
      this.#storing.remove(place)
    }
  }

  // The store responds, so batches that began long before this one are lost and no longer count.
  #forgetLost(began: number): void {
    let oldest = this.#storing.first
    while (oldest && oldest.value < began - LOST_AFTER) {
      this.#storing.remove(oldest)
      oldest = this.#storing.first
    }
  }

  #recover(): void {
    const steps = Math.floor((this.#now() - this.#shrunkAt) / RECOVERY_TIME)
    if (steps < 1) return
    this.#limit = Math.min(USUAL, this.#limit * RECOVERY ** steps)
    this.#shrunkAt += steps * RECOVERY_TIME
  }

  #learn(began: number): void {
    const now = this.#now()
    const took = Math.max(1, now - began)
    // Relative to the best time, so that a distant database does not look like an overloaded one.
    this.#fastest = Math.min(took, this.#fastest * FORGOTTEN ** ((now - this.#learntAt) / 1_000))
    this.#learntAt = now
    if (took <= Math.max(TARGET, 2 * this.#fastest)) {
      // Only load near the limit shows that the limit can be raised.
      if (this.#storing.size * 2 > this.#limit)
        this.#limit = Math.min(MOST, this.#limit + 1 / this.#limit)
    } else if (now - this.#shrunkAt > TARGET) {
      // Lowered once for all batches that waited at the same time.
      this.#limit = Math.max(FEWEST, this.#limit * SHRINK)
      this.#shrunkAt = now
    }
  }
}

function refusal(detail: string): WebhookError {
  return new WebhookError('storage_unavailable', { detail, retryAfterSeconds: 1 })
}
