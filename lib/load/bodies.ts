import { WebhookError } from '../model/errors.js'
import { InOrder, type Place } from '../rules/in-order.js'
import type { WaitingRoom } from './waiting-room.js'

/** The maximum number of bodies received at once, and of their announced bytes. */
const MAX_BODIES = 200
const MAX_BYTES = 33_554_432
/** One that has taken longer than this, in milliseconds, is ended when its place is needed. */
const SLOW_AFTER = 1_000
/** How long a body waits for a place, in milliseconds. */
const PATIENCE = 2_000
const LINE = 'bodies'

/** The place of a request whose body is being received. */
export interface Reading {
  /** Set by the reader. Called when the place is needed for another request. */
  giveWay: () => void
  /** Bytes received so far; the reader updates it. */
  received: number
  /** Frees the place. Calling it again has no effect. */
  end(): void
}

interface Receiving extends Reading {
  readonly since: number
  readonly bytes: number
}

/**
 * Up to 200 bodies of up to 32 MiB in all are received at once. The next wait, unread, until one has
 * been received, or has taken longer than a second and is the slowest: then it is ended.
 */
export class Bodies {
  readonly #room: WaitingRoom
  readonly #now: () => number
  readonly #receiving = new InOrder<Receiving>()
  #bytes = 0
  /** What had come by then has been read, as far as the process was not too busy to. */
  #readUntil = -Infinity
  #isReading = false

  /** `now`: a monotonic clock in milliseconds. */
  constructor(room: WaitingRoom, now: () => number = () => performance.now()) {
    this.#room = room
    this.#now = now
  }

  /** Whether a body of this many bytes has to wait, or needs another one to be ended. */
  isCrowded(bytes: number): boolean {
    if (this.#receiving.size === 0) return false
    return this.#receiving.size >= MAX_BODIES || this.#bytes + bytes > MAX_BYTES
  }

  /** A place for a body of this many bytes. Throws if none became free in time. */
  async receive(bytes: number): Promise<Reading> {
    const take = (): Reading | null => this.#take(bytes)
    const reading =
      (this.#room.isEmpty(LINE) ? take() : null) ??
      // It is not in memory yet.
      (await this.#room.wait(LINE, { bytes: 0, patience: PATIENCE }, take))
    if (reading) return reading
    throw new WebhookError('storage_unavailable', {
      detail: 'too many request bodies are being received',
      retryAfterSeconds: 1,
    })
  }

  #take(bytes: number): Reading | null {
    const now = this.#now()
    while (this.isCrowded(bytes)) {
      const slowest = this.#slowest()
      if (!slowest) {
        this.#readFirst(now)
        return null
      }
      this.#free(slowest)
      slowest.value.giveWay()
    }
    const place = this.#receiving.add({
      since: now,
      bytes,
      received: 0,
      giveWay: () => undefined,
      end: () => {
        this.#free(place)
        this.#room.advance(LINE)
      },
    })
    this.#bytes += bytes
    return place.value
  }

  #free(place: Place<Receiving>) {
    if (!place.isTaken) return
    this.#receiving.remove(place)
    this.#bytes -= place.value.bytes
  }

  /** A process that was busy for a second has not read what came meanwhile, for which no sender is to blame. */
  #readFirst(now: number) {
    const oldest = this.#receiving.first
    if (this.#isReading || !oldest || now - oldest.value.since < SLOW_AFTER) return
    this.#isReading = true
    setImmediate(() => {
      this.#isReading = false
      this.#readUntil = now
      this.#room.advance(LINE)
    })
  }

  /** Of the slow bodies, the one with the lowest rate in bytes per second. */
  #slowest() {
    const until = this.#readUntil
    const rate = ({ value }: Place<Receiving>) => value.received / (until - value.since)
    let slowest: Place<Receiving> | null = null
    // The oldest come first.
    let place = this.#receiving.first
    while (place && until - place.value.since >= SLOW_AFTER) {
      if (!slowest || rate(place) < rate(slowest)) slowest = place
      place = place.next
    }
    return slowest
  }
}
