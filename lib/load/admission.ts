import type { MaybePromise } from '../adapters/types.js'
import { WebhookError } from '../model/errors.js'
import { InOrder } from '../rules/in-order.js'

/** Bodies that may be on their way at once, and their bytes, by announcement. */
const MAX_READING = 200
const MAX_READING_BYTES = 33_554_432
/** A body that is on its way for longer gives way to a new one when there are too many, in milliseconds. */
const PATIENCE = 1_000
/** What storing may take before fewer are let in, in milliseconds. A store that is never as fast gets twice its best. */
const TARGET = 100
/** By this the best time of the store is forgotten in a second: it may have become slower for good. */
const FORGOTTEN = 1.02
const FEWEST = 32
const MOST = 1_000
/** At first, and again after a while without trouble: senders may well come by the hundred. */
const USUAL = 400
const SHRINK = 0.8
/** Below the usual number it grows by so much in each of these milliseconds without trouble. */
const RECOVERY = 1.5
const RECOVERY_TIME = 1_000
/** Requests under way, whatever they wait for: hosts whose reads hang must not gather them without end. */
const MAX_UNDER_WAY = 2_000
/** While no more may be stored, one more is tried when none has been for so long, in milliseconds. */
const PROBE_AFTER = 250
/** Batches that began so long before one that was answered, in milliseconds, are not waited for any more. */
const LOST_AFTER = 1_000

/** The place of a request whose body is on its way. */
export interface Reading {
  /** Set by whoever reads: called when the place is needed for somebody else. */
  giveWay: () => void
  /** Bytes so far; whoever reads keeps it up. */
  received: number
  /** Frees the place; a second time nothing happens. */
  end(): void
}

interface Place extends Reading {
  readonly since: number
  readonly bytes: number
}

/**
 * Lets in what can be answered in time and refuses the rest at once, with `storage_unavailable`:
 * how many may be stored at a time follows from how long the last ones took.
 */
export class Admission {
  readonly #now: () => number
  readonly #reading = new Set<Place>()
  #readingBytes = 0
  #underWay = 0
  /** When they began, the oldest first. */
  readonly #storing = new InOrder<number>()
  #lastBegan = -Infinity
  #limit = USUAL
  #shrunkAt = -Infinity
  #fastest = Infinity
  #learntAt = 0
  // Made once: the stack of an error for each refusal would cost more than all the rest of it.
  readonly #full = refusal('more requests are in progress than can be stored in time')
  readonly #crowded = refusal('too many requests are in progress')

  /** `now`: milliseconds of a clock that never goes back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** The refusal for a request that comes now, or null. To be asked before it costs anything. */
  refusal(): WebhookError | null {
    return this.#underWay < MAX_UNDER_WAY ? this.#fullness() : this.#crowded
  }

  #fullness(): WebhookError | null {
    if (this.#limit < USUAL) this.#recover()
    if (this.#storing.size < this.#limit) return null
    // A store that hung may answer again, which can only be seen by asking it.
    return this.#now() - this.#lastBegan < PROBE_AFTER ? this.#full : null
  }

  /** Runs a request that may have to wait for the host, or throws the refusal. */
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

  /** Whether a body of so many bytes has to ask others to give way. */
  isCrowded(bytes: number): boolean {
    if (this.#reading.size === 0) return false
    return this.#reading.size >= MAX_READING || this.#readingBytes + bytes > MAX_READING_BYTES
  }

  /** Takes a place for a body of so many bytes. The slowest of the others may have to give way. */
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

  /** Of those that have been coming for a while, the one that brings the fewest bytes in a second. */
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

  /** Runs the storing itself, and learns from the time it takes when something has been stored. */
  async store<T extends { readonly stored: boolean }>(work: () => MaybePromise<T>): Promise<T> {
    // Others may have come while the body was on its way.
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

  // The store answers: what it has not answered since long before is lost, and holds nobody up.
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
    // Else a host whose database is far away would be taken for one that is crowded.
    this.#fastest = Math.min(took, this.#fastest * FORGOTTEN ** ((now - this.#learntAt) / 1_000))
    this.#learntAt = now
    if (took <= Math.max(TARGET, 2 * this.#fastest)) {
      // Only who comes near the limit shows that there is room above it.
      if (this.#storing.size * 2 > this.#limit)
        this.#limit = Math.min(MOST, this.#limit + 1 / this.#limit)
    } else if (now - this.#shrunkAt > TARGET) {
      // Once for all that had to wait together.
      this.#limit = Math.max(FEWEST, this.#limit * SHRINK)
      this.#shrunkAt = now
    }
  }
}

function refusal(detail: string): WebhookError {
  return new WebhookError('storage_unavailable', { detail, retryAfterSeconds: 1 })
}
