import { useEffect, useState } from 'preact/hooks'

/** A value that is set anywhere, and shown by components that use it. */
export function shared<Value extends object>() {
  let current: Value | null = null
  const listeners = new Set<(value: Value | null) => void>()
  return {
    set: (value: Value | null) => {
      current = value
      for (const listener of listeners) listener(value)
    },
    use: (): Value | null => {
      const [shown, setShown] = useState(current)
      useEffect(() => {
        // It may have been set since the first render.
        setShown(current)
        listeners.add(setShown)
        return () => listeners.delete(setShown)
      }, [])
      return shown
    },
  }
}
