/** A place in an `InOrder`. */
export interface Place<T> {
  readonly value: T
  previous: Place<T> | null
  next: Place<T> | null
  isTaken: boolean
}

/**
 * Values in the order in which they came, each of which can leave at any time. Not a Set: one that
 * thousands go through a second leaves behind old tables of itself until a full collection.
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

  /** A second time nothing happens. */
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
