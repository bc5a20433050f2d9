import { setImmediate as laterTurn } from 'node:timers/promises'
import { getHeapStatistics } from 'node:v8'
import { frozen, isObject } from '../../model/json.js'
import type { MaybePromise } from '../types.js'
import type { Changes } from './changes.js'
import { sharing } from './sharing.js'

/** What was found, by key; what does not exist is missing. */
type Found<Value> = ReadonlyMap<string, Value>

/** The part of the heap that a cache may fill: a record of a webhook has from 1 to some 40 KB. */
const HEAP = getHeapStatistics().heap_size_limit
const MOST_BYTES = {
  webhook: HEAP / 16,
  settings: HEAP / 64,
  user: HEAP / 64,
  channel: HEAP / 64,
  member: HEAP / 64,
}
/** What an entry takes besides its JSON, as measured with 50,000 of each kind. */
const ENTRY_BYTES = 250

/**
 * Records of one kind that were read before, while it is certain to be known if they change. `read` is asked
 * for those that are not known, of several requests together; what it returns is frozen.
 */
export function cacheOf<Value extends object>(
  changes: Pick<Changes, 'isCurrent' | 'hear' | 'onStart'>,
  kind: keyof typeof MOST_BYTES,
  read: (keys: readonly string[]) => Promise<Found<Value>>,
  mostBytes = MOST_BYTES[kind],
) {
  const values = new LastUsed<Value>(mostBytes)
  // What is asked for in one turn of the event loop: with many senders, several of their requests need it.
  const together = sharing(
    (asked: ReadonlyMap<string, true>) => read([...asked.keys()]),
    () => laterTurn(),
  )
  /** Counts what was forgotten: a value that was read before it must not be kept after it. */
  let forgotten = 0
  const forget = (id = '') => {
    forgotten += 1
    if (id === '') values.clear()
    else values.delete(id)
  }
  changes.onStart(() => forget())
  changes.hear((heard, id) => {
    if (heard === kind || heard === 'all') forget(id)
  })
  /** Adds those that are not known to what was found. */
  const readMissing = async (missing: readonly string[], found: Map<string, Value>) => {
    const before = forgotten
    const { members, result } = together()
    for (const key of missing) members.set(key, true)
    const late = await result
    const isKept = before === forgotten && changes.isCurrent()
    for (const key of missing) {
      const value = late.get(key)
      if (value === undefined) continue
      found.set(key, frozen(value))
      if (isKept && values.get(key) === undefined) values.set(key, value)
    }
    return found
  }
  /**
   * The values of those keys that have one, without a promise if all are known: most are. What does not exist
   * is asked for again each time. All who ask get the same ones, which nobody can change: copies took 2 % of
   * the CPU time of a message.
   */
  const many = (keys: readonly string[]): MaybePromise<Found<Value>> => {
    const isCurrent = changes.isCurrent()
    const found = new Map<string, Value>()
    for (const key of keys) {
      const known = isCurrent ? values.get(key) : undefined
      if (known !== undefined) found.set(key, known)
    }
    if (found.size === keys.length) return found
    const missing = keys.filter((key) => !found.has(key) && isText(key))
    return missing.length === 0 ? found : readMissing(missing, found)
  }
  const readOne = async (key: string) => (await many([key])).get(key) ?? null
  return {
    many,
    one: (key: string): MaybePromise<Value | null> => {
      const known = changes.isCurrent() ? values.get(key) : undefined
      return known ?? readOne(key)
    },
    /** Without an id, forgets all of them. */
    forget,
  }
}

/** PostgreSQL has no text with this character, and would refuse the keys of others too. */
export function isText(key: string) {
  return !key.includes('\0')
}

/** Values by key, and the keys by the id of the record: a webhook may be found by two. */
class Generation<Value> {
  readonly values = new Map<string, Value>()
  readonly keys = new Map<string, readonly string[]>()
  bytes = 0
}

/**
 * The values that were used last: in two generations, of which the older one is dropped when the newer one
 * is full. What is used moves to the newer one. Deleting the first of one map in order of use would take the
 * longer the more have been moved: its iterator passes all that were deleted before.
 */
class LastUsed<Value extends object> {
  readonly #mostBytes: number
  #newer = new Generation<Value>()
  #older = new Generation<Value>()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get(key: string) {
    const known = this.#newer.values.get(key)
    if (known !== undefined) return known
    const before = this.#older.values.get(key)
    if (before !== undefined) this.set(key, before)
    return before
  }

  set(key: string, value: Value) {
    const bytes = ENTRY_BYTES + key.length + JSON.stringify(value).length
    if (this.#newer.bytes + bytes > this.#mostBytes / 2) {
      this.#older = this.#newer
      this.#newer = new Generation()
    }
    const { values, keys } = this.#newer
    this.#newer.bytes += bytes
    values.set(key, value)
    const id = idOf(value, key)
    const known = keys.get(id) ?? []
    if (!known.includes(key)) keys.set(id, [...known, key])
  }

  delete(id: string) {
    for (const { values, keys } of [this.#newer, this.#older]) {
      for (const key of keys.get(id) ?? []) values.delete(key)
      keys.delete(id)
    }
  }

  clear() {
    this.#newer = new Generation()
    this.#older = new Generation()
  }
}

/** Settings and memberships have no id but their key. */
function idOf(value: unknown, key: string) {
  return isObject(value) && typeof value['id'] === 'string' ? value['id'] : key
}
