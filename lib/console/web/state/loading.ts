import { CallError } from 'express-incoming-webhooks-ui/call'
import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** A value on its way. `slow` is true when it takes long enough to say so. */
export interface Loaded<Value> {
  readonly value: Value | null
  readonly error: CallError | null
  readonly slow: boolean
  /** When the value was true. */
  readonly at: number
  /** Fetches it again; what is shown stays meanwhile. */
  readonly reload: () => void
  /** Puts a value in its place that a call has answered with. */
  readonly put: (value: Value) => void
}

interface State<Value> {
  readonly value: Value | null
  readonly error: CallError | null
  readonly at: number
}

/** Loads at once. What is shown stays until a newer value is there; so does the error of a later try. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [state, setState] = useState<State<Value>>({ value: null, error: null, at: 0 })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const isUnderWay = useRef(false)
  const put = useCallback((value: Value) => {
    setState({ value, error: null, at: Date.now() })
  }, [])
  useEffect(() => {
    let current = true
    isUnderWay.current = true
    const settle = (take: () => void): void => {
      if (!current) return
      isUnderWay.current = false
      take()
    }
    latest.current().then(
      (value) => {
        settle(() => {
          put(value)
        })
      },
      (reason: unknown) => {
        settle(() => {
          setState((before) => ({ ...before, error: callErrorOf(reason) }))
        })
      },
    )
    return () => {
      current = false
    }
  }, [turn, put])
  const reload = useCallback(() => {
    if (isUnderWay.current) return
    setState((before) => (before.value === null ? { ...before, error: null } : before))
    setTurn((before) => before + 1)
  }, [])
  const slow = useLate(state.value === null && state.error === null)
  return { ...state, slow, reload, put }
}

/** What a failed call says; a fault of the page itself goes on. */
export function callErrorOf(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  throw reason
}

/** Calls every `ms` while the page is visible; null rests. */
export function usePolling(poll: () => void, ms: number | null): void {
  const latest = useRef(poll)
  latest.current = poll
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, ms)
    return () => {
      clearInterval(timer)
    }
  }, [ms])
}

/** Whether the browser believes that it has a connection. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = (): void => {
      setOnline(navigator.onLine)
    }
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
    }
  }, [])
  return online
}
