import { copyOf, isObject } from '../../model/json.js'
import type { Changes } from './changes.js'

/** Entries of a cache. When it is full, all are dropped. */
const LIMIT = 10_000

/** Records of one kind that were read before, while it is certain to be known if they change. */
export function cacheOf<Value>(
  changes: Pick<Changes, 'isCurrent' | 'hear' | 'onStart'>,
  kind: 'webhook' | 'settings' | 'user' | 'channel' | 'members',
) {
  const values = new Map<string, Value>()
  /** Counts what was forgotten: a value that was read before it must not be kept after it. */
  let forgotten = 0
  const forget = (id = ''): void => {
    forgotten += 1
    for (const [key, value] of values) {
      if (id === '' || (isObject(value) && value['id'] === id)) values.delete(key)
    }
  }
  const keep = (key: string, value: Value, forgottenBefore: number): void => {
    if (forgottenBefore !== forgotten || !changes.isCurrent()) return
    if (values.size >= LIMIT) values.clear()
    values.set(key, copyOf(value))
  }
  changes.onStart(() => {
    forget()
  })
  changes.hear((heard, id) => {
    if (heard === kind || heard === 'all') forget(id)
  })
  return {
    /** The value of a key. What does not exist is asked for again each time. */
    one: async (key: string, read: () => Promise<Value | null>): Promise<Value | null> => {
      const known = changes.isCurrent() ? values.get(key) : undefined
      if (known !== undefined) return copyOf(known)
      const before = forgotten
      const value = await read()
      if (value !== null) keep(key, value, before)
      return value
    },
    /** The values of those keys that have one, in any order. `read` gets the keys that are not known. */
    many: async (
      keys: readonly string[],
      read: (missing: readonly string[]) => Promise<readonly Value[]>,
      keyOf: (value: Value) => string,
    ): Promise<readonly Value[]> => {
      const isCurrent = changes.isCurrent()
      const known = keys.map((key) => (isCurrent ? values.get(key) : undefined))
      const missing = keys.filter((_, index) => known[index] === undefined)
      const found = known.filter((value) => value !== undefined).map(copyOf)
      if (missing.length === 0) return found
      const before = forgotten
      const late = await read(missing)
      for (const value of late) keep(keyOf(value), value, before)
      return [...found, ...late]
    },
    /** Without an id, forgets all of them. */
    forget,
  }
}
