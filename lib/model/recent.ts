/**
 * The values that were used last, by key, in two generations of which the older one is dropped when the newer
 * one is full: at least half of `most` are kept.
 */
export class Recent<Value> {
  readonly #half: number
  #newer = new Map<string, Value>()
  #older = new Map<string, Value>()

  constructor(most: number) {
    this.#half = most / 2
  }

  get(key: string): Value | undefined {
    const known = this.#newer.get(key)
    if (known !== undefined) return known
    const before = this.#older.get(key)
    if (before !== undefined) this.set(key, before)
    return before
  }

  set(key: string, value: Value): void {
    if (this.#newer.size >= this.#half && !this.#newer.has(key)) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(key, value)
  }

  /** A value that was not used lately may come twice. */
  *[Symbol.iterator](): Iterator<[string, Value]> {
    yield* this.#older
    yield* this.#newer
  }
}
