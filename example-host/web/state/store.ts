/** A value that tells its listeners when it has changed. */
export interface Store<T> {
  get(): T
  set(change: Partial<T> | ((value: T) => Partial<T>)): void
  /** Ends with the function returned. */
  subscribe(listener: () => void): () => void
}

export function createStore<T extends object>(first: T): Store<T> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (change) => {
      value = { ...value, ...(typeof change === 'function' ? change(value) : change) }
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
