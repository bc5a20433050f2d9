import { copyOf, isObject } from '../../model/json.js'
import type { Changes } from './changes.js'

/** Entries of a cache. When it is full, all are dropped. */
const LIMIT = 10_000

/** Records of one kind that were read before, while it is certain to be known if they change. */
export class Cache<Value> {
  readonly #isCurrent: () => boolean
  readonly #values = new Map<string, Value>()
  /** Counts what was forgotten: a value that was read before it must not be kept after it. */
  #changes = 0

  constructor(
    changes: Pick<Changes, 'isCurrent' | 'hear' | 'onStart'>,
    kind: 'webhook' | 'settings' | 'user' | 'channel' | 'members',
  ) {
    this.#isCurrent = changes.isCurrent
    changes.onStart(() => {
      this.forget()
    })
    changes.hear((heard, id) => {
      if (heard === kind || heard === 'all') this.forget(id)
    })
  }

  /** The value of a key. What does not exist is asked for again each time. */
  async one(key: string, read: () => Promise<Value | null>): Promise<Value | null> {
    const known = this.#isCurrent() ? this.#values.get(key) : undefined
    if (known !== undefined) return copyOf(known)
    const changes = this.#changes
    const value = await read()
    if (value !== null) this.#keep(key, value, changes)
    return value
  }

  /** The values of those keys that have one, in any order. `read` gets the keys that are not known. */
  async many(
    keys: readonly string[],
    read: (missing: readonly string[]) => Promise<readonly Value[]>,
    keyOf: (value: Value) => string,
  ): Promise<readonly Value[]> {
    const isCurrent = this.#isCurrent()
    const known = keys.map((key) => (isCurrent ? this.#values.get(key) : undefined))
    const missing = keys.filter((_, index) => known[index] === undefined)
    const found = known.filter((value) => value !== undefined).map(copyOf)
    if (missing.length === 0) return found
    const changes = this.#changes
    const values = await read(missing)
    for (const value of values) this.#keep(keyOf(value), value, changes)
    return [...found, ...values]
  }

  /** Without an id, forgets all of them. */
  forget(id = ''): void {
    this.#changes += 1
    for (const [key, value] of this.#values) {
      if (id === '' || (isObject(value) && value['id'] === id)) this.#values.delete(key)
    }
  }

  #keep(key: string, value: Value, changesBefore: number): void {
    if (changesBefore !== this.#changes || !this.#isCurrent()) return
    if (this.#values.size >= LIMIT) this.#values.clear()
    this.#values.set(key, copyOf(value))
  }
}
