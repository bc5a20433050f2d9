import { CallError } from 'express-incoming-webhooks-ui/call'
import { useLate } from 'express-incoming-webhooks-ui/skeleton'
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

/** A value that is being loaded. `slow` is true if it takes long enough to show a placeholder. */
export interface Loaded<Value> {
  readonly value: Value | null
  readonly error: CallError | null
  readonly slow: boolean
  /** When the value was loaded. */
  readonly at: number
  /** Loads it again and keeps the old value meanwhile. */
  readonly reload: () => void
  /** Replaces the value, for example with the response of a call. */
  readonly put: (value: Value) => void
}

interface State<Value> {
  readonly value: Value | null
  readonly error: CallError | null
  readonly at: number
}

/**
 * Loads immediately, and again if `what` changes. The old value stays until a newer one arrives, also
 * if a later attempt fails.
 */
export function useLoaded<Value>(load: () => Promise<Value>, what = ''): Loaded<Value> {
  const [state, setState] = useState<State<Value>>({ value: null, error: null, at: 0 })
  const [turn, setTurn] = useState(0)
  const latest = useRef(load)
  latest.current = load
  const isUnderWay = useRef(false)
  const put = useCallback((value: Value) => setState({ value, error: null, at: Date.now() }), [])
  useEffect(() => {
    let current = true
    isUnderWay.current = true
    const settle = (take: () => void): void => {
      if (!current) return
      isUnderWay.current = false
      take()
    }
    latest.current().then(
      (value) => settle(() => put(value)),
      (reason: unknown) =>
        settle(() => setState((before) => ({ ...before, error: callErrorOf(reason) }))),
    )
    return () => {
      current = false
    }
  }, [turn, what, put])
  const reload = useCallback(() => {
    if (isUnderWay.current) return
    setState((before) => (before.value === null ? { ...before, error: null } : before))
    setTurn((before) => before + 1)
  }, [])
  const slow = useLate(state.value === null && state.error === null)
  return { ...state, slow, reload, put }
}

/** Returns the error of a failed call and rethrows others. */
export function callErrorOf(reason: unknown): CallError {
  if (reason instanceof CallError) return reason
  throw reason
}

/** Calls every `ms` while the page is visible; null stops. */
export function usePolling(poll: () => void, ms: number | null): void {
  const latest = useRef(poll)
  latest.current = poll
  useEffect(() => {
    if (ms === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, ms)
    return () => clearInterval(timer)
  }, [ms])
}

/** Whether the browser reports a connection. */
export function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = (): void => setOnline(navigator.onLine)
    window.addEventListener('online', update)
    window.addEventListener('offline', update)
    return () => {
      window.removeEventListener('online', update)
      window.removeEventListener('offline', update)
    }
  }, [])
  return online
}

/** Why nothing can be changed now; false if it can. */
export function useUnavailable(): string | false {
  return !useOnline() && 'No connection'
}
