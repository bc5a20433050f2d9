import { InOrder, type Place } from '../rules/in-order.js'

/** The most that all requests in the room may hold, in bytes. */
const MAX_BYTES = 33_554_432
/** How often those that wait are looked at although nobody has called them, in milliseconds. */
const HEARTBEAT = 250

/** What a request that waits holds, and for how long it can wait. */
export interface Wait {
  /** Bytes in memory. */
  readonly bytes: number
  /** Milliseconds, kept to the next quarter of a second. */
  readonly patience: number
}

interface Waiting {
  readonly bytes: number
  readonly until: number
  /** Whether it could go on. */
  readonly tryToGo: () => boolean
  readonly giveUp: () => void
}

/**
 * Where requests wait for what is taken at the moment: a line for each key, first come, first served,
 * bounded in bytes and time.
 */
export class WaitingRoom {
  readonly #lines = new Map<string, InOrder<Waiting>>()
  readonly #now: () => number
  readonly #maxBytes: number
  #bytes = 0
  #heartbeat: NodeJS.Timeout | null = null

  /** `now`: a monotonic clock in milliseconds. */
  constructor(now: () => number = () => performance.now(), maxBytes = MAX_BYTES) {
    this.#now = now
    this.#maxBytes = maxBytes
  }

  get isFull(): boolean {
    return this.#bytes >= this.#maxBytes
  }

  isEmpty(key: string): boolean {
    return !this.#lines.has(key)
  }

  /**
   * What `take` returns once it returns something; it is called when this request is the first in
   * line. Null if the room is full, or the request's patience is over.
   */
  wait<T>(key: string, { bytes, patience }: Wait, take: () => T | null): Promise<T | null> {
    // A single request may be larger than the room.
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) return Promise.resolve(null)
    return new Promise((resolve) => {
      this.#join(key, {
        bytes,
        until: this.#now() + patience,
        tryToGo: () => {
          const taken = take()
          if (taken !== null) resolve(taken)
          return taken !== null
        },
        giveUp: () => {
          resolve(null)
        },
      })
    })
  }

  /** Lets those first in line go on, as far as they can. */
  advance(key: string): void {
    let first = this.#lines.get(key)?.first
    while (first?.value.tryToGo()) {
      this.#leave(key, first)
      first = this.#lines.get(key)?.first
    }
  }

  /** Lets those go on who can, and those go whose patience is over. The room does it by itself. */
  beat(): void {
    const now = this.#now()
    for (const [key, line] of this.#lines) {
      this.advance(key)
      for (let place = line.first; place; place = place.next) {
        if (place.value.until > now) continue
        this.#leave(key, place)
        place.value.giveUp()
      }
    }
  }

  #join(key: string, waiting: Waiting): void {
    const line = this.#lines.get(key) ?? new InOrder<Waiting>()
    line.add(waiting)
    this.#lines.set(key, line)
    this.#bytes += waiting.bytes
    this.#heartbeat ??= setInterval(() => {
      // After the event loop was blocked, places may be free that nobody knows of yet: those first.
      setImmediate(() => {
        this.beat()
      })
    }, HEARTBEAT).unref()
  }

  #leave(key: string, place: Place<Waiting>): void {
    const line = this.#lines.get(key)
    line?.remove(place)
    this.#bytes -= place.value.bytes
    if (line?.size === 0) this.#lines.delete(key)
    if (this.#lines.size > 0 || !this.#heartbeat) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = null
  }
}
