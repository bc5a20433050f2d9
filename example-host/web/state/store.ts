/** A value that notifies its listeners when it changes. */
export interface Store<T> {
  get(): T
  set(change: Partial<T> | ((value: T) => Partial<T>)): void
  /** Returns a function to unsubscribe. */
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
