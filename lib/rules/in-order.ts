/** A place in an `InOrder`. */
export interface Place<T> {
  readonly value: T
  previous: Place<T> | null
  next: Place<T> | null
  isTaken: boolean
}

/**
 * Values in order of arrival, each of which can be removed at any time. Not a Set: with thousands of
 * additions and removals per second, a Set leaves old tables in memory until a full collection.
 */
export class InOrder<T> {
  #first: Place<T> | null = null
  #last: Place<T> | null = null
  #size = 0

  get first(): Place<T> | null {
    return this.#first
  }

  get size(): number {
    return this.#size
  }

  add(value: T): Place<T> {
    const place: Place<T> = { value, previous: this.#last, next: null, isTaken: true }
    if (this.#last) this.#last.next = place
    else this.#first = place
    this.#last = place
    this.#size += 1
    return place
  }

  /** Calling it again has no effect. */
  remove(place: Place<T>): void {
    if (!place.isTaken) return
    const { previous, next } = place
    if (previous) previous.next = next
    else this.#first = next
    if (next) next.previous = previous
    else this.#last = previous
    place.isTaken = false
    this.#size -= 1
  }
}
