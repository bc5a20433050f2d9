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
  /** Ends the wait, if its sender has hung up, say. */
  readonly signal?: AbortSignal
}

/** Those who wait for the same, in order. */
interface Line {
  readonly waiting: InOrder<Waiting>
  /** What all of them hold. */
  bytes: number
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
  readonly #lines = new Map<string, Line>()
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

  /** How many wait in all lines. */
  get waiting(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.size, 0)
  }

  isEmpty(key: string): boolean {
    return this.sizeOf(key).length === 0
  }

  /** How many wait in a line, and the bytes that they hold. */
  sizeOf(key: string): { readonly length: number; readonly bytes: number } {
    const line = this.#lines.get(key)
    return { length: line?.waiting.size ?? 0, bytes: line?.bytes ?? 0 }
  }

  /**
   * What `take` returns once it returns something; it is called when this request is the first in
   * line. Null if the room is full, the request's patience is over, or its signal ends the wait.
   */
  wait<T>(key: string, { bytes, patience, signal }: Wait, take: () => T | null): Promise<T | null> {
    if (this.#isTooMuch(bytes) || signal?.aborted === true) return Promise.resolve(null)
    return new Promise((resolve) => {
      const place = this.#join(key, {
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
      signal?.addEventListener('abort', () => {
        this.#giveUp(key, place)
      })
    })
  }

  /**
   * Counts what is held elsewhere, until the function that it returns is called. Null if the room is full,
   * or more than `most` would be held under this key.
   */
  hold(key: string, bytes: number, most: number): (() => void) | null {
    if (this.#isTooMuch(bytes) || this.sizeOf(key).bytes + bytes > most) return null
    const line = this.#longer(key, bytes)
    return () => {
      this.#count(line, -bytes)
      this.#forget(key, line)
    }
  }

  /** Sends away all who wait in a line. */
  clear(key: string): void {
    for (let place = this.#lines.get(key)?.waiting.first; place; place = place.next) {
      this.#giveUp(key, place)
    }
  }

  /** Lets those first in line go on, as far as they can. */
  advance(key: string): void {
    let first = this.#lines.get(key)?.waiting.first
    while (first?.value.tryToGo()) {
      this.#leave(key, first)
      first = this.#lines.get(key)?.waiting.first
    }
  }

  /** Lets those go on who can, and those go whose patience is over. The room does it by itself. */
  beat(): void {
    const now = this.#now()
    for (const [key, { waiting }] of this.#lines) {
      this.advance(key)
      for (let place = waiting.first; place; place = place.next) {
        if (place.value.until <= now) this.#giveUp(key, place)
      }
    }
  }

  #giveUp(key: string, place: Place<Waiting>) {
    if (!place.isTaken) return
    this.#leave(key, place)
    place.value.giveUp()
  }

  #join(key: string, waiting: Waiting) {
    const place = this.#longer(key, waiting.bytes).waiting.add(waiting)
    this.#heartbeat ??= setInterval(() => {
      // After the event loop was blocked, places may be free that nobody knows of yet: those first.
      setImmediate(() => {
        this.beat()
      })
    }, HEARTBEAT).unref()
    return place
  }

  #leave(key: string, place: Place<Waiting>) {
    const line = this.#lines.get(key)
    if (!line) return
    line.waiting.remove(place)
    this.#count(line, -place.value.bytes)
    this.#forget(key, line)
  }

  /** The line, in which so much more is held. */
  #longer(key: string, bytes: number) {
    const line = this.#lines.get(key) ?? { waiting: new InOrder(), bytes: 0 }
    this.#lines.set(key, line)
    this.#count(line, bytes)
    return line
  }

  /** A single request may be larger than the room. */
  #isTooMuch(bytes: number) {
    return this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes
  }

  #count(line: Line, bytes: number) {
    line.bytes += bytes
    this.#bytes += bytes
  }

  #forget(key: string, line: Line) {
    if (line.waiting.size === 0 && line.bytes === 0) this.#lines.delete(key)
    if (this.#lines.size > 0 || !this.#heartbeat) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = null
  }
}
