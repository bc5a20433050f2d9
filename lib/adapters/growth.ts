/** Names that are remembered, in some 10 MB. */
const MOST_KNOWN = 100_000
/** Those that are due at once. After a start, all are; the others are when they grow again. */
const MOST_DUE = 2_000

/**
 * Which of many things, by their names, may have become too large, so that not all of them are looked at
 * whenever they grow. Others may add to what this process does not know: it is looked at when it first grows.
 */
export class Growth {
  /** How much each has grown since it was looked at. */
  readonly #known = new Map<string, number>()
  #grown = new Set<string>()

  add(name: string, amount: number) {
    this.#known.set(name, (this.#known.get(name) ?? Infinity) + amount)
    this.#grown.add(name)
  }

  /** Those that have grown since the last call, and of them, those that have grown by so much since they were due. */
  take(amount: number): { readonly grown: readonly string[]; readonly due: readonly string[] } {
    const grown = [...this.#grown]
    this.#grown = new Set()
    const due = grown
      .filter((name) => (this.#known.get(name) ?? Infinity) >= amount)
      .slice(0, MOST_DUE)
    for (const name of due) this.#known.set(name, 0)
    for (const name of this.#known.keys()) {
      if (this.#known.size <= MOST_KNOWN) break
      this.#known.delete(name)
    }
    return { grown, due }
  }
}

/** The names in lists of so many, each as JSON. */
export function jsonLists(names: readonly string[], most: number): readonly string[] {
  const { length } = names
  return Array.from({ length: Math.ceil(length / most) }, (_, number) =>
    JSON.stringify(names.slice(number * most, (number + 1) * most)),
  )
}
