import { setImmediate as laterTurn } from 'node:timers/promises'

/** What was found, by key; what does not exist is missing. */
export type Found<Value> = ReadonlyMap<string, Value>

interface Group<Value> {
  readonly keys: Set<string>
  readonly found: Promise<Found<Value>>
}

/**
 * Reads in one statement what is asked for in one turn of the event loop: with many senders, that is what
 * several of their requests need. The result may contain more than was asked for.
 */
export function readTogether<Value>(
  read: (keys: readonly string[]) => Promise<Found<Value>>,
): (keys: readonly string[]) => Promise<Found<Value>> {
  let next: Group<Value> | null = null
  const newGroup = (): Group<Value> => {
    const keys = new Set<string>()
    const readAll = async (): Promise<Found<Value>> => {
      await laterTurn()
      next = null
      return read([...keys])
    }
    return { keys, found: readAll() }
  }
  return (keys) => {
    next ??= newGroup()
    for (const key of keys) next.keys.add(key)
    return next.found
  }
}
